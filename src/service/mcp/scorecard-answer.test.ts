/** A live result that is newer than the catalog's scorecard: tools that give the scorecard name it, and what to fix is read from it. */
import { describe, expect, it } from 'vitest';
import { checks } from '../../audit/checks/index.ts';
import { addressed } from '../../audit/scorecard/address.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { storedForm } from '../../audit/scorecard/scorecard.ts';
import { readChangeTexts } from '../../site/fix-texts.ts';
import { BASE_URL, envelopeFor } from '../../testing/envelopes.ts';
import type { Known, Library, Scorecards } from '../api.ts';
import { callerAt } from '../caller.ts';
import { auditWebsite } from '../mcp-tools/audit-website.ts';
import { getFix } from '../mcp-tools/get-fix.ts';
import { getScorecard } from '../mcp-tools/get-scorecard.ts';
import { fixSite } from './prompts.ts';
import type { ToolContext } from './tool.ts';

const HOST = 'listed.com';
const ID = 'llms-txt';

function found(evidence: string, scoredAt: string): Envelope {
  const verdict = () => ({ status: 'broken', evidence }) as const;
  return storedForm(envelopeFor({ checks, verdict, target: HOST, scoredAt }));
}

const before = found('seen before', '2026-11-20T00:00:00.000Z');
const catalog = { ...before, scorecard: { ...before.scorecard, public_listing: true } };
const live = addressed(found('seen live', '2026-11-21T00:00:00.000Z'), BASE_URL, `/score/${HOST}/live`);

function given(known: Partial<Known>): ToolContext & { readonly library: Library } {
  const scorecards: Scorecards = {
    target: (input) => ({ name: input, hostname: input, origin: '', url: '' }),
    stored: async () => catalog,
    live: async () => undefined,
    known: async () => ({ envelope: catalog, live: undefined, failedAttempt: undefined, ...known }),
    audit: () => Promise.reject(new Error('nothing is audited here')),
    storedOrAudit: async () => catalog,
  };
  const library = {
    changeTexts: readChangeTexts,
    guide: async () => '# Guide',
  } as unknown as Library;
  const caller = callerAt('192.0.2.1');
  return { library, scorecards, caller, signal: new AbortController().signal, onProgress: undefined };
}

const address = `${BASE_URL}/score/${HOST}/live/md`;

describe.each([
  ['named', { live }, true],
  ['not named where there is none', {}, false],
] as const)('a newer live result is %s', (_, known, isNamed) => {
  it('by audit_website, whose answer is the scorecard of the catalog', async () => {
    const { structured, text } = await auditWebsite.call({ url: HOST }, given(known));
    expect(structured).toMatchObject({ freshness: { scored_at: '2026-11-20T00:00:00.000Z' } });
    expect(text.includes(address)).toBe(isNamed);
  });

  it('by get_scorecard, as data too', async () => {
    const { structured, text } = await getScorecard.call({ target: HOST }, given(known));
    const { live: newer, envelope } = getScorecard.output.parse(structured);
    expect(envelope).toMatchObject({ freshness: { scored_at: '2026-11-20T00:00:00.000Z' } });
    expect(newer).toEqual(
      isNamed
        ? expect.objectContaining({ scored_at: live.freshness.scored_at, markdown_url: address })
        : undefined,
    );
    expect(text.includes(address)).toBe(isNamed);
  });
});

describe.each([
  ['the newer live result', { live }, 'seen live'],
  ['the catalog’s scorecard if nothing is newer', {}, 'seen before'],
] as const)('what to fix is by %s', (_, known, evidence) => {
  it.each([{ check_id: ID, target: HOST }, { target: HOST }])('get_fix %j', async (args) => {
    const { text } = await getFix.call(args, given(known));
    expect([...new Set(text.match(/seen (before|live)/g))]).toEqual([evidence]);
  });

  it('fix_site', async () => {
    const { library, scorecards } = given(known);
    const { messages } = await fixSite(library, scorecards).get(HOST);
    expect(JSON.stringify(messages)).toContain(evidence);
  });
});

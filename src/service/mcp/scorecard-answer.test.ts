/**
 * Tests which scorecard tools return if both a catalog and a live one exist, and how structured content and text complement
 * each other.
 */
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
  const verdict = ({ id }: { readonly id: string }) =>
    ({ status: id === ID ? 'broken' : 'pass', evidence }) as const;
  return storedForm(envelopeFor({ checks, verdict, target: HOST, scoredAt }));
}

const before = found('seen before', '2026-11-20T00:00:00.000Z');
const catalog = { ...before, scorecard: { ...before.scorecard, public_listing: true } };
const liveOf = (day: string) =>
  addressed(found('seen live', `2026-11-${day}T00:00:00.000Z`), BASE_URL, `/score/${HOST}/live`);
const live = liveOf('21');
const older = liveOf('19');

function given(known: Partial<Known>): ToolContext & { readonly library: Library } {
  const scorecards: Scorecards = {
    target: (input) => ({ name: input, hostname: input, origin: '', url: '' }),
    withdrawal: async () => undefined,
    stored: async () => catalog,
    live: async () => undefined,
    known: async () => ({
      envelope: catalog,
      live: undefined,
      older: undefined,
      failedAttempt: undefined,
      ...known,
    }),
    audit: () => Promise.reject(new Error('nothing is audited here')),
    storedOrAudit: async () => known.live ?? catalog,
  };
  const library = {
    changeTexts: readChangeTexts,
    guide: async () => '# Guide',
  } as unknown as Library;
  const caller = callerAt('192.0.2.1');
  return { library, scorecards, caller, signal: new AbortController().signal, onProgress: undefined };
}

const PAGE = `${BASE_URL}/score/${HOST}`;

describe.each([
  [
    'a newer live result',
    { live },
    '2026-11-21',
    `The catalog’s scorecard is older (2026-11-20 00:00 UTC)`,
    `${PAGE}/md`,
  ],
  [
    'the catalog’s, if the live result is older',
    { older },
    '2026-11-20',
    'There is an older live audit (2026-11-19 00:00 UTC)',
    `${PAGE}/live/md`,
  ],
  ['the catalog’s, if there is no other', {}, '2026-11-20', undefined, undefined],
] as const)('the newest scorecard is %s', (_, known, day, other, address) => {
  it.each([auditWebsite, getScorecard])('is returned by $name, which mentions the other', async (tool) => {
    const { structured, text } = await tool.call({ target: HOST }, given(known));
    const envelope = structured.envelope ?? structured;
    expect(envelope).toMatchObject({ freshness: { scored_at: `${day}T00:00:00.000Z` } });
    const [line = ''] = text.split('\n');
    if (other === undefined) expect(line).toMatch(/^# listed/);
    else expect([line.startsWith(other), line.includes(`at ${address}.`)]).toEqual([true, true]);
  });
});

describe.each([
  ['the newer live result', { live }, 'seen live'],
  ['the catalog’s scorecard if nothing is newer', {}, 'seen before'],
] as const)('fixes are based on %s', (_, known, evidence) => {
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

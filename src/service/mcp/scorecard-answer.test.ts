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
import type { AuditSubject, Known, Library, Scorecards } from '../api.ts';
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
    storedFor: async () => [],
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

describe('a result for declared values', () => {
  const typed = addressed(
    found('seen typed', '2026-11-18T00:00:00.000Z'),
    BASE_URL,
    `/score/${HOST}/live?site_type=api`,
  );
  const asked: AuditSubject[] = [];
  const context = (stored: readonly Envelope[]) => {
    const { scorecards, ...rest } = given({ live });
    asked.length = 0;
    const storedFor = async (subject: AuditSubject) => {
      asked.push(subject);
      return stored;
    };
    return { ...rest, scorecards: { ...scorecards, target: () => scorecards.target(HOST), storedFor } };
  };
  const DECLARED = { site_type: 'api', mcp_endpoint: '/v1/mcp' };
  const READS = [
    [getScorecard, { target: HOST }],
    [getFix, { target: HOST }],
    [getFix, { target: HOST, check_id: ID }],
  ] as const;

  it.each(READS)('is read by $name with the same arguments (%#)', async (tool, args) => {
    const { structured, text } = await tool.call({ ...args, ...DECLARED }, context([typed]));
    expect(JSON.stringify([structured, text])).toContain('seen typed');
    expect(JSON.stringify([structured, text])).not.toContain('seen live');
    expect(asked).toMatchObject([{ target: { name: HOST }, siteType: 'api', mcpEndpoint: '/v1/mcp' }]);
  });

  it.each(READS)('is missing in $name, which names the audit to call (%#)', async (tool, args) => {
    const { structured, text } = await tool.call({ ...args, ...DECLARED }, context([]));
    expect(structured.observed ?? structured).toMatchObject({
      found: false,
      next: { tool: 'audit_website', arguments: { target: HOST, ...DECLARED } },
    });
    expect(text).toContain(`\`api\` and mcp_endpoint \`/v1/mcp\` is stored.`);
  });

  it('may be missing if the path is only part of the target', async () => {
    const { text } = await getFix.call({ target: `${HOST}/v1/mcp` }, context([]));
    expect(asked).toMatchObject([{ mcpEndpoint: '/v1/mcp', isSuggested: true }]);
    expect(text).toContain('seen live');
  });

  it('needs a target', async () => {
    await expect(getFix.call({ check_id: ID, site_type: 'api' }, context([typed]))).rejects.toThrow(
      'site_type and mcp_endpoint need a target',
    );
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

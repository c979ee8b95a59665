/** Scorecards beside reports that Lighthouse and afdocs made of the same demo sites. */
import { expect, test } from 'vitest';
import { catalogue } from '../../catalogue/index.ts';
import { type OtherReport, parseOtherReport } from '../../parse/other-report.ts';
import type { OwnScorecard } from '../../parse/own-scorecard.ts';
import { type ReportName, reportText } from '../../testing/reports/index.ts';
import { compareWithOther, countsText, OUTCOMES } from './comparison.ts';

async function read(name: ReportName): Promise<OtherReport> {
  const parsed = parseOtherReport(await reportText(name));
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.value;
}

/** A card as the auditor made it of the same site, of which all other checks pass. */
function card(report: OtherReport, statuses: Readonly<Record<string, string>>): OwnScorecard {
  return {
    target: report.url.host,
    target_url: report.url.origin,
    freshness: { scored_at: report.at ?? '' },
    scorecard: {
      results: catalogue.map(({ id }) => {
        const [status = 'pass', na_reason] = (statuses[id] ?? 'pass').split('/');
        return { id, status, na_reason, evidence: `evidence of ${id}` };
      }),
    },
  };
}

const brief = ({ rows }: ReturnType<typeof compareWithOther>) =>
  rows.map(({ check, outcome, theirs }) => `${outcome} ${check}/${theirs.id}`);

test('a page of scripts: an empty shell that answers everything with 200', async () => {
  const report = await read('spa.lighthouse');
  const compared = compareWithOther(
    card(report, {
      'llms-txt': 'absent',
      'llms-txt-format': 'n_a/antecedent-unmet',
      'ai-catalog': 'n_a/optional-absent',
      webmcp: 'n_a/optional-absent',
    }),
    report,
  );
  expect(brief(compared)).toEqual([
    'one_side llms-txt-format/llms-txt',
    'one_side ai-catalog/ard-schema',
    'agree llms-txt/llms-txt',
    'neither webmcp/webmcp-registered-tools',
    'neither webmcp/webmcp-form-coverage',
    'neither webmcp/webmcp-schema-validity',
  ]);
  expect(compared.rows[1]?.reason).toMatch(/fails a page that answers 200 .* “not there”/);
  expect(compared.rows[2]?.reason).toBeNull();
  expect(compared.cautions).toEqual([]);
  expect(compared.only_theirs.map(({ id }) => id)).toEqual([
    'agent-accessibility-tree',
    'cumulative-layout-shift',
  ]);
  expect(countsText(compared)).toBe('Agree: 1. Differ: 0. Only one judges: 2. Neither judges: 3.');
});

test('the same page, of which afdocs sees no script framework', async () => {
  const report = await read('spa.afdocs');
  const compared = compareWithOther(
    card(report, {
      'llms-txt': 'absent',
      'llms-txt-format': 'n_a',
      'llms-txt-links': 'n_a',
      'accept-markdown': 'absent',
      'content-without-js': 'absent',
      'agent-friendly-404': 'broken',
      'noscript-fallback': 'absent',
    }),
    report,
  );
  expect(brief(compared)).toEqual([
    'differ content-without-js/rendering-strategy',
    'agree llms-txt/llms-txt-exists',
    'agree accept-markdown/content-negotiation',
    'agree agent-friendly-404/http-status-codes',
    'agree agent-ua-reachable/auth-gate-detection',
    'agree agent-ua-reachable/bot-protection-interference',
    'agree noscript-fallback/llms-txt-directive-html',
    'neither llms-txt-format/llms-txt-valid',
    'neither llms-txt-links/llms-txt-links-resolve',
  ]);
  expect(compared.rows[0]?.reason).toMatch(/no H1 or fewer than 200 characters/);
});

test('a catalog that is JSON and no more: Lighthouse asks more, and the reason says so', async () => {
  const report = await read('ready.lighthouse');
  const [first] = compareWithOther(card(report, {}), report).rows;
  expect(first).toMatchObject({ check: 'ai-catalog', outcome: 'differ', theirs: { verdict: 'fail' } });
  expect(first?.reason).toMatch(/trust its list of issues/);
});

test('a summary that is missing: Lighthouse passes what we and afdocs do not', async () => {
  const [lighthouse, afdocs] = [await read('neglected.lighthouse'), await read('neglected.afdocs')];
  const statuses = { 'llms-txt-format': 'noncompliant', 'llms-txt-links': 'broken' };
  expect(brief(compareWithOther(card(lighthouse, statuses), lighthouse))).toContain(
    'differ llms-txt-format/llms-txt',
  );
  expect(brief(compareWithOther(card(afdocs, statuses), afdocs))).toEqual(
    expect.arrayContaining([
      'differ accept-markdown/content-negotiation',
      'agree llms-txt-format/llms-txt-valid',
      'agree llms-txt-links/llms-txt-links-resolve',
    ]),
  );
});

test('every pair of verdicts has an outcome, and a reason where the two part', async () => {
  const statuses = ['pass', 'noncompliant', 'broken', 'absent', 'n_a', 'skip', 'error', 'from-the-future'];
  for (const name of ['ready.lighthouse', 'ready.afdocs', 'spa.afdocs'] as const) {
    const report = await read(name);
    for (const status of statuses) {
      const all = Object.fromEntries(catalogue.map(({ id }) => [id, status]));
      const compared = compareWithOther(card(report, all), report);
      for (const { outcome, reason } of compared.rows) {
        expect(OUTCOMES).toContain(outcome);
        expect(reason === null).toBe(outcome === 'agree' || outcome === 'neither');
        expect(reason ?? 'None.').toMatch(/[.]$/);
      }
    }
  }
});

test('checks that the card lacks, and ids that nobody knows, are told as such', async () => {
  const report = await read('spa.lighthouse');
  const grown: OtherReport = {
    ...report,
    results: [
      ...report.results,
      { id: 'agent-mind-reading', verdict: 'fail', message: '', forAgents: true },
      { id: 'first-contentful-paint', verdict: 'pass', message: '', forAgents: false },
    ],
  };
  const empty = { ...card(report, {}), scorecard: { results: [] } };
  const compared = compareWithOther(empty, grown);
  expect(compared.unknown).toEqual(['agent-mind-reading']);
  expect(compared.rows.every(({ ours }) => ours === null)).toBe(true);
  expect(compared.rows[0]?.reason).toMatch(/rules that do not have this check/);
  expect(compared.only_ours.every(({ status }) => status === null)).toBe(true);
});

test('other hosts, other days, another page and an older Lighthouse are named', async () => {
  const report = await read('spa.lighthouse');
  const other = {
    ...card(report, {}),
    target_url: 'https://example.com',
    freshness: { scored_at: '2026-01-01T00:00:00Z' },
  };
  const moved = { ...report, url: new URL('/blog/', report.url), results: [] };
  expect(compareWithOther(other, moved).cautions).toEqual([
    expect.stringContaining('scorecard is of example.com'),
    expect.stringContaining('more than a day apart'),
    expect.stringContaining('looked at /blog/'),
    expect.stringContaining('version 13 or later'),
  ]);
});

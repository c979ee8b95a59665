/** Reports of Lighthouse and afdocs as they were written, and files that are neither. */
import { describe, expect, test } from 'vitest';
import { type ReportName, reportText } from '../testing/reports/index.ts';
import { type OtherReport, parseOtherReport, REPORT_CHARS } from './other-report.ts';

async function read(name: ReportName): Promise<OtherReport> {
  const parsed = parseOtherReport(await reportText(name));
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.value;
}

const verdicts = ({ results }: OtherReport) =>
  Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]));

test('Lighthouse: every way in which an audit ends', async () => {
  const report = await read('spa.lighthouse');
  expect(report).toMatchObject({ tool: 'lighthouse', version: '13.5.0', at: '2026-11-22T18:08:43.002Z' });
  expect(report.url.hostname).toBe('127.0.0.1');
  expect(verdicts(report)).toEqual({
    'agent-accessibility-tree': 'pass',
    'webmcp-form-coverage': 'not_applicable',
    'webmcp-registered-tools': 'not_applicable',
    'webmcp-schema-validity': 'not_applicable',
    'cumulative-layout-shift': 'pass',
    'llms-txt': 'fail',
    'ard-schema': 'fail',
  });
  expect(report.results.every(({ forAgents }) => forAgents)).toBe(true);
});

test('afdocs: its statuses are kept, and its messages', async () => {
  const report = await read('ready.afdocs');
  expect(report.tool).toBe('afdocs');
  expect(report.results).toHaveLength(28);
  expect(verdicts(report)).toMatchObject({
    'llms-txt-exists': 'pass',
    'content-negotiation': 'warn',
    'cache-header-hygiene': 'fail',
    'auth-alternative-access': 'skip',
  });
  expect(report.results[0]?.message).toContain('llms.txt found at 2 locations');
});

const lighthouse = (audits: unknown, more: object = {}) =>
  JSON.stringify({ lighthouseVersion: '13.5.0', requestedUrl: 'https://example.com/', audits, ...more });

describe('Lighthouse, shaped by hand', () => {
  test('scores become verdicts as Lighthouse colours them', () => {
    const numeric = (score: number | null) => ({ scoreDisplayMode: 'numeric', score });
    const parsed = parseOtherReport(
      lighthouse({
        a: numeric(1),
        b: numeric(0.9),
        c: numeric(0.89),
        d: numeric(0.5),
        e: numeric(0.49),
        f: numeric(null),
        g: { scoreDisplayMode: 'informative', score: 1 },
        h: { scoreDisplayMode: 'error', score: null },
        i: { scoreDisplayMode: 'manual', score: null },
      }),
    );
    expect(parsed.ok && verdicts(parsed.value)).toEqual({
      a: 'pass',
      b: 'pass',
      c: 'warn',
      d: 'warn',
      e: 'fail',
      f: 'skip',
      g: 'informative',
      h: 'error',
      i: 'informative',
    });
  });

  test('the result of its Node API has the report as a member', () => {
    const lhr: unknown = JSON.parse(lighthouse({ a: { scoreDisplayMode: 'binary', score: 1 } }));
    expect(parseOtherReport(JSON.stringify({ lhr, artifacts: {} })).ok).toBe(true);
  });

  test('texts are cut and made plain, audits that are not understood are left out', () => {
    const parsed = parseOtherReport(
      lighthouse({
        a: { scoreDisplayMode: 'binary', score: 0, explanation: `\u001b[31m\u202e${'x'.repeat(5000)}` },
        b: 'no audit',
        ['y'.repeat(200)]: { scoreDisplayMode: 'binary', score: 1 },
      }),
    );
    if (!parsed.ok) throw new Error(parsed.why);
    expect(parsed.value.results).toHaveLength(1);
    expect(parsed.value.results[0]?.message).toMatch(/^x{100,299}…$/);
  });

  test('at most a thousand audits are read', () => {
    const audits = Object.fromEntries(
      Array.from({ length: 1500 }, (_, i) => [`a${i}`, { scoreDisplayMode: 'binary', score: 1 }]),
    );
    const parsed = parseOtherReport(lighthouse(audits));
    expect(parsed.ok && parsed.value.results).toHaveLength(1000);
  });
});

test.each([
  ['', 'it is empty'],
  ['<!doctype html>', 'it is not JSON'],
  ['[]', 'it is JSON, but an array instead of an object'],
  ['{}', 'neither the audits of Lighthouse nor the results of afdocs'],
  ['{"scorecard":{}}', 'one of our scorecards'],
  [lighthouse({}), 'has no audits'],
  [
    lighthouse({ a: { scoreDisplayMode: 'binary', score: 1 } }, { requestedUrl: 'about:blank' }),
    'which page',
  ],
  ['{"url":"https://a.example","results":[],"summary":{"total":0}}', 'has no results'],
  ['{"url":"javascript:1","results":[],"summary":{"total":0}}', 'which site'],
  ['['.repeat(300), 'deeper than 256'],
  [' '.repeat(REPORT_CHARS + 1), 'more than 24 million characters'],
])('%.40s is no report', (text, why) => {
  expect(parseOtherReport(text)).toEqual({ ok: false, why: expect.stringContaining(why) });
});

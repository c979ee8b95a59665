import { stripVTControlCharacters } from 'node:util';
import columnsOf from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { compareEnvelopes } from '../audit/scorecard/compare.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { renderCompareText } from './compare.ts';

const PASS: VerdictInWords = { status: 'pass', evidence: 'https://site.example/ -> 200' };
const audited = (
  verdicts: Readonly<Record<string, VerdictInWords>>,
  parts: Parameters<typeof envelopeFor>[0] = {},
) => envelopeFor({ verdict: ({ id }) => verdicts[id] ?? PASS, ...parts });

const EVIL =
  'https://site.example/ -> 200 (\u001b[31m`` </li> [x](https://evil.example) | \u202e日本語 '.repeat(5);
const from = audited({
  robots: { status: 'absent', evidence: 'https://site.example/robots.txt -> 404' },
  webmcp: { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no HTML' },
  sitemap: { status: 'error', evidence: 'no answer' },
  'json-errors': { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no API' },
});
const to = audited(
  {
    openapi: { status: 'broken', evidence: EVIL },
    'json-errors': { status: 'absent', evidence: 'https://site.example/x -> 404 (an HTML page)' },
    'llms-txt': { status: 'pass', evidence: 'https://site.example/llms.txt -> 200' },
  },
  { scoredAt: '2026-11-22T08:15:00.000Z', siteType: null },
);
const comparison = compareEnvelopes(from, to);
const plainText = (width = 80) => renderCompareText(comparison, { color: false, width });

describe('a comparison in a terminal', () => {
  it('shows both audits, the scores and the cause', () => {
    expect(plainText()).toMatch(
      /^\n {2}From {2}site\.example, audited 2026-11-21 00:40 UTC, standard 0\.5\.0, rules \d+\n {2}To {4}site\.example, audited 2026-11-22 08:15 UTC/,
    );
    expect(plainText()).toMatch(
      /\n {2}Relative score +\d+ → +\d+ {2}-\d+\n {2}Global score +\d+ → +\d+ {2}-\d+\n/,
    );
    expect(plainText()).toContain('\n  The site changed; both scorecards follow the same rules.\n');
  });

  it('lists what got worse first, with the evidence of both sides', () => {
    const text = plainText();
    const order = ['Worse (1)', 'Better (2)', 'Newly applies (1)', 'Neither better nor worse (1)'].map(
      (heading) => text.indexOf(heading),
    );
    expect(order.every((at) => at > 0)).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(text).toContain(
      [
        '  MISSING → PASS  The robots surface works',
        '      robots · SHOULD',
        '      Was  https://site.example/robots.txt -> 404',
        '      Is   https://site.example/ -> 200',
      ].join('\n'),
    );
  });

  it('names the cause of a change if it differs from the common one', () => {
    expect(plainText()).toContain('sitemap · MAY · the cause is unclear');
    expect(plainText()).not.toContain('the site changed\n');
  });

  it('counts unchanged checks', () => {
    expect(plainText()).toMatch(/\d+ checks unchanged, 1 of them with other evidence\.\n\n$/);
    expect(plainText()).toContain(`${CHECK_COUNT - comparison.changes.length} checks unchanged`);
    const same = compareEnvelopes(from, from);
    expect(renderCompareText(same, { color: false, width: 80 })).toMatch(
      /unchanged\n.*unchanged\n.*No check changed/s,
    );
  });

  it.each([40, 60, 80, 120])('fits %d columns, and color adds only escape sequences', (width) => {
    const text = plainText(width);
    for (const line of text.split('\n')) {
      expect(columnsOf(line), line).toBeLessThanOrEqual(width);
      expect(line).toBe(line.trimEnd());
    }
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(stripVTControlCharacters(renderCompareText(comparison, { color: true, width }))).toBe(text);
  });
});

it('distinguishes a missing optional feature from a check that does not apply', () => {
  const gone = audited({
    webmcp: { status: 'n_a', reason: 'optional-absent', evidence: 'none' },
    openapi: { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no API' },
  });
  const both = compareEnvelopes(audited({}), gone);
  const text = renderCompareText(both, { color: false, width: 80 });
  expect(text).toMatch(/PASS → OPTIONAL .+\n +webmcp · /);
  expect(text).toMatch(/PASS → N\/A .+\n +openapi · /);
});

it('names both sites if they differ', () => {
  const peers = compareEnvelopes(from, audited({}, { target: 'peer.example', siteType: 'content' }));
  const text = renderCompareText(peers, { color: false, width: 100 });
  expect(text).toContain('site type content');
  expect(text).toContain('Better on the second site (3)');
});

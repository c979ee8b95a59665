/** What pages ask of the catalog. */
import { describe, expect, it } from 'vitest';
import { envelopeFor, everyStatus, standInChecks } from '../testing/envelopes.ts';
import { goodResult, mergeStored, noteFailure, nothingStored, replaceJudgement } from './merge.ts';
import {
  badgeOf,
  catalogEntries,
  catalogRows,
  categoryRates,
  checkRates,
  historyPoints,
  isScored,
  lastChange,
  scoreDistribution,
  shieldsBadge,
  waiversOf,
} from './queries.ts';
import type { CatalogTarget, Stored } from './schema.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const target = (host: string, more: Partial<CatalogTarget> = {}): CatalogTarget => ({
  host,
  name: host,
  description: 'A site for a test.',
  category: 'api',
  ...more,
});

/** A scorecard whose first `failing` checks are absent. */
const audited = (host: string, failing: number, scoredAt = '2026-11-21T10:00:00.000Z') =>
  envelopeFor({
    target: host,
    scoredAt,
    verdict: (_, i) => ({ status: i < failing ? 'absent' : 'pass', evidence: 'seen on the site' }),
  });
const scored = (host: string, failing: number, scoredAt?: string): Stored =>
  mergeStored(nothingStored(host), goodResult(host, audited(host, failing, scoredAt)));

describe('the catalog', () => {
  const demo = target('ready.demo', { demo: true, category: 'demo' });
  const list = [target('b.example'), target('a.example'), demo];

  it('shows the demo sites until a real one is scored', () => {
    const hosts = (results: readonly Stored[]) =>
      catalogEntries(list, results).map(({ target: { host } }) => host);
    expect(hosts([scored('ready.demo', 0)])).toEqual(['a.example', 'b.example', 'ready.demo']);
    const failed = noteFailure(nothingStored('a.example'), {
      at: '2026-11-21T10:00:00.000Z',
      kind: 'target_unreachable',
      message: 'down',
    });
    expect(hosts([failed])).toContain('ready.demo');
    expect(hosts([scored('a.example', 0), scored('gone.example', 0)])).toEqual(['a.example', 'b.example']);
  });

  it('lists what is scored, best first', () => {
    const before = scored('b.example', 20, '2026-11-19T10:00:00.000Z');
    const changed = mergeStored(before, scored('b.example', 10, '2026-11-20T10:00:00.000Z'));
    const entries = catalogEntries([...list, target('c.example')], [scored('a.example', 2), changed]);
    expect(entries.filter(isScored)).toHaveLength(2);
    const rows = catalogRows(entries, NOW);
    expect(rows.map(({ host, due }) => [host, due])).toEqual([
      ['a.example', false],
      ['b.example', true],
    ]);
    expect(rows[0]?.change).toBeNull();
    expect(rows[1]?.change).toBeGreaterThan(0);
  });
});

describe('numbers', () => {
  it('counts scores in ten bins, 100 in the last', () => {
    const bins = scoreDistribution([0, 9, 10, 55, 99, 100]);
    expect(bins.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 1, 0, 0, 0, 2]);
    expect([bins[0], bins[9]]).toEqual([
      { from: 0, to: 9, count: 2 },
      { from: 90, to: 100, count: 2 },
    ]);
  });

  it('counts in a pass rate only what was judged', () => {
    const rates = checkRates([
      envelopeFor({ verdict: everyStatus }),
      envelopeFor({ verdict: () => ({ status: 'pass', evidence: 'seen on the site' }) }),
    ]);
    expect(rates).toHaveLength(standInChecks.length);
    // The first seven have one status each: pass, noncompliant, broken, absent, n_a, skip, error.
    expect(rates.slice(0, 7).map(({ rate, judged, not_judged }) => [rate, judged, not_judged])).toEqual([
      [100, 2, 0],
      [50, 2, 0],
      [50, 2, 0],
      [50, 2, 0],
      [100, 1, 1],
      [100, 1, 1],
      [100, 1, 1],
    ]);
    expect(checkRates([])).toEqual([]);
    expect(categoryRates([]).every(({ rate }) => rate === null)).toBe(true);
    const one = categoryRates([audited('a.example', 1)]);
    const failing = one.filter(({ passed, judged }) => passed < judged).map(({ id }) => id);
    expect(failing).toEqual([standInChecks[0]?.category]);
  });

  it('marks where the rules changed in a history', () => {
    const stored = scored('a.example', 0);
    const [entry] = stored.history;
    if (entry === undefined) throw new Error('a scored target has a history');
    const older = { ...entry, scored_at: '2026-11-01T00:00:00.000Z', spec_version: '0.4.0' };
    expect(historyPoints({ ...stored, history: [older, entry] }).map((one) => one.new_rules)).toEqual([
      false,
      true,
    ]);
  });
});

describe('what changed', () => {
  it('is the site where two audits follow one set of rules', () => {
    const stored = mergeStored(scored('a.example', 3, '2026-11-20T10:00:00.000Z'), scored('a.example', 1));
    expect(lastChange(stored)).toMatchObject({ cause: 'site' });
    expect(lastChange(scored('a.example', 3))).toBeUndefined();
  });

  it('is the rules where one audit was judged twice', () => {
    const old = audited('a.example', 3);
    old.scorecard.spec_version = '0.4.0';
    const stored = mergeStored(nothingStored('a.example'), goodResult('a.example', old));
    expect(lastChange(replaceJudgement(stored, audited('a.example', 1)))).toMatchObject({ cause: 'rules' });
  });
});

describe('badge and waivers', () => {
  it('shows the relative score in a colour that white text can be read on', () => {
    const colors = [0, 10, 30, 65].map((failing) => badgeOf(audited('a.example', failing)).color);
    expect(new Set(colors).size).toBeGreaterThan(2);
    for (const color of [...colors, badgeOf(null).color])
      expect(contrastToWhite(color)).toBeGreaterThanOrEqual(4.5);
    expect(shieldsBadge(badgeOf(audited('a.example', 0)))).toEqual({
      schemaVersion: 1,
      label: 'agent-ready',
      message: '100 of 100',
      color: '#1a7f37',
    });
    expect(badgeOf(null).message).toBe('not scored');
  });

  it('gives the reason of each waived check', () => {
    const waivers = [{ check: 'robots', reason: 'We do not want one.' }];
    expect(waiversOf(target('a.example', { waivers })).get('robots')).toBe('We do not want one.');
    expect(waiversOf(target('a.example')).size).toBe(0);
  });
});

/** WCAG 2.2, relative luminance. */
function contrastToWhite(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(color.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

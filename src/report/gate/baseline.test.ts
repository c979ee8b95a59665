import { describe, expect, it } from 'vitest';
import { scored } from '../../testing/gated.ts';
import {
  type Baseline,
  type BaselineChange,
  baselineSchema,
  baselineText,
  changesSince,
  isSameDeployment,
  renewBaseline,
} from './baseline.ts';

const first = renewBaseline(
  scored({ robots: 'absent', openapi: 'broken', sitemap: 'n_a', 'llms-txt': 'error' }),
  undefined,
  'update',
);

describe('renewBaseline', () => {
  it('returns a valid file: sorted, without checks that have no verdict', () => {
    const text = baselineText(first.baseline);
    expect(baselineSchema.parse(JSON.parse(text))).toEqual(first.baseline);
    const ids = Object.keys(first.baseline.checks);
    expect(ids).toEqual(ids.toSorted());
    expect(ids).not.toContain('llms-txt');
    expect(first.baseline).toMatchObject({
      target: 'site.example',
      site_type: null,
      checks: { robots: 'absent', sitemap: 'n_a' },
    });
    expect({ added: first.added, removed: first.removed }).toEqual({
      added: ['openapi', 'robots'],
      removed: [],
    });
  });

  it('with update takes over all known statuses, and keeps the others', () => {
    const now = scored({
      openapi: 'absent',
      'json-errors': 'broken',
      robots: 'error',
      'semantic-html': 'n_a',
    });
    const { baseline, added, removed } = renewBaseline(now, first.baseline, 'update');
    expect(baseline.checks).toMatchObject({ robots: 'absent', openapi: 'absent', 'json-errors': 'broken' });
    expect(baseline.checks['semantic-html']).toBe('n_a');
    expect({ added, removed }).toEqual({ added: ['json-errors', 'openapi'], removed: [] });
  });

  it('with tighten takes over better statuses only', () => {
    const now = scored({
      openapi: 'absent',
      'json-errors': 'broken',
      'api-catalog': 'n_a',
      sitemap: 'absent',
    });
    const { baseline, added, removed } = renewBaseline(now, first.baseline, 'tighten');
    expect(baseline.checks).toMatchObject({
      robots: 'pass',
      openapi: 'absent',
      'json-errors': 'pass',
      'api-catalog': 'pass',
      'llms-txt': 'pass',
    });
    expect(baseline.checks.sitemap).toBe('n_a');
    expect({ added, removed }).toEqual({ added: ['openapi'], removed: ['robots'] });
    const gone = renewBaseline(scored({ robots: 'n_a', openapi: 'broken' }), first.baseline, 'tighten');
    expect(gone.removed).toEqual(['robots']);
  });

  it('with tighten keeps the best score, and that of the last complete audit', () => {
    const low = scored({ openapi: 'broken', 'json-errors': 'broken' });
    const part = scored({ robots: 'skip' });
    const { score } = first.baseline;
    expect(renewBaseline(low, first.baseline, 'tighten').baseline.score).toEqual({
      relative: Math.max(score.relative, low.scorecard.score.relative),
      global: Math.max(score.global, low.scorecard.score.global),
    });
    expect(renewBaseline(low, first.baseline, 'update').baseline.score).toEqual(low.scorecard.score);
    expect(renewBaseline(part, first.baseline, 'update').baseline.score).toEqual(score);
  });

  it('returns the same file if called twice', () => {
    const again = renewBaseline(
      scored({ robots: 'absent', openapi: 'broken', sitemap: 'n_a', 'llms-txt': 'error' }),
      first.baseline,
      'update',
    );
    expect(baselineText(again.baseline)).toBe(baselineText(first.baseline));
    expect([...again.added, ...again.removed]).toEqual([]);
  });
});

describe('changesSince', () => {
  const since = (now: Readonly<Record<string, string>>, old: Partial<Baseline> = {}) => {
    const changes = changesSince({ ...first.baseline, ...old }, scored(now));
    return changes && Object.fromEntries(Object.entries(changes).map(([of, all]) => [of, all.map(wayOf)]));
  };
  const wayOf = ({ check, from, to }: BaselineChange) => `${check}: ${from} → ${to}`;
  const SAME = { robots: 'absent', openapi: 'broken', sitemap: 'n_a', 'llms-txt': 'error' };

  it('lists worse, better and newly applying checks, but none that could not be seen', () => {
    expect(since(SAME)).toEqual({ worse: [], better: [], newly_applies: [] });
    const now = {
      openapi: 'absent',
      sitemap: 'absent',
      'llms-txt': 'broken',
      webmcp: 'n_a',
      'link-headers': 'error',
    };
    expect(since(now)).toEqual({
      worse: ['webmcp: pass → n_a'],
      better: ['robots: absent → pass', 'openapi: broken → absent'],
      newly_applies: ['sitemap: n_a → absent'],
    });
  });

  it.each([{ rules: 1 }, { site_type: 'api' as const }])('returns nothing for a baseline with %j', (old) => {
    expect(since(SAME, old)).toBeUndefined();
  });
});

describe('isSameDeployment', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'localhost:3000', true],
    ['localhost:3000', 'example.com', true],
    ['example.com', 'pr-5.preview.example.com', true],
    ['example.com', 'example.org', false],
    ['me.github.io', 'you.github.io', false],
    ['no host', 'example.org', false],
  ])('the baseline of %s and a site at %s: %s', (baseline, target, may) => {
    expect(isSameDeployment(baseline, target)).toBe(may);
  });
});

import { describe, expect, it } from 'vitest';
import { definitions } from '../../audit/check-texts/index.ts';
import { baselineOf, demands, outcome, type Statuses, waiver } from '../../testing/gated.ts';
import { missingFor } from './policy.ts';

describe('the conditions of the gate', () => {
  it('follow from the configuration by default', () => {
    const baseline = baselineOf({});
    expect(demands({}).failOn).toEqual([]);
    expect(demands({ thresholds: { relative: 1 } }).failOn).toEqual(['below']);
    expect(demands({ thresholds: { categories: { mcp: 1 } } }).failOn).toEqual(['below']);
    expect(demands({ assertions: { robots: 'pass' } }).failOn).toEqual(['below']);
    expect(demands({ assertions: { robots: 'off' } }).failOn).toEqual([]);
    expect(demands({ baseline, thresholds: { global: 1 } }).failOn).toEqual(['below', 'worse']);
    expect(demands({ baseline, failOn: ['broken'] }).failOn).toEqual(['broken']);
    expect(demands({ failOn: ['broken'], thresholds: { relative: 1 }, thresholdTyped: true }).failOn).toEqual(
      ['broken', 'below'],
    );
  });

  it('need a matching setting', () => {
    expect(missingFor(demands({ failOn: ['broken'] }))).toBeUndefined();
    expect(missingFor(demands({ failOn: ['worse'] }))).toBe('worse');
    expect(missingFor(demands({ failOn: ['below'], assertions: { robots: 'off' } }))).toBe('below');
  });

  it('have a warning for settings without effect', () => {
    expect(outcome({}, { failOn: ['broken'], thresholds: { relative: 100 } }).warnings).toEqual([
      expect.stringContaining('failOn does not name “below”'),
    ]);
    expect(outcome({ robots: 'absent' }, { waivers: [waiver('robots', '2030-01-01')] }).warnings).toEqual([
      expect.stringContaining('The waivers have no effect'),
    ]);
  });
});

describe('thresholds', () => {
  it('of scores need a check that applies', () => {
    const nothing = Object.fromEntries(definitions.map(({ id }) => [id, 'n_a']));
    const thresholds = { relative: 100, global: 100 };
    expect(outcome(nothing, { thresholds }).reasons).toEqual([
      'Relative score: none, because no check that ran counts; 100% is required.',
      'Global score: none, because no check that ran counts; 100% is required.',
    ]);
    expect(outcome(nothing, { thresholds: { relative: 0 } }).passed).toBe(true);
    expect(outcome({ ...nothing, robots: 'absent' }, { thresholds }).passed).toBe(false);
    expect(outcome({ ...nothing, robots: 'error' }, { thresholds }).passed).toBe(false);
  });
});

describe('broken', () => {
  it('fails for broken checks only', () => {
    const { passed, reasons, standings } = outcome(
      { robots: 'broken', 'llms-txt': 'absent', 'semantic-html': 'noncompliant', openapi: 'error' },
      { failOn: ['broken'] },
    );
    expect(passed).toBe(false);
    expect(reasons).toEqual(['robots is broken.']);
    expect(standings).toEqual({ robots: 'fails', 'llms-txt': 'allowed', 'semantic-html': 'allowed' });
    expect(outcome({ openapi: 'error', robots: 'n_a' }, { failOn: ['broken'] })).toMatchObject({
      passed: true,
      noVerdict: [],
    });
  });

  it('leaves out checks that are asserted “off” by id or category, the id first', () => {
    const broken = { robots: 'broken', openapi: 'broken' };
    expect(outcome(broken, { failOn: ['broken'], assertions: { robots: 'off' } }).reasons).toEqual([
      'openapi is broken.',
    ]);
    expect(outcome(broken, { failOn: ['broken'], assertions: { api: 'off' } }).reasons).toEqual([
      'robots is broken.',
    ]);
    const both = { api: 'off', openapi: 'pass' } as const;
    expect(outcome(broken, { failOn: ['broken'], assertions: both }).standings).toEqual({
      robots: 'fails',
      openapi: 'fails',
    });
  });
});

describe('below', () => {
  it.each([
    [{ relative: 100 }, { robots: 'absent' }, /^Relative score: \d\d%, below 100%\.$/],
    [{ global: 100 }, { robots: 'n_a' }, /^Global score: \d\d%, below 100%\.$/],
    [
      { categories: { 'bot-crawl-policy': 81 } },
      { 'web-bot-auth': 'broken' },
      /^Bot & crawl policy: 4 of 5 checks pass, below 81%\.$/,
    ],
  ])('compares scores with %j', (thresholds, statuses, reason) => {
    expect(outcome(statuses as Statuses, { thresholds }).reasons).toEqual([expect.stringMatching(reason)]);
    expect(outcome({}, { thresholds }).passed).toBe(true);
  });

  it('ignores the global score in an audit of a few checks', () => {
    const few = Object.fromEntries(definitions.slice(1).map(({ id }) => [id, 'skip']));
    expect(outcome(few as Statuses, { thresholds: { relative: 100, global: 50 } }).passed).toBe(true);
  });

  it('accepts an exactly met share, and a category in which nothing counts', () => {
    const thresholds = { categories: { 'bot-crawl-policy': 80 } };
    expect(outcome({ 'web-bot-auth': 'broken' }, { thresholds }).passed).toBe(true);
    const api = definitions.filter(({ category }) => category === 'api').map(({ id }) => [id, 'n_a']);
    expect(outcome(Object.fromEntries(api), { thresholds: { categories: { api: 100 } } }).passed).toBe(true);
  });

  it('has no verdict on a category that could not be seen', () => {
    const api = definitions
      .filter(({ category }) => category === 'api')
      .map(({ id }) => [id, 'error'] as const);
    expect(outcome(Object.fromEntries(api), { thresholds: { categories: { api: 100 } } })).toMatchObject({
      passed: false,
      reasons: [],
      noVerdict: api.map(([id]) => id),
    });
  });

  it.each([
    ['pass', 'absent', 'must pass and is absent'],
    ['pass', 'noncompliant', 'must pass and is noncompliant'],
    ['pass', 'broken', 'must pass and is broken'],
    ['not-broken', 'broken', 'must not be broken and is broken'],
    ['not-broken', 'absent', undefined],
    ['not-broken', 'noncompliant', undefined],
    ['pass', 'pass', undefined],
    ['pass-if-applicable', 'absent', 'must pass and is absent'],
    ['pass-if-applicable', 'n_a', undefined],
    ['not-broken', 'n_a', undefined],
    ['off', 'broken', undefined],
  ] as const)('asserts %s of a check that is %s', (assertion, status, reason) => {
    const assertions = { robots: assertion };
    const reasons = reason === undefined ? [] : [`robots ${reason}.`];
    expect(outcome({ robots: status }, { failOn: ['below'], assertions }).reasons).toEqual(reasons);
    expect(
      outcome({ robots: status }, { failOn: ['below'], assertions: { discoverability: assertion } }).reasons,
    ).toEqual(reasons);
  });

  it('requires optional checks only if they are named themselves', () => {
    expect(outcome({ sitemap: 'optional' }, { assertions: { discoverability: 'pass' } }).passed).toBe(true);
    expect(outcome({ sitemap: 'optional' }, { assertions: { sitemap: 'pass' } }).reasons).toEqual([
      'sitemap must pass and does not apply (to accept that, use “pass-if-applicable”).',
    ]);
    expect(outcome({ sitemap: 'optional' }, { assertions: { sitemap: 'not-broken' } }).passed).toBe(true);
  });

  it('is not met by a check or a whole category that does not apply', () => {
    const noApi = Object.fromEntries(
      definitions.filter(({ category }) => category === 'api').map(({ id }) => [id, 'n_a']),
    );
    expect(outcome({ openapi: 'n_a' }, { assertions: { openapi: 'pass' } })).toMatchObject({
      passed: false,
      reasons: ['openapi must pass and does not apply (to accept that, use “pass-if-applicable”).'],
      standings: { openapi: 'fails' },
    });
    expect(outcome({ openapi: 'n_a' }, { assertions: { api: 'pass' } }).passed).toBe(true);
    expect(outcome(noApi, { assertions: { api: 'pass' } }).reasons).toEqual([
      'api must pass and none of its checks applies (to accept that, use “pass-if-applicable”).',
    ]);
    expect(outcome(noApi, { assertions: { api: 'pass-if-applicable' } }).passed).toBe(true);
    const waivers = [waiver('api', '2030-01-01')];
    expect(outcome(noApi, { assertions: { api: 'pass' }, waivers }).passed).toBe(true);
  });

  it('counts only the selected checks of a category', () => {
    const thresholds = { categories: { discoverability: 100 } };
    expect(outcome({ robots: 'skip' }, { thresholds }).passed).toBe(true);
    expect(outcome({ robots: 'skip', sitemap: 'broken' }, { thresholds }).reasons).toEqual([
      'Discoverability: 5 of 6 checks pass, below 100%.',
    ]);
  });

  it('lists checks that could not be seen, which are not failures', () => {
    const assertions = { robots: 'pass', openapi: 'not-broken', 'llms-txt': 'off' } as const;
    const seen = outcome({ robots: 'error', openapi: 'error', 'llms-txt': 'error' }, { assertions });
    expect(seen).toMatchObject({ passed: false, reasons: [], noVerdict: ['robots', 'openapi'] });
    const failing = outcome({ robots: 'error', openapi: 'broken' }, { assertions });
    expect(failing).toMatchObject({ passed: false, reasons: [expect.any(String)], noVerdict: ['robots'] });
    expect(outcome({ robots: 'error' }, { assertions, failOn: ['broken'] }).passed).toBe(true);
  });

  it('requires no check that was not selected, unless the deadline left it out', () => {
    const assertions = { robots: 'pass' } as const;
    expect(outcome({ robots: 'skip' }, { assertions })).toMatchObject({ passed: true, noVerdict: [] });
    expect(outcome({ robots: 'skip' }, { assertions }, { cutShort: true })).toMatchObject({
      noVerdict: ['robots'],
    });
  });
});

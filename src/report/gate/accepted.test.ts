/** Waivers and baselines accept failures. */
import { describe, expect, it } from 'vitest';
import { baselineOf, demands, outcome, type Statuses, scored, waiver } from '../../testing/gated.ts';
import { evaluateGate } from './evaluate.ts';

describe('waivers', () => {
  const failOn = ['broken'] as const;

  it.each([
    ['2026-11-22', 'waived'],
    ['2026-11-21', 'fails'],
  ])('are valid until the end of their last day: %s', (expires, disposition) => {
    const given = { failOn, waivers: [waiver('robots', expires)] };
    expect(outcome({ robots: 'broken' }, given).standings).toEqual({ robots: disposition });
  });

  it('use the day of the audit, so that a replay gives the same outcome', () => {
    const given = { failOn, waivers: [waiver('robots', '2026-11-22')] };
    expect(outcome({ robots: 'broken' }, given, { at: '2026-11-01' }).passed).toBe(true);
    expect(outcome({ robots: 'broken' }, given, { at: '2026-11-23' }).passed).toBe(false);
  });

  it('accept the checks of a category, assertions, and regressions', () => {
    const waivers = [waiver('discoverability', '2030-01-01')];
    const statuses = { robots: 'broken', 'link-headers': 'absent', openapi: 'broken' };
    expect(outcome(statuses, { failOn, waivers }).standings).toEqual({
      robots: 'waived',
      'link-headers': 'waived',
      openapi: 'fails',
    });
    const assertions = { robots: 'pass' } as const;
    expect(outcome({ robots: 'absent' }, { assertions, waivers }).passed).toBe(true);
    expect(outcome({ robots: 'absent' }, { baseline: baselineOf({}), waivers }).passed).toBe(true);
    expect(outcome({ robots: 'error' }, { assertions, waivers }).passed).toBe(true);
  });

  it('change no score', () => {
    const waivers = [waiver('robots', '2030-01-01')];
    expect(outcome({ robots: 'broken' }, { thresholds: { relative: 100 }, waivers }).passed).toBe(false);
  });

  it('are named in the reason if they have ended', () => {
    const waivers = [waiver('robots', '2026-11-01')];
    const { reasons, warnings } = outcome({ robots: 'broken' }, { failOn, waivers });
    expect(reasons).toEqual(['robots is broken; its waiver (“later”) ended on 2026-11-01.']);
    expect(warnings).toEqual([]);
    expect(outcome({ robots: 'absent' }, { failOn, waivers }).warnings).toEqual([
      expect.stringContaining('The waiver of robots ended on 2026-11-01'),
    ]);
  });

  it('for a check take precedence over those for its category, and valid ones over ended ones', () => {
    const waivers = [
      waiver('discoverability', '2027-01-01'),
      waiver('robots', '2026-12-31'),
      waiver('robots', '2026-01-01'),
    ];
    const { results } = evaluateGate(scored({ robots: 'broken' }), demands({ failOn, waivers }));
    expect(results.get('robots')).toMatchObject({ disposition: 'waived', waiver: { expires: '2026-12-31' } });
  });

  it.each([
    ['2026-11-22', 'ends today'],
    ['2026-11-23', 'ends tomorrow'],
    ['2026-12-06', 'ends in 14 days'],
    ['2026-12-07', undefined],
  ])('have a warning if they end soon: %s', (expires, text) => {
    const { warnings } = outcome({ robots: 'broken' }, { failOn, waivers: [waiver('robots', expires)] });
    expect(warnings).toEqual(text === undefined ? [] : [expect.stringContaining(text)]);
  });

  it('have a warning if no failure needs them, unless that could not be seen', () => {
    const given = { failOn, waivers: [waiver('robots', '2030-01-01')] };
    expect(outcome({}, given).warnings).toEqual([
      expect.stringContaining('The waiver of robots is no longer needed'),
    ]);
    expect(outcome({ robots: 'error' }, given).warnings).toEqual([]);
    expect(outcome({ robots: 'skip' }, given).warnings).toEqual([]);
  });
});

describe('regressions', () => {
  it.each([
    ['pass', 'absent', 'fails'],
    ['pass', 'broken', 'fails'],
    ['noncompliant', 'broken', 'fails'],
    ['absent', 'absent', 'known'],
    ['broken', 'absent', 'known'],
    ['absent', 'noncompliant', 'known'],
    ['pass', 'n_a', 'fails'],
    ['n_a', 'absent', 'allowed'],
    ['error', 'broken', 'allowed'],
  ])('%s → %s is %s', (was, is, disposition) => {
    const { standings, passed } = outcome({ robots: is }, { baseline: baselineOf({ robots: was }) });
    expect(standings).toEqual({ robots: disposition });
    expect(passed).toBe(disposition !== 'fails');
  });

  it('name the status in the baseline', () => {
    expect(outcome({ robots: 'broken' }, { baseline: baselineOf({ robots: 'absent' }) }).reasons).toEqual([
      'robots: broken now, missing in the baseline.',
    ]);
    expect(outcome({ robots: 'n_a' }, { baseline: baselineOf({}) }).reasons).toEqual([
      'robots: not applicable now, passed in the baseline.',
    ]);
  });

  it.each<[string, Statuses, string]>([
    [
      'a document that is gone',
      {
        'llms-txt': 'absent',
        'llms-txt-format': 'n_a',
        'llms-txt-when-to-use': 'n_a',
        'llms-txt-links': 'n_a',
        'llms-full-txt': 'n_a',
        'llms-txt-scoped': 'n_a',
      },
      'llms-txt: missing now, passed in the baseline (5 checks depend on it).',
    ],
    [
      'a server that is gone',
      { 'mcp-initialize': 'n_a', 'mcp-tools-list': 'n_a', 'mcp-cors-actual': 'n_a' },
      'mcp-initialize: not applicable now, passed in the baseline (2 more checks with the same cause).',
    ],
  ])('have one reason for %s, even with dependent checks and assertions', (_, statuses, reason) => {
    const { reasons, standings } = outcome(statuses, {
      baseline: baselineOf({}),
      failOn: ['worse', 'below'],
      assertions: { 'llms-txt': 'pass' },
    });
    expect(reasons).toEqual([reason]);
    expect(standings).toEqual(Object.fromEntries(Object.keys(statuses).map((id) => [id, 'fails'])));
  });

  it('need a waiver if something was removed on purpose, and ignore what never applied', () => {
    const given = { baseline: baselineOf({}), waivers: [waiver('robots', '2030-01-01')] };
    expect(outcome({ robots: 'n_a' }, given)).toMatchObject({
      passed: true,
      standings: { robots: 'waived' },
      warnings: [],
    });
    expect(outcome({ robots: 'n_a' }, { baseline: baselineOf({ robots: 'n_a' }) })).toMatchObject({
      passed: true,
      standings: {},
    });
  });

  it('do not include known failures, which still count in the scores', () => {
    const baseline = baselineOf({ robots: 'broken' });
    const given = { baseline, failOn: ['broken', 'below'], assertions: { robots: 'pass' } } as const;
    expect(outcome({ robots: 'broken' }, given)).toMatchObject({
      passed: true,
      standings: { robots: 'known' },
    });
    expect(outcome({ robots: 'error' }, given)).toMatchObject({ passed: true, noVerdict: [] });
    expect(outcome({ robots: 'broken' }, { baseline, thresholds: { relative: 100 } }).passed).toBe(false);
    expect(outcome({ openapi: 'broken' }, given).reasons).toEqual(['openapi is broken.']);
  });

  it('do not include checks that could not be seen, which have a warning', () => {
    expect(outcome({ robots: 'error' }, { baseline: baselineOf({}) })).toMatchObject({
      passed: true,
      warnings: ['These passed in the baseline and could not be tested: robots.'],
    });
  });

  it('are not reported under other rules or for another site type, with a warning', () => {
    const baseline = { ...baselineOf({ openapi: 'absent' }), rules: 1 };
    const changed = outcome({ robots: 'broken', openapi: 'broken' }, { baseline });
    expect(changed).toMatchObject({ passed: true, standings: { robots: 'allowed', openapi: 'known' } });
    expect(changed.warnings).toEqual([
      expect.stringMatching(/rules 1, this audit by .*rules \d+: .* until it is made again\.$/),
    ]);
    const api = outcome({ robots: 'broken' }, { baseline: baselineOf({}) }, { siteType: 'api' });
    expect(api).toMatchObject({
      passed: true,
      warnings: [expect.stringContaining('site type none, this audit of api')],
    });
    expect(outcome({ robots: 'broken' }, { baseline, failOn: ['worse', 'broken'] }).passed).toBe(false);
  });

  it('name the target of the baseline', () => {
    expect(outcome({}, { baseline: baselineOf({}) }).baseline).toBe('site.example');
    expect(outcome({}, {}).baseline).toBeUndefined();
  });
});

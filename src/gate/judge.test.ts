import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue/index.ts';
import type { Envelope } from '../scorecard/schema.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { type Baseline, renewBaseline } from './baseline.ts';
import type { Waiver } from './config.ts';
import { type Demands, demandsOf, missingFor } from './demands.ts';
import { judge } from './judge.ts';

type Statuses = Readonly<Record<string, string>>;

/** An envelope in which these checks have these statuses, and all others pass. */
function scored(
  statuses: Statuses,
  parts: { at?: string; cutShort?: boolean; siteType?: 'api' } = {},
): Envelope {
  return envelopeFor({
    checks: catalogue,
    scoredAt: `${parts.at ?? '2026-11-22'}T12:00:00.000Z`,
    cutShort: parts.cutShort ?? false,
    siteType: parts.siteType ?? null,
    verdict: ({ id }) => {
      const status = statuses[id] ?? 'pass';
      const evidence = 'seen';
      if (status === 'optional') return { status: 'n_a', reason: 'optional-absent', evidence };
      if (status === 'n_a') return { status: 'n_a', reason: 'antecedent-unmet', evidence };
      return { status, evidence } as VerdictInWords;
    },
  });
}

function baselineOf(statuses: Statuses): Baseline {
  return renewBaseline(scored(statuses), undefined, 'update').baseline;
}

type Given = Partial<Omit<Demands, 'failOn'>> & { failOn?: Demands['failOn']; thresholdTyped?: boolean };

function demands(given: Given): Demands {
  return demandsOf({
    failOn: [],
    thresholds: {},
    assertions: {},
    waivers: [],
    baseline: undefined,
    thresholdTyped: false,
    ...given,
  });
}

/** The outcome in a form that is compared: standings by check, and the rest. */
function outcome(statuses: Statuses, given: Given, parts?: Parameters<typeof scored>[1]) {
  const { results, ...rest } = judge(scored(statuses, parts), demands(given));
  return { ...rest, standings: Object.fromEntries([...results].map(([id, { standing }]) => [id, standing])) };
}

const waiver = (check: string, expires: string): Waiver => ({
  check: check as Waiver['check'],
  reason: 'later',
  expires,
});

describe('what the gate fails on', () => {
  it('is what is configured, where nothing is said of it', () => {
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

  it('needs something to go by', () => {
    expect(missingFor(demands({ failOn: ['broken'] }))).toBeUndefined();
    expect(missingFor(demands({ failOn: ['worse'] }))).toBe('worse');
    expect(missingFor(demands({ failOn: ['below'], assertions: { robots: 'off' } }))).toBe('below');
  });

  it('is warned of where something configured has no effect', () => {
    expect(outcome({}, { failOn: ['broken'], thresholds: { relative: 100 } }).warnings).toEqual([
      expect.stringContaining('failOn does not name “below”'),
    ]);
    expect(outcome({ robots: 'absent' }, { waivers: [waiver('robots', '2030-01-01')] }).warnings).toEqual([
      expect.stringContaining('The waivers have no effect'),
    ]);
  });
});

describe('broken', () => {
  it('fails on what is broken, and on nothing else', () => {
    const { passed, reasons, standings } = outcome(
      { robots: 'broken', 'llms-txt': 'absent', 'semantic-html': 'noncompliant', openapi: 'error' },
      { failOn: ['broken'] },
    );
    expect(passed).toBe(false);
    expect(reasons).toEqual(['robots is broken.']);
    expect(standings).toEqual({ robots: 'fails', 'llms-txt': 'allowed', 'semantic-html': 'allowed' });
    expect(outcome({ openapi: 'error', robots: 'n_a' }, { failOn: ['broken'] })).toMatchObject({
      passed: true,
      unseen: [],
    });
  });

  it('leaves out what is asserted off, by its id or its category, the id first', () => {
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
    [{ relative: 100 }, { robots: 'absent' }, /^The relative score is \d\d, below 100\.$/],
    [{ global: 100 }, { robots: 'n_a' }, /^The global score is \d\d, below 100\.$/],
    [
      { categories: { 'bot-crawl-policy': 81 } },
      { 'web-bot-auth': 'broken' },
      /^Bot & crawl policy: 4 of 5 checks pass, below 81 %\.$/,
    ],
  ])('holds scores to %j', (thresholds, statuses, reason) => {
    expect(outcome(statuses as Statuses, { thresholds }).reasons).toEqual([expect.stringMatching(reason)]);
    expect(outcome({}, { thresholds }).passed).toBe(true);
  });

  it('takes a share that is met exactly, and a category in which nothing counts', () => {
    const thresholds = { categories: { 'bot-crawl-policy': 80 } };
    expect(outcome({ 'web-bot-auth': 'broken' }, { thresholds }).passed).toBe(true);
    const api = catalogue.filter(({ category }) => category === 'api').map(({ id }) => [id, 'n_a']);
    expect(outcome(Object.fromEntries(api), { thresholds: { categories: { api: 100 } } }).passed).toBe(true);
  });

  it('has no verdict of a category that could not be seen', () => {
    const api = catalogue
      .filter(({ category }) => category === 'api')
      .map(({ id }) => [id, 'error'] as const);
    expect(outcome(Object.fromEntries(api), { thresholds: { categories: { api: 100 } } })).toMatchObject({
      passed: false,
      reasons: [],
      unseen: api.map(([id]) => id),
    });
  });

  it.each([
    ['pass', 'absent', 'must pass and is absent'],
    ['pass', 'noncompliant', 'must pass and is noncompliant'],
    ['pass', 'broken', 'must pass and is broken'],
    ['not-broken', 'broken', 'must not be broken and is broken'],
    ['not-broken', 'absent', undefined],
    ['not-broken', 'noncompliant', undefined],
    ['pass', 'n_a', undefined],
    ['pass', 'pass', undefined],
    ['off', 'broken', undefined],
  ] as const)('asserts %s of a check that is %s', (assertion, status, reason) => {
    const assertions = { robots: assertion };
    const reasons = reason === undefined ? [] : [`robots ${reason}.`];
    expect(outcome({ robots: status }, { failOn: ['below'], assertions }).reasons).toEqual(reasons);
    expect(
      outcome({ robots: status }, { failOn: ['below'], assertions: { discoverability: assertion } }).reasons,
    ).toEqual(reasons);
  });

  it('asks for what is optional only where the check itself is named', () => {
    expect(outcome({ sitemap: 'optional' }, { assertions: { discoverability: 'pass' } }).passed).toBe(true);
    expect(outcome({ sitemap: 'optional' }, { assertions: { sitemap: 'pass' } }).reasons).toEqual([
      'sitemap must pass and is absent.',
    ]);
    expect(outcome({ sitemap: 'optional' }, { assertions: { sitemap: 'not-broken' } }).passed).toBe(true);
  });

  it('counts in a category only what was asked for', () => {
    const thresholds = { categories: { discoverability: 100 } };
    expect(outcome({ robots: 'skip' }, { thresholds }).passed).toBe(true);
    expect(outcome({ robots: 'skip', sitemap: 'broken' }, { thresholds }).reasons).toEqual([
      'Discoverability: 5 of 6 checks pass, below 100 %.',
    ]);
  });

  it('says what could not be seen, and takes it for no failure', () => {
    const assertions = { robots: 'pass', openapi: 'not-broken', 'llms-txt': 'off' } as const;
    const seen = outcome({ robots: 'error', openapi: 'error', 'llms-txt': 'error' }, { assertions });
    expect(seen).toMatchObject({ passed: false, reasons: [], unseen: ['robots', 'openapi'] });
    const failing = outcome({ robots: 'error', openapi: 'broken' }, { assertions });
    expect(failing).toMatchObject({ passed: false, reasons: [expect.any(String)], unseen: ['robots'] });
    expect(outcome({ robots: 'error' }, { assertions, failOn: ['broken'] }).passed).toBe(true);
  });

  it('asks for no check that was left out, unless by the deadline', () => {
    const assertions = { robots: 'pass' } as const;
    expect(outcome({ robots: 'skip' }, { assertions })).toMatchObject({ passed: true, unseen: [] });
    expect(outcome({ robots: 'skip' }, { assertions }, { cutShort: true })).toMatchObject({
      unseen: ['robots'],
    });
  });
});

describe('waivers', () => {
  const failOn = ['broken'] as const;

  it.each([
    ['2026-11-22', 'waived'],
    ['2026-11-21', 'fails'],
    ['2027-06-01', 'waived'],
  ])('hold until the end of their last day: %s', (expires, standing) => {
    const given = { failOn, waivers: [waiver('robots', expires)] };
    expect(outcome({ robots: 'broken' }, given).standings).toEqual({ robots: standing });
  });

  it('go by the day of the audit, so that a replay gives what it gave', () => {
    const given = { failOn, waivers: [waiver('robots', '2026-11-22')] };
    expect(outcome({ robots: 'broken' }, given, { at: '2026-11-01' }).passed).toBe(true);
    expect(outcome({ robots: 'broken' }, given, { at: '2026-11-23' }).passed).toBe(false);
  });

  it('accept the checks of a category, and what is asserted, and what is worse', () => {
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

  it('are named where they have ended', () => {
    const waivers = [waiver('robots', '2026-11-01')];
    const { reasons, warnings } = outcome({ robots: 'broken' }, { failOn, waivers });
    expect(reasons).toEqual(['robots is broken; its waiver (“later”) ended on 2026-11-01.']);
    expect(warnings).toEqual([]);
    expect(outcome({ robots: 'absent' }, { failOn, waivers }).warnings).toEqual([
      expect.stringContaining('The waiver of robots ended on 2026-11-01'),
    ]);
  });

  it('that name the check itself are preferred, and any that holds to one that has ended', () => {
    const waivers = [
      waiver('discoverability', '2027-01-01'),
      waiver('robots', '2026-12-31'),
      waiver('robots', '2026-01-01'),
    ];
    const { results } = judge(scored({ robots: 'broken' }), demands({ failOn, waivers }));
    expect(results.get('robots')).toMatchObject({ standing: 'waived', waiver: { expires: '2026-12-31' } });
  });

  it.each([
    ['2026-11-22', 'ends today'],
    ['2026-11-23', 'ends tomorrow'],
    ['2026-12-06', 'ends in 14 days'],
    ['2026-12-07', undefined],
  ])('are warned of when they end soon: %s', (expires, text) => {
    const { warnings } = outcome({ robots: 'broken' }, { failOn, waivers: [waiver('robots', expires)] });
    expect(warnings).toEqual(text === undefined ? [] : [expect.stringContaining(text)]);
  });

  it('are warned of when nothing needs them, unless that could not be seen', () => {
    const given = { failOn, waivers: [waiver('robots', '2030-01-01')] };
    expect(outcome({}, given).warnings).toEqual([
      expect.stringContaining('Nothing needs the waiver of robots'),
    ]);
    expect(outcome({ robots: 'error' }, given).warnings).toEqual([]);
    expect(outcome({ robots: 'skip' }, given).warnings).toEqual([]);
  });
});

describe('worse', () => {
  it.each([
    ['pass', 'absent', 'fails'],
    ['pass', 'broken', 'fails'],
    ['absent', 'broken', 'fails'],
    ['noncompliant', 'broken', 'fails'],
    ['absent', 'absent', 'known'],
    ['broken', 'broken', 'known'],
    ['broken', 'absent', 'known'],
    ['absent', 'noncompliant', 'known'],
    ['n_a', 'absent', 'allowed'],
    ['error', 'broken', 'allowed'],
  ])('judges %s → %s as %s', (was, is, standing) => {
    const { standings, passed } = outcome({ robots: is }, { baseline: baselineOf({ robots: was }) });
    expect(standings).toEqual({ robots: standing });
    expect(passed).toBe(standing !== 'fails');
  });

  it('says how it was', () => {
    expect(outcome({ robots: 'broken' }, { baseline: baselineOf({ robots: 'absent' }) }).reasons).toEqual([
      'robots is broken and was absent in the baseline.',
    ]);
  });

  it('leaves known failures out of what else fails, but not out of the scores', () => {
    const baseline = baselineOf({ robots: 'broken' });
    const given = { baseline, failOn: ['broken', 'below'], assertions: { robots: 'pass' } } as const;
    expect(outcome({ robots: 'broken' }, given)).toMatchObject({
      passed: true,
      standings: { robots: 'known' },
    });
    expect(outcome({ robots: 'error' }, given)).toMatchObject({ passed: true, unseen: [] });
    expect(outcome({ robots: 'broken' }, { baseline, thresholds: { relative: 100 } }).passed).toBe(false);
    expect(outcome({ openapi: 'broken' }, given).reasons).toEqual(['openapi is broken.']);
  });

  it('fails nothing for what could not be seen, and warns of it', () => {
    expect(outcome({ robots: 'error' }, { baseline: baselineOf({}) })).toMatchObject({
      passed: true,
      warnings: ['These passed in the baseline and could not be seen: robots.'],
    });
  });

  it('warns of what is fixed', () => {
    expect(outcome({}, { baseline: baselineOf({ robots: 'absent', openapi: 'broken' }) }).warnings).toEqual([
      expect.stringContaining('robots, openapi'.split(', ').toSorted().join(', ')),
    ]);
  });

  it('calls nothing worse by other rules or for another site type, and says so', () => {
    const baseline = { ...baselineOf({ openapi: 'absent' }), rules: 1 };
    const changed = outcome({ robots: 'broken', openapi: 'broken' }, { baseline });
    expect(changed).toMatchObject({ passed: true, standings: { robots: 'allowed', openapi: 'known' } });
    expect(changed.warnings).toEqual([
      expect.stringMatching(/rules 1, this audit by .*rules \d+: .*--update-baseline/),
    ]);
    const api = outcome({ robots: 'broken' }, { baseline: baselineOf({}) }, { siteType: 'api' });
    expect(api).toMatchObject({
      passed: true,
      warnings: [expect.stringContaining('site type none, this audit of api')],
    });
    expect(outcome({ robots: 'broken' }, { baseline, failOn: ['worse', 'broken'] }).passed).toBe(false);
  });

  it('names the target of the baseline', () => {
    expect(outcome({}, { baseline: baselineOf({}) }).baseline).toBe('site.example');
    expect(outcome({}, {}).baseline).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { OWN_RULES } from '../scorecard/rules.ts';
import { type Adoption, adoptionOf, latestRate } from './adoption.ts';
import { type Point, sharePlot, tableDays } from './adoption-points.ts';
import { accountOf, headlines, plotText, spanText } from './adoption-texts.ts';
import { percentOf, rateText } from './rate.ts';
import { dayAfter, sitePeriods, type Timeline, verdictPeriods } from './verdict-periods.ts';

const OTHER_RULES = { ...OWN_RULES, rules: 1 };

/** Sites by their statuses of llms-txt, one a day from the first of November on. */
function figures(
  sites: readonly (readonly (string | undefined)[])[],
  {
    rules = () => OWN_RULES,
    check = 'llms-txt',
  }: { rules?: (site: number, day: number) => typeof OWN_RULES; check?: string } = {},
): Adoption {
  const timelines = sites.map(
    (statuses, site): Timeline => ({
      target: { host: `s${site}.example`, category: site % 2 === 0 ? 'news' : 'api' },
      past: statuses.flatMap((status, day) =>
        status === undefined
          ? []
          : [
              {
                at: `${dayAfter('2026-11-01', day)}T02:00:00.000Z`,
                rules: rules(site, day),
                verdicts: new Map([[check, status]]),
              },
            ],
      ),
      unseenSince: [],
    }),
  );
  return adoptionOf({
    days: timelines.flatMap(({ past }) => past.map(({ at }) => at.slice(0, 10))),
    sites: timelines.flatMap(sitePeriods),
    verdicts: timelines.flatMap(verdictPeriods),
  });
}

const shares = (adoption: Adoption, kind?: string) =>
  adoption.check('llms-txt', kind).map(({ passed, base, seen }) => `${passed}/${base}/${seen}`);

describe('the figures', () => {
  it('are of the sites to which a check applies and on which it could be seen, left out optional features among them', () => {
    const adoption = figures([
      ['pass'],
      ['absent'],
      ['n_a/optional-absent'],
      ['n_a/antecedent-unmet'],
      ['n_a'],
      ['skip'],
      ['error'],
      ['broken'],
    ]);
    expect(shares(adoption)).toEqual(['1/4/6']);
    expect(adoption.days).toMatchObject([{ day: '2026-11-01', sites: 8, left: 0 }]);
    expect(latestRate(adoption, 'llms-txt', 'no-such-check')).toEqual({ passed: 1, base: 4 });
  });

  it('are counted for each kind of site', () => {
    const adoption = figures([['pass'], ['pass'], ['absent']]);
    expect(adoption.kinds).toEqual(['api', 'news']);
    expect([shares(adoption, 'news'), shares(adoption, 'api')]).toEqual([['1/2/2'], ['1/1/1']]);
    expect(adoption.kind('news')).toEqual([{ passed: 1, base: 2, seen: 2 }]);
    expect(adoption.sites('news')).toEqual([2]);
  });

  it('follow the verdicts day by day', () => {
    const adoption = figures([
      ['absent', 'absent', 'pass'],
      ['absent', 'pass', 'absent'],
      [undefined, undefined, 'pass'],
    ]);
    expect(shares(adoption)).toEqual(['0/2/2', '1/2/2', '2/3/3']);
  });

  it('are of the rules that judged most sites, and say how many are left out', () => {
    const adoption = figures(
      [
        ['pass', 'pass'],
        ['pass', 'absent'],
        ['absent', 'absent'],
      ],
      {
        rules: (site, day) => (day === 0 || site === 0 ? OTHER_RULES : OWN_RULES),
      },
    );
    expect(adoption.days).toMatchObject([
      { rules: OTHER_RULES, sites: 3, left: 0 },
      { rules: OWN_RULES, sites: 2, left: 1 },
    ]);
    expect(shares(adoption)).toEqual(['2/3/3', '0/2/2']);
  });

  it('have a point a day for two months, a week before that, and a month before that', () => {
    const adoption = figures([Array.from({ length: 800 }, () => 'pass')]);
    const months = 800 - 400;
    expect(adoption.days.length).toBeGreaterThan(60 + 340 / 7 + months / 31 - 2);
    expect(adoption.days.length).toBeLessThan(60 + 340 / 7 + months / 30 + 4);
    expect(adoption.days.at(-60)?.day).toBe(dayAfter('2026-11-01', 740));
    expect(shares(adoption).every((share) => share === '1/1/1')).toBe(true);
  });

  it('are none where nothing was audited', () => {
    expect(figures([]).days).toEqual([]);
    expect(spanText(figures([]))).toContain('no figures yet');
  });
});

describe('the points of a plot', () => {
  const point = (day: string, passed: number, base = 4, rules = OWN_RULES): Point => ({
    day: `2026-11-${day}`,
    rules,
    passed,
    base,
  });
  const BOX = { width: 100, height: 40 };

  it('are placed by their dates and shares', () => {
    const plot = sharePlot([point('01', 0), point('02', 2), point('05', 4)], BOX);
    expect(plot).toEqual({ lines: 'M0 40L25 20L100 0', dots: [{ x: 100, y: 0 }], changes: [] });
  });

  it('are not joined over a change of rules, nor where there is none', () => {
    const before = [point('01', 1, 4, OTHER_RULES), point('02', 1, 4, OTHER_RULES)];
    const plot = sharePlot([...before, point('03', 4), point('04', 0, 0), point('05', 4)], BOX);
    expect(plot.lines).toBe('M0 30L25 30');
    expect(plot.dots).toEqual([
      { x: 50, y: 0 },
      { x: 100, y: 0 },
    ]);
    expect(plot.changes).toEqual([50]);
  });

  it('have no share where there is no site', () => {
    expect(percentOf(point('01', 0, 0))).toBeNull();
    expect([rateText(point('01', 0, 0)), rateText(point('01', 1, 6))]).toEqual([
      'no site',
      '1 of 6 sites (17%)',
    ]);
    expect(plotText([point('01', 0, 0)])).toBe('No site to which it applies');
  });

  it('stand in tables of six days at most, the first and the last among them', () => {
    expect([0, 1, 2, 6, 7, 100].map((days) => tableDays(Array(days).fill(0)))).toEqual([
      [],
      [0],
      [0, 1],
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 4, 5, 6],
      [0, 20, 40, 59, 79, 99],
    ]);
  });
});

describe('the text', () => {
  it('gives each figure with its base, and how it was at the first point by the same rules', () => {
    const adoption = figures(
      [
        ['pass', 'absent', 'pass', 'pass'],
        ['pass', 'absent', 'absent', 'pass'],
        ['pass', 'absent', 'pass', 'absent'],
      ],
      { rules: (_, day) => (day === 0 ? OTHER_RULES : OWN_RULES) },
    );
    expect(headlines(adoption)).toEqual([
      {
        check: 'llms-txt',
        percent: '67%',
        few: true,
        text: 'of the sites publish an llms.txt file (2 of 3). On 2026-11-02 it was 0% (0 of 3).',
      },
    ]);
    const [account = ''] = accountOf(adoption, []).filter((item) => item.includes('rules'));
    expect(account).toContain('They changed on 2026-11-02');
  });

  it('of one night says that there is nothing to compare yet', () => {
    const adoption = figures([['pass']]);
    expect(spanText(adoption)).toContain('start with the second day');
    expect(headlines(adoption)[0]?.text).toMatch(/\(1 of 1\)\.$/);
    expect(accountOf(adoption, []).join(' ')).toContain('They have not changed while');
  });

  it('counts the sites that cannot be seen', () => {
    const listingState = { state: 'refuses', since: '', at: '', by: undefined, message: '' } as const;
    expect(accountOf(figures([['pass']]), [{ listingState }]).join(' ')).toContain(
      '1 site refuses automated clients',
    );
  });
});

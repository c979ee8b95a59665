import { expect, it } from 'vitest';
import { OWN_RULES } from '../scorecard/rules.ts';
import { sitePeriods, type Timeline, verdictPeriods } from './verdict-periods.ts';

const target = { host: 'site.example', category: 'news' } as const;
const at = (day: string) => `2026-11-${day}T02:00:00.000Z`;
const audit = (day: string, status?: string, rules = OWN_RULES) => ({
  at: at(day),
  rules,
  verdicts: new Map(status === undefined ? [] : [['robots', status]]),
});
const OTHER_RULES = { ...OWN_RULES, rules: 1 };

/** From which audit to which a status held, and until when it counts. */
function held(past: Timeline['past'], ...unseenSince: string[]) {
  return verdictPeriods({ target, past, unseenSince: unseenSince.map(at) }).map(
    ({ verdict, first, last, until }) =>
      `${verdict} ${first.slice(8, 10)}–${last.slice(8, 10)} until ${until?.slice(5) ?? 'never'}`,
  );
}

it('a verdict counts until the next one, the last for seven days', () => {
  expect(held([audit('01', 'absent'), audit('02', 'absent'), audit('03', 'pass')])).toEqual([
    'absent 01–02 until 11-02',
    'pass 03–03 until 11-10',
  ]);
});

it('a verdict is not counted for longer than seven days without an audit', () => {
  expect(held([audit('01', 'absent'), audit('20', 'pass')])).toEqual([
    'absent 01–01 until 11-08',
    'pass 20–20 until 11-27',
  ]);
});

it('audits between two that say the same are not stored: the verdict counts all the time', () => {
  expect(held([audit('01', 'pass'), audit('20', 'pass')])).toEqual(['pass 01–20 until 11-27']);
});

it('a site does not count while it cannot be seen', () => {
  expect(held([audit('01', 'pass'), audit('20', 'pass')], '10')).toEqual([
    'pass 01–01 until 11-09',
    'pass 20–20 until 11-27',
  ]);
  expect(held([audit('01', 'pass'), audit('02', 'pass')], '04')).toEqual(['pass 01–02 until 11-03']);
});

it('a site counts on the day on which it was seen and then refused', () => {
  const past = [{ ...audit('02', 'pass'), at: '2026-11-02T01:00:00.000Z' }];
  expect(held(past, '02')).toEqual(['pass 02–02 until 11-02']);
});

it('of two audits of one day the later one counts', () => {
  const later = { ...audit('01', 'pass'), at: '2026-11-01T09:00:00.000Z' };
  expect(held([audit('01', 'absent'), later])).toEqual([
    'absent 01–01 until never',
    'pass 01–01 until 11-08',
  ]);
});

it('the same verdict by other rules is another one', () => {
  expect(held([audit('01', 'pass', OTHER_RULES), audit('02', 'pass')])).toEqual([
    'pass 01–01 until 11-01',
    'pass 02–02 until 11-09',
  ]);
});

it('a check that is not judged any more ends', () => {
  expect(held([audit('01', 'pass'), audit('03')])).toEqual(['pass 01–01 until 11-02']);
});

it('a site has a period for each of the rules that judged it', () => {
  const past = [audit('01', 'pass', OTHER_RULES), audit('02', 'pass'), audit('03', 'absent')];
  expect(sitePeriods({ target, past, unseenSince: [] })).toMatchObject([
    { host: 'site.example', kind: 'news', rules: OTHER_RULES, first: at('01'), last: at('01') },
    { rules: OWN_RULES, first: at('02'), last: at('03'), until: '2026-11-10' },
  ]);
});

/** Tests which verdicts a target's history keeps, also when stored results are merged. */
import { describe, expect, it } from 'vitest';
import { goodResult, mergeStored, noteFailure, nothingStored } from '../../catalog/results/merge.ts';
import { storedText } from '../../catalog/results/stored-text.ts';
import { envelopeFor, standInChecks } from '../../testing/envelopes.ts';
import { withChanges } from './history.ts';
import { pastVerdicts } from './past-verdicts.ts';
import { type Stored, storedSchema } from './record.ts';

const HOST = 'site.example';
const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
/** Checks of one level, so that each failure costs the same. */
const [first = '', second = '', third = ''] = standInChecks
  .filter(({ keyword }) => keyword === 'should')
  .map(({ id }) => id);

/** Returns an audit in which these checks are absent and all others pass. */
const audited = (day: number, ...absent: string[]) =>
  envelopeFor({
    scoredAt: at(day),
    verdict: ({ id }) => ({ status: absent.includes(id) ? 'absent' : 'pass', evidence: 'seen on the site' }),
  });
const good = (day: number, ...absent: string[]) => goodResult(HOST, audited(day, ...absent));
const sum = (...states: Stored[]) => states.reduce(mergeStored, nothingStored(HOST));
const changedOf = ({ history }: Stored) =>
  history.map(({ scored_at, changed }) => [new Date(scored_at).getUTCDate(), changed]);

const gone = (id: string) => ({ id, from: 'pass', to: 'absent' });
const back = (id: string) => ({ id, from: 'absent', to: 'pass' });

describe('verdicts of the past', () => {
  it('are kept as what each point changed, and nothing where nothing did', () => {
    const nights = [
      good(1),
      good(2, first),
      good(3, first),
      good(4, first),
      good(5, first, second),
      good(6, second),
    ];
    const stored = sum(...nights);
    expect(changedOf(stored)).toEqual([
      [1, undefined],
      [2, [gone(first)]],
      [4, []],
      [5, [gone(second)]],
      [6, [back(first)]],
    ]);
    expect(mergeStored(stored, stored)).toEqual(stored);
    expect(storedSchema.parse(stored)).toEqual(stored);
  });

  it('are kept of all points for 30 days, of four a month for a year, then of one a month', () => {
    const changing = standInChecks.slice(0, 9).map(({ id }) => id);
    // The absent checks differ each day.
    const absentOn = (day: number) => changing.filter((_, i) => Math.floor((day + 400) / 2 ** i) % 2 === 1);
    let stored = nothingStored(HOST);
    for (let day = -400; day <= 30; day += 1) stored = mergeStored(stored, good(day, ...absentOn(day)));
    const kept = stored.history.map(({ scored_at }) => scored_at);
    const month = (from: string) => kept.filter((one) => one.startsWith(from)).map((one) => one.slice(8, 10));
    expect([month('2025-09'), month('2025-10'), month('2025-11')]).toEqual([['30'], ['31'], ['21', '30']]);
    expect(month('2026-02')).toEqual(['07', '14', '21', '28']);
    expect(month('2026-11')).toHaveLength(30);
    expect(mergeStored(stored, stored)).toEqual(stored);
    const past = pastVerdicts(stored).map(({ at: time, verdicts }) => [
      time,
      changing.filter((id) => verdicts.get(id) === 'absent'),
    ]);
    const dayOf = (time: string) => (Date.parse(time) - Date.parse(at(0))) / (24 * 3_600_000);
    expect(past).toEqual(kept.map((time) => [time, absentOn(dayOf(time))]));
  });

  it('are kept of the last scorecard that differs, however old it is', () => {
    const stored = sum(good(1, first), good(2, second), good(3, third), good(50, third), good(51, third));
    const past = pastVerdicts(stored).map(({ verdicts }) =>
      [first, second, third].find((id) => verdicts.get(id) === 'absent'),
    );
    expect(past).toEqual([second, third, third]);
    expect(mergeStored(stored, stored)).toEqual(stored);
  });

  it('are kept of a point whose scores are those of its neighbors', () => {
    const nights = [good(1, first), good(2, second), good(3, third), good(4, third), good(5, third)];
    const equal = sum(...nights);
    expect(changedOf(equal).map(([day]) => day)).toEqual(expect.arrayContaining([1, 2, 3, 5]));
  });

  it('are reported for a file that an older version wrote, by the two scorecards that it has', () => {
    const stored = sum(good(1), good(2, first), good(3, first));
    const old = { ...stored, history: stored.history.map(({ changed: _, ...entry }) => entry) };
    const known = [old.latest, old.previous].filter((one) => one !== null);
    expect(changedOf({ ...old, history: withChanges(old.history, known) })).toEqual(changedOf(stored));
    expect(changedOf(mergeStored(old, good(4, first)))).toEqual([
      [1, undefined],
      [2, [gone(first)]],
      [4, []],
    ]);
  });

  it('name a check that the rules before did not have', () => {
    const { scorecard, ...others } = audited(1);
    const results = scorecard.results.filter(({ id }) => id !== second);
    const before = { ...others, scorecard: { ...scorecard, results, rules: 1 } };
    expect(changedOf(sum(goodResult(HOST, before), good(2, first)))).toEqual([
      [1, undefined],
      [2, [gone(first), { id: second, from: null, to: 'pass' }]],
    ]);
  });
});

describe('times listed apart', () => {
  const failure = (day: number, kind: string) => ({ at: at(day), kind, message: 'no', by: 'a wall' });
  const refused = (day: number) => failure(day, 'target_blocked');

  it('are kept when they have ended, by an audit or by another state', () => {
    const stored = sum(noteFailure(noteFailure(sum(good(1)), refused(2)), refused(3)), good(4));
    expect(stored.past_states).toEqual([{ state: 'refuses', since: at(2), until: at(4), by: 'a wall' }]);
    expect(mergeStored(stored, stored)).toEqual(stored);
    expect(storedSchema.parse(stored)).toEqual(stored);
    const declined = noteFailure(noteFailure(stored, refused(5)), failure(6, 'target_declined'));
    expect(declined.past_states?.map(({ state, until }) => [state, until])).toEqual([
      ['refuses', at(4)],
      ['refuses', at(6)],
    ]);
    const shard = noteFailure(nothingStored(HOST), refused(2));
    expect(mergeStored(good(4), shard)).toEqual(mergeStored(shard, good(4)));
  });

  it('are not those of a site that was down for a night, and a file without any has none', () => {
    const stored = sum(noteFailure(sum(good(1)), failure(2, 'target_unreachable')), good(3));
    expect(stored.past_states).toBeUndefined();
    expect(storedText(stored)).not.toContain('past_states');
  });

  it('are bounded', () => {
    let stored = sum(good(1));
    for (let day = 2; day < 60; day += 2)
      stored = mergeStored(noteFailure(stored, refused(day)), good(day + 1));
    expect(stored.past_states).toHaveLength(20);
    expect(stored.past_states?.at(-1)?.until).toBe(at(59));
  });
});

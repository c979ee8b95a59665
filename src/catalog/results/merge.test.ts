import { describe, expect, it } from 'vitest';
import { RULES } from '../../audit/check-texts/rule-sets.ts';
import { listingStateOf, publishable } from '../../audit/scorecard/listing-state.ts';
import type { Stored } from '../../audit/scorecard/record.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import {
  goodResult,
  mergeAt,
  mergeStored,
  noteFailure,
  nothingStored,
  replaceJudgment,
  saysTheSame,
} from './merge.ts';
import { storedText } from './stored-text.ts';

const HOST = 'site.example';
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`;

/** Returns an audit whose first `failing` checks are absent. */
function audited(day: number, failing = 0) {
  return envelopeFor({
    scoredAt: at(day),
    verdict: (_, i) => ({ status: i < failing ? 'absent' : 'pass', evidence: 'seen on the site' }),
  });
}

const good = (day: number, failing = 0) => goodResult(HOST, audited(day, failing));
const failure = (day: number) => ({ at: at(day), kind: 'target_unreachable', message: `down on day ${day}` });
const sum = (...states: Stored[]) => states.reduce(mergeStored, nothingStored(HOST));

describe('mergeStored', () => {
  it('keeps the newest good result, in any order', () => {
    const states = [good(1, 3), good(2, 2), good(3, 1), good(4, 1)];
    const expected = sum(...states);
    expect(expected.latest?.freshness.scored_at).toBe(at(4));
    expect(expected.history.map(({ scored_at }) => scored_at)).toEqual([1, 2, 3, 4].map(at));
    expect(sum(...states.toReversed())).toEqual(expected);
    const [a, b, c, d] = states as [Stored, Stored, Stored, Stored];
    expect(mergeStored(mergeStored(c, a), mergeStored(d, b))).toEqual(expected);
    expect(mergeStored(expected, expected)).toEqual(expected);
  });

  it('keeps the last different scorecard as previous, not an equal one', () => {
    const stored = sum(good(1, 5), good(2, 1), good(3, 1), good(4, 1));
    expect(stored.previous?.freshness.scored_at).toBe(at(1));
    expect(sum(good(1), good(2)).previous).toBeNull();
  });

  it('keeps the first and last of consecutive equal scores', () => {
    const days = [1, 2, 3, 4].map((day) => good(day, 1)).concat(good(5), good(6, 1));
    expect(sum(...days).history.map(({ scored_at }) => scored_at)).toEqual([1, 4, 5, 6].map(at));
  });

  it('never replaces a good result with a failure', () => {
    const stored = noteFailure(sum(good(1)), failure(2));
    expect(stored.latest?.freshness.scored_at).toBe(at(1));
    expect(stored.failure).toEqual({ ...failure(2), since: at(2) });
    expect(noteFailure(sum(good(3)), failure(2)).failure).toBeNull();
    expect(mergeStored(stored, good(3)).failure).toBeNull();
    expect(noteFailure(stored, failure(4)).failure).toEqual({ ...failure(4), since: at(2) });
    expect(noteFailure(stored, failure(1)).failure).toEqual({ ...failure(2), since: at(2) });
  });

  it('records since when consecutive attempts have failed in the same way', () => {
    const refusal = (day: number) => ({ ...failure(day), kind: 'target_blocked', by: 'a wall' });
    const twice = noteFailure(noteFailure(sum(good(1)), refusal(3)), refusal(5));
    expect(twice.failure).toEqual({ ...refusal(5), since: at(3) });
    expect(twice.latest?.freshness.scored_at).toBe(at(1));
    expect(twice.history).toHaveLength(1);
    expect(noteFailure(twice, failure(6)).failure, 'another failure').toEqual({
      ...failure(6),
      since: at(6),
    });
    expect(mergeStored(twice, good(4)).failure, 'seen in between').toEqual({ ...refusal(5), since: at(5) });
    expect(mergeStored(twice, good(6)).failure).toBeNull();
    const shard = noteFailure(nothingStored(HOST), refusal(2));
    expect(mergeStored(twice, shard)).toEqual(mergeStored(shard, twice));
    expect(mergeStored(twice, shard).failure?.since).toBe(at(2));
  });

  it('remembers that an owner declined until an audit succeeds', () => {
    const declining = (day: number) => ({ ...failure(day), kind: 'target_declined' });
    const declined = noteFailure(sum(good(1)), declining(2));
    expect(declined.latest, 'nothing is lost').not.toBeNull();
    const later = noteFailure(noteFailure(declined, failure(3)), declining(5));
    for (const stored of [declined, noteFailure(declined, failure(3)), later]) {
      expect(listingStateOf(stored)).toMatchObject({ state: 'declined', since: at(2) });
      expect(publishable(stored)).toMatchObject({ latest: null, previous: null, history: [] });
    }
    expect(storedText(later)).toContain('"declined"');
    const again = mergeStored(noteFailure(later, failure(6)), good(7, 2));
    expect(listingStateOf(again)).toBeUndefined();
    expect(publishable(again)).toBe(again);
    expect(listingStateOf(noteFailure(again, failure(8)))).toBeUndefined();
    const shards = [
      noteFailure(nothingStored(HOST), declining(2)),
      noteFailure(nothingStored(HOST), failure(4)),
    ];
    expect(sum(good(1), ...shards)).toEqual(sum(...shards.toReversed(), good(1)));
    expect(listingStateOf(sum(good(3), ...shards)), 'an audit in between').toBeUndefined();
  });

  const ahead = noteFailure(sum(good(1, 2), good(20)), failure(21));
  const down = { ...nothingStored(HOST), failure: { ...failure(3), since: at(3) } };
  it.each([
    { what: 'a new scorecard', other: good(3, 1), latest: at(3), points: [at(1), at(3)], failed: null },
    {
      what: 'another state ahead',
      other: good(22, 1),
      latest: at(22),
      points: [at(1), at(20), at(22)],
      failed: null,
    },
    { what: 'a failure', other: down, latest: at(20), points: [at(1), at(20)], failed: down.failure },
  ])(
    'keeps a scorecard dated in the future only if there is no other: $what',
    ({ other, latest, points, failed }) => {
      for (const merged of [mergeAt(at(4), ahead, other), mergeAt(at(4), other, ahead)]) {
        expect(merged.latest?.freshness.scored_at).toBe(latest);
        expect(merged.history.map(({ scored_at }) => scored_at)).toEqual(points);
        expect(merged.failure).toEqual(failed);
      }
      expect(mergeAt(at(30), ahead, other)).toEqual(mergeStored(ahead, other));
    },
  );

  it('reads a file without rules as rules 1, and keeps both judgments', () => {
    const { rules: _, ...scorecard } = audited(1).scorecard;
    const old = { ...audited(1), scorecard };
    expect(saysTheSame(old, audited(2))).toBe(false);
    const stored = sum(goodResult(HOST, old), good(2));
    expect(stored.previous).toEqual(old);
    expect(stored.history.map(({ rules }) => rules)).toEqual([undefined, RULES]);
  });

  it('replaces a judgment, and keeps the old one as previous if they differ', () => {
    const stored = sum(good(1, 3), good(2, 1));
    const judged = replaceJudgment(stored, audited(2, 2));
    expect(judged.latest).toEqual(audited(2, 2));
    expect(judged.previous).toEqual(audited(2, 1));
    expect(judged.history).toHaveLength(2);
    expect(replaceJudgment(stored, audited(2, 1))).toEqual(stored);
    expect(replaceJudgment(stored, audited(1))).toBe(stored);
    expect(replaceJudgment(stored, audited(3)).latest).toEqual(audited(3));
  });

  it('keeps a history point for each set of rules', () => {
    const old = audited(2, 3);
    old.scorecard.rules = 1;
    const stored = sum(good(1), goodResult(HOST, old), good(3, 1));
    const again = replaceJudgment(
      { ...stored, latest: old, history: stored.history.slice(0, 2) },
      audited(2, 3),
    );
    expect(again.history.map(({ scored_at, rules }) => [scored_at, rules])).toEqual([
      [at(1), RULES],
      [at(2), 1],
      [at(2), RULES],
    ]);
    expect(again.previous?.scorecard.rules).toBe(1);
    expect(mergeStored(stored, again).history).toHaveLength(4);
  });

  it('treats scorecards as equal if rules, scores and verdicts match', () => {
    expect(saysTheSame(audited(1, 1), audited(2, 1))).toBe(true);
    expect(saysTheSame(audited(1, 1), audited(1, 2))).toBe(false);
    const other = audited(1, 1);
    other.scorecard.spec_version = '0.6.0';
    expect(saysTheSame(audited(1, 1), other)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { RULES } from '../audit/check-texts/rule-sets.ts';
import { publishable } from '../audit/scorecard/listing-state.ts';
import type { Stored } from '../audit/scorecard/record.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from '../catalog/results/merge.ts';
import { envelopeFor, standInChecks } from '../testing/envelopes.ts';
import { changeHeadline, changeSentences } from './change-texts.ts';
import { changeKey, changesOf } from './changes.ts';

const HOST = 'site.example';
const TARGET = { host: HOST, name: 'Site' };
const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString();
const [first = '', second = ''] = standInChecks
  .filter(({ keyword }) => keyword === 'should')
  .map(({ id }) => id);

type Statuses = Readonly<Record<string, 'absent' | 'broken' | 'skip'>>;

function audited(day: number, statuses: Statuses = {}, rules?: number) {
  const envelope = envelopeFor({
    scoredAt: at(day),
    verdict: ({ id }) => ({ status: statuses[id] ?? 'pass', evidence: 'seen on the site' }),
  });
  if (rules !== undefined) envelope.scorecard.rules = rules;
  return envelope;
}

const good = (day: number, statuses?: Statuses, rules?: number) =>
  goodResult(HOST, audited(day, statuses, rules));
const sum = (...states: Stored[]) => states.reduce(mergeStored, nothingStored(HOST));
const told = (stored: Stored) => changesOf(TARGET, stored);
const brief = (stored: Stored) =>
  told(stored).map(({ kind, at: time, verdicts }) => [
    kind,
    new Date(time).getUTCDate() + 30 * (new Date(time).getUTCMonth() - 10),
    verdicts?.map(({ id, from, to }) => `${id} ${from} ${to}`),
  ]);

describe('a change of the site', () => {
  it('is reported once, at the time of the audit that found it, with its checks', () => {
    const stored = sum(good(1), good(2, { [first]: 'absent' }), good(3, { [first]: 'absent' }));
    expect(brief(stored)).toEqual([
      ['site', 2, [`${first} pass absent`]],
      ['first', 1, undefined],
    ]);
    const [change] = told(stored);
    expect(change?.score?.from).toEqual({ relative: 100, global: 100 });
    expect(change?.verdicts?.[0]?.direction).toBe('worse');
    const later = sum(stored, good(9, { [first]: 'absent' }), good(10, { [first]: 'broken' }));
    expect(told(later).slice(1).map(changeKey)).toEqual(told(stored).map(changeKey));
  });

  it('skips audits that could not see a check, and compares with its last known verdict', () => {
    const night = sum(good(1), good(2, { [first]: 'skip' }));
    expect(brief(night)).toEqual([['first', 1, undefined]]);
    expect(brief(sum(night, good(3)))).toEqual([['first', 1, undefined]]);
    const broken = sum(night, good(3, { [first]: 'broken' }));
    expect(brief(broken)).toEqual([
      ['site', 3, [`${first} pass broken`]],
      ['first', 1, undefined],
    ]);
    expect(told(broken)[0]?.score?.from).toEqual({ relative: 100, global: 100 });
  });

  it('has no list of checks if a file of an older version has none', () => {
    const stored = sum(
      good(1),
      good(2, { [first]: 'absent' }),
      good(3, { [first]: 'absent', [second]: 'absent' }),
    );
    const history = stored.history.map(({ changed: _, ...entry }) => entry);
    expect(brief({ ...stored, history })).toEqual([
      ['site', 3, [`${second} pass absent`]],
      ['unclear', 2, undefined],
      ['first', 1, undefined],
    ]);
  });
});

describe('a change of the rules', () => {
  it('is not reported as a change of the site', () => {
    const old = sum(good(1, { [first]: 'absent' }, 1), good(3, { [second]: 'absent' }));
    expect(told(old).map(({ kind }) => kind)).toEqual(['rules', 'first']);
    const [change] = told(old);
    expect(change && changeHeadline(change)).toBe(`Site: judged by new rules (rules ${RULES})`);
    expect(change && changeSentences(change).join(' ')).toContain('may have changed as well');
    const twice = sum(good(1, {}, 1), good(1, { [first]: 'absent' }), good(2, { [first]: 'absent' }));
    const [judged] = told(twice);
    expect(judged?.rules).toMatchObject({ from: { rules: 1 }, to: { rules: RULES }, sameAudit: true });
    expect(judged && changeSentences(judged).join(' ')).toContain('The rules changed, not the site');
    expect(told(twice)).toHaveLength(2);
  });
});

describe('the listing state', () => {
  const failure = (day: number, kind: string) => ({ at: at(day), kind, message: 'no', by: 'a wall' });

  it('is reported when it begins and when it ends', () => {
    const refused = noteFailure(
      noteFailure(sum(good(1)), failure(2, 'target_blocked')),
      failure(3, 'target_blocked'),
    );
    expect(brief(refused)).toEqual([
      ['apart', 2, undefined],
      ['first', 1, undefined],
    ]);
    const back = mergeStored(refused, good(4));
    expect(told(back).map(({ kind, state }) => [kind, state])).toEqual([
      ['back', 'refuses'],
      ['apart', 'refuses'],
      ['first', undefined],
    ]);
    expect(told(mergeStored(noteFailure(back, failure(5, 'target_unreachable')), good(6)))).toEqual(
      told(back),
    );
  });

  it('can change to another state directly', () => {
    const declined = noteFailure(
      noteFailure(sum(good(1)), failure(2, 'target_blocked')),
      failure(3, 'target_declined'),
    );
    expect(told(declined).map(({ kind, state }) => [kind, state])).toEqual([
      ['apart', 'declined'],
      ['apart', 'refuses'],
      ['first', undefined],
    ]);
    expect(
      changesOf(TARGET, publishable(declined)).map(({ state }) => state),
      'nothing that earlier audits found is shown',
    ).toEqual(['declined']);
  });
});

it('all changes of a site have different keys', () => {
  const stored = sum(good(1, {}, 1), good(1), good(2, { [first]: 'absent' }), good(3));
  const keys = told(stored).map(changeKey);
  expect(new Set(keys).size).toBe(keys.length);
});

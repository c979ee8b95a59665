/** What made the difference to the scorecard before. */
import { expect, it } from 'vitest';
import { goodResult, mergeStored, nothingStored, replaceJudgement } from '../results/merge.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { lastChange } from './last-change.ts';
import type { Stored } from './record.ts';

const HOST = 'a.example';

/** A scorecard whose first `failing` checks are absent. */
const audited = (failing: number, scoredAt = '2026-11-21T10:00:00.000Z') =>
  envelopeFor({
    target: HOST,
    scoredAt,
    verdict: (_, i) => ({ status: i < failing ? 'absent' : 'pass', evidence: 'seen on the site' }),
  });
const scored = (failing: number, scoredAt?: string): Stored =>
  mergeStored(nothingStored(HOST), goodResult(HOST, audited(failing, scoredAt)));

it('is the site where two audits follow one set of rules', () => {
  const stored = mergeStored(scored(3, '2026-11-20T10:00:00.000Z'), scored(1));
  expect(lastChange(stored)).toMatchObject({ cause: 'site' });
});

it('is the rules where one audit was judged twice', () => {
  const old = audited(3);
  old.scorecard.spec_version = '0.4.0';
  const stored = mergeStored(nothingStored(HOST), goodResult(HOST, old));
  expect(lastChange(replaceJudgement(stored, audited(1)))).toMatchObject({ cause: 'rules' });
});

it('is nothing for a first scorecard, and for none', () => {
  expect(lastChange(scored(3))).toBeUndefined();
  expect(lastChange(nothingStored(HOST))).toBeUndefined();
});

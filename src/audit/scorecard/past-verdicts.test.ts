import { expect, it } from 'vitest';
import { goodResult, mergeStored, nothingStored } from '../../catalog/results/merge.ts';
import { changesOf } from '../../report/changes.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { fileOfGeneration, GENERATIONS } from '../../testing/generations.ts';
import { pastVerdicts } from './past-verdicts.ts';
import { type Stored, storedSchema } from './record.ts';

const HOST = 'site.example';

/** An audit on a day of November, in which these checks were absent. */
function audited(day: number, ...absent: string[]) {
  return envelopeFor({
    target: HOST,
    scoredAt: `2026-11-${String(day).padStart(2, '0')}T02:00:00.000Z`,
    verdict: ({ id }) => ({ status: absent.includes(id) ? 'absent' : 'pass', evidence: 'seen' }),
  });
}

function stored(...audits: ReturnType<typeof audited>[]): Stored {
  return audits.reduce(
    (before, envelope) => mergeStored(before, goodResult(HOST, envelope)),
    nothingStored(HOST),
  );
}

/** The days of the audits, each with the checks that were absent. */
function told(of: Stored) {
  return pastVerdicts(of).map(({ at, verdicts }) => [
    at.slice(8, 10),
    [...verdicts].filter(([, status]) => status === 'absent').map(([id]) => id),
  ]);
}

it('gives the verdicts of every audit of which the changes are known', () => {
  const history = stored(
    audited(1, 'llms-txt', 'robots'),
    audited(2, 'llms-txt'),
    audited(3),
    audited(4, 'openapi'),
  );
  expect(told(history)).toEqual([
    ['01', ['robots', 'llms-txt']],
    ['02', ['llms-txt']],
    ['03', []],
    ['04', ['openapi']],
  ]);
});

it('reads what is written to the file and read again', () => {
  const history = stored(audited(1, 'llms-txt'), audited(2), audited(3, 'robots'));
  expect(told(storedSchema.parse(JSON.parse(JSON.stringify(history))))).toEqual(told(history));
});

/** Returns the results as written by a version that stored no changes. */
function withoutChanges(of: Stored): Stored {
  return { ...of, history: of.history.map(({ changed: _, ...entry }) => entry) };
}

it('of a file without changes gives what its two scorecards tell, and nothing before', () => {
  const old = withoutChanges(stored(audited(1, 'llms-txt'), audited(2), audited(3, 'robots')));
  expect(told(old)).toEqual([
    ['02', []],
    ['03', ['robots']],
  ]);
});

it('stops where a change does not lead to what came after it', () => {
  const history = stored(audited(1), audited(2, 'robots'), audited(3), audited(4, 'llms-txt'));
  const broken = history.history.map((entry, i) =>
    i === 2 ? { ...entry, changed: [{ id: 'robots', from: 'absent', to: 'broken' } as const] } : entry,
  );
  expect(told({ ...history, history: broken }).map(([day]) => day)).toEqual(['03', '04']);
});

it('leaves out a check that was not judged then', () => {
  const history = stored(audited(1), audited(2));
  const [first, second] = history.history;
  if (first === undefined || second === undefined) throw new Error('two audits are kept');
  const changed = [
    { id: 'robots', from: null, to: 'pass' },
    { id: 'gone', from: 'broken', to: null },
  ] as const;
  const [before] = pastVerdicts({ ...history, history: [first, { ...second, changed }] });
  expect(before?.verdicts.has('robots')).toBe(false);
  expect(before?.verdicts.get('gone')).toBe('broken');
});

it('knows nothing of the past of a site without a scorecard', () => {
  expect(pastVerdicts(nothingStored(HOST))).toEqual([]);
});

it.each(GENERATIONS)('reads a file of the generation “%s” back to its scorecard before', (generation) => {
  const file = storedSchema.parse(fileOfGeneration(generation, { host: HOST }));
  const past = pastVerdicts(file);
  expect(past.map(({ verdicts }) => verdicts.get('openapi'))).toEqual([
    'absent',
    file.latest?.scorecard.results.find(({ id }) => id === 'openapi')?.status,
  ]);
});

it('knows why a check did not apply, also where that alone changed', () => {
  const because = (day: number, reason: 'antecedent-unmet' | 'optional-absent') =>
    envelopeFor({
      target: HOST,
      scoredAt: `2026-11-0${day}T02:00:00.000Z`,
      verdict: ({ id }) =>
        id === 'sitemap' ? { status: 'n_a', reason, evidence: 'seen' } : { status: 'pass', evidence: 'seen' },
    });
  const history = stored(because(1, 'optional-absent'), because(2, 'antecedent-unmet'), audited(3));
  const words = (of: Stored) => pastVerdicts(of).map(({ verdicts }) => verdicts.get('sitemap'));
  expect(words(history)).toEqual(['n_a/optional-absent', 'n_a/antecedent-unmet', 'pass']);
  expect(changesOf({ host: HOST, name: HOST }, history).map(({ kind }) => kind)).toEqual(['site', 'first']);
});

import { expect, it } from 'vitest';
import { envelopeFor } from '../../testing/envelopes.ts';
import type { Status } from '../check-texts/vocabulary.ts';
import { headlineOf, titleOf } from './title.ts';

const LABEL = 'Unknown pages answer 404';
const of = (status: Status, id = 'agent-friendly-404') => titleOf({ id, label: LABEL, status });

it('is the sentence that is true of the status', () => {
  for (const status of ['absent', 'broken', 'noncompliant'] as const)
    expect(of(status)).toBe('Unknown pages do not answer 404');
  expect(of('pass')).toBe('Unknown pages answer 404 or 410');
  for (const status of ['n_a', 'error', 'skip'] as const) expect(of(status)).toBe(LABEL);
});

it('is the label for a check that this version does not know', () => {
  for (const status of ['pass', 'broken'] as const) expect(of(status, 'of-a-newer-version')).toBe(LABEL);
});

it('gives way to what is the matter with this site', () => {
  const result = envelopeFor().scorecard.results.find(({ id }) => id === 'agent-friendly-404');
  if (result === undefined) throw new Error('no result');
  expect(headlineOf({ ...result, status: 'broken', finding: 'It is a server error.' })).toBe(
    'It is a server error',
  );
  expect(headlineOf({ ...result, status: 'pass' })).toBe('Unknown pages answer 404 or 410');
});

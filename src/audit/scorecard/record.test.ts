/** Tests that results files of every version can be read and are written back unchanged. */
import { describe, expect, it } from 'vitest';
import { fileOfGeneration, GENERATIONS } from '../../testing/generations.ts';
import { storedSchema } from './record.ts';

const HOST = 'site.example';
const file = (generation: (typeof GENERATIONS)[number]) => fileOfGeneration(generation, { host: HOST });

describe.each(GENERATIONS)('a file of an %s version', (generation) => {
  it('is read with both scorecards and its history, and written as it was, byte for byte', () => {
    const data = file(generation);
    const stored = storedSchema.parse(data);
    expect([stored.latest?.target, stored.previous?.target]).toEqual([HOST, HOST]);
    expect(stored.history).toHaveLength(2);
    expect(JSON.stringify(storedSchema.parse(stored))).toBe(JSON.stringify(data));
  });
});

it.each([
  ['no host', { host: undefined }],
  ['no scorecard, where none is not said either', { latest: undefined }],
  ['a latest scorecard that is none', { latest: { target: HOST } }],
  ['an earlier scorecard that is none', { previous: {} }],
  ['a point of the history that is none', { history: [{ scored_at: 'yesterday' }] }],
  ['a failure of another kind', { failure: { at: 1 } }],
])('a file with %s is refused', (_, part) => {
  expect(storedSchema.safeParse({ ...file('earlier'), ...part }).success).toBe(false);
});

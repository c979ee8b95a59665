/** Files of results of any version: what is read of them, and what would be written. */
import { describe, expect, it } from 'vitest';
import { fileOfGeneration, GENERATIONS, type Json } from '../testing/generations.ts';
import { storedSchema, writtenRecord } from './record.ts';

const HOST = 'site.example';
const file = (generation: (typeof GENERATIONS)[number]) => fileOfGeneration(generation, { host: HOST });

describe.each(GENERATIONS)('a file of the generation “%s”', (generation) => {
  it('is read with both scorecards and its history, and only a newer one is sealed', () => {
    const stored = storedSchema.parse(file(generation));
    expect([stored.latest?.target, stored.previous?.target]).toEqual([HOST, HOST]);
    expect(stored.history).toHaveLength(2);
    expect(stored.unwritable !== undefined).toBe(generation === 'newer');
  });

  it('would be written as it was, byte for byte, but for what seals it', () => {
    const { annotations: _, ...known } = file(generation);
    expect(JSON.stringify(writtenRecord(storedSchema.parse(file(generation))))).toBe(JSON.stringify(known));
  });
});

it('points of a history keep what this version does not know of them', () => {
  const data = file('second');
  const history = (data.history as Json[]).map((point) => ({ ...point, checks: 65 }));
  expect(writtenRecord(storedSchema.parse({ ...data, history }))).toMatchObject({ history });
});

it.each([
  ['no host', { host: undefined }],
  ['no scorecard, where none is not said either', { latest: undefined }],
  ['a latest scorecard that is none', { latest: { target: HOST } }],
])('a file with %s is refused', (_, part) => {
  expect(storedSchema.safeParse({ ...file('second'), ...part }).success).toBe(false);
});

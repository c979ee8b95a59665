/** Inputs by chance that are the same in every run, for tests of what holds for any input. */

/** Whole numbers from 0 on, each below what is asked for (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** So many lists of up to `most` of these, in any order and as often as chance has it. */
export function listsOf<T>(some: readonly T[], most: number, count = 100): T[][] {
  const next = randomOf(count + most);
  const list = () =>
    Array.from({ length: next(most + 1) }, () => some[next(some.length)]).filter((one) => one !== undefined);
  return Array.from({ length: count }, list);
}

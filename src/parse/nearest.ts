/** The names that are spelt most like what was typed. */

/** Names further away than this part of their length are no suggestion. */
const FAR = 0.4;
/** A longer name is not looked up: nothing has one, and comparing takes time. */
export const LONGEST_NAME = 60;

/** At most three names that are close to what was typed, nearest first. */
export function nearest(typed: string, names: readonly string[]): string[] {
  const word = typed.toLowerCase();
  if (word.length > LONGEST_NAME) return [];
  return names
    .map((name) => ({ name, far: distance(word, name) / Math.max(word.length, name.length) }))
    .filter(({ name, far }) => far <= FAR || (word.length >= 3 && name.includes(word)))
    .sort((a, b) => a.far - b.far)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The number of edits that turn one word into the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitute = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitute, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Ranked search over a few hundred short texts. Pure. */

/** What is searched of an entry, what counts most first. */
export interface Searchable {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly more: string;
}

/** How much a word counts by where it stands. */
const WEIGHTS = { id: 8, title: 4, text: 2, more: 1 } as const;
const FIELDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
/** A word that another one begins with counts this much of the whole word. */
const PREFIX = 0.6;
/** Shorter words are not taken for the beginning of others. */
const SHORTEST_PREFIX = 3;
/** Words of a query beyond these are not looked up. */
const MOST_WORDS = 16;

/**
 * The entries that have words of the query, the best first; equals stay in order. A word that few entries have counts
 * more (inverse document frequency), and so does having many of the words.
 */
export function rank<T extends Searchable>(query: string, entries: readonly T[]): T[] {
  const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS);
  const indexed = entries.map((entry) => ({ entry, fields: FIELDS.map((name) => wordsOf(entry[name])) }));
  const matches = words.map((word) => indexed.map(({ fields }) => matchOf(word, fields)));
  const rarity = matches.map((of) => {
    const having = of.filter((match) => match > 0).length;
    return having === 0 ? 0 : Math.log(1 + entries.length / having);
  });
  return indexed
    .map(({ entry }, i) => {
      const scores = matches.map((of, w) => (of[i] ?? 0) * (rarity[w] ?? 0));
      const had = scores.filter((score) => score > 0).length;
      return { entry, score: (scores.reduce((sum, score) => sum + score, 0) * had) / words.length };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

/** How well the fields of an entry have a word: the weight of the best field, whole words before beginnings. */
function matchOf(word: string, fields: readonly (readonly string[])[]): number {
  return Math.max(
    ...FIELDS.map((name, i) => {
      const own = fields[i] ?? [];
      if (own.includes(word)) return WEIGHTS[name];
      const begins = word.length >= SHORTEST_PREFIX && own.some((other) => other.startsWith(word));
      return begins ? WEIGHTS[name] * PREFIX : 0;
    }),
  );
}

/** Lower-case words; a final `s` is dropped, so that `codes` finds `code`. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > SHORTEST_PREFIX && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
  );
}

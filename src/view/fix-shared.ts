/** Places that several fixes of a plan write to: a file, or a block of nginx that may be there only once. */
import { codeBlocksOf } from './guide-text.ts';

/** What a fix writes. */
interface Writes {
  readonly stacks: readonly { readonly files: readonly string[] }[];
  /** Markdown. */
  readonly snippet: string;
}

/** Places that an earlier fix writes to as well, with its number in the plan, from 1. */
export interface Shared {
  readonly number: number;
  readonly places: readonly string[];
}

/** For each fix, what it has in common with those before it. */
export function sharedPlaces(fixes: readonly Writes[]): Shared[][] {
  const first = new Map<string, number>();
  return fixes.map((fix, i) => {
    const places = placesOf(fix);
    const known = places.filter((place) => first.has(place));
    const shared = Map.groupBy(known, (place) => first.get(place) ?? 0);
    for (const place of places) if (!first.has(place)) first.set(place, i + 1);
    return [...shared].map(([number, of]) => ({ number, places: of }));
  });
}

/** nginx refuses a second location of the same name ("duplicate location"). */
const LOCATION = /^ *(location (?:[=~^*]+ )?\S+) \{/gm;

function placesOf({ stacks, snippet }: Writes): string[] {
  const locations = codeBlocksOf(snippet)
    .filter(({ language }) => language === 'nginx')
    .flatMap(({ code }) => Array.from(code.matchAll(LOCATION), ([, name = '']) => name));
  return [...new Set([...stacks.flatMap(({ files }) => files), ...locations])];
}

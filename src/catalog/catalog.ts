/** Computes statistics of the whole catalog, and suggests pairs of sites to compare. */
import type { ListingState } from '../audit/scorecard/listing-state.ts';
import { kindsIn, type ListedHost } from '../audit/scorecard/record.ts';
import { byRules, type Rules, rulesText } from '../audit/scorecard/rules.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { REFRESH_AFTER_MS } from '../base/limits.ts';
import { plural } from '../base/text.ts';
import { checksByCategory } from '../report/checks.ts';
import { distribution, median } from '../report/plots.ts';
import { queryOf } from './compare-choice.ts';
import type { Apart, Listed, ScoredSite } from './listed.ts';
import { passRate, type Rate } from './rate.ts';

/** Statistics of all sites. They take a few kilobytes, even for a long catalog. */
export interface Figures {
  /** How many sites are ranked, not ranked (three reasons), due for a new audit, or waiting for their first audit. */
  readonly counts: {
    readonly ranked: number;
    readonly refusing: number;
    readonly declined: number;
    readonly unreachable: number;
    readonly due: number;
    readonly waiting: number;
  };
  /** The time of the latest audit of any ranked site. */
  readonly latest: string | null;
  /** Whether all ranked sites are demo sites of this project. */
  readonly onlyDemos: boolean;
  /** The newest rules that any site was judged by, and the number of sites judged by older rules. */
  readonly rules: { readonly newest: Rules; readonly older: number } | null;
  /** The number of sites and their median scores for each kind of site. */
  readonly kinds: readonly {
    readonly id: string;
    readonly name: string;
    readonly sites: number;
    readonly global: number | null;
    readonly relative: number | null;
  }[];
  /**
   * The pass rate of each check. Verdicts under different rules are not comparable, so only sites under the most common rules
   * count. If two are equally common, the newer rules count.
   */
  readonly rates: Readonly<Record<string, Rate>>;
  readonly spread: Readonly<Record<'relative' | 'global', ReturnType<typeof distribution>>>;
}

export interface CatalogView {
  readonly figures: Figures;
  /** Whether the lists contain all sites. If not, each list contains only its first sites. */
  readonly isWhole: boolean;
  /** The ranked sites, in ranking order. */
  readonly listed: readonly Listed[];
  /** Sites without a rank: those that block audits, whose owner declines them, or that do not respond, in this order. */
  readonly apart: readonly Apart[];
  /** The sites that have no results yet, in the order of the list of targets. */
  readonly waiting: readonly ListedHost[];
  /** Up to four examples: the first site of the ranking, two from the middle and the last, so as not to show only the winners. */
  readonly samples: readonly Listed[];
  readonly starts: ReturnType<typeof startsOf>;
}

/** Returns the view of a catalog whose sites are all in memory. */
export function catalogView(
  listed: readonly Listed[],
  apart: readonly Apart[] = [],
  waiting: readonly ListedHost[] = [],
): CatalogView {
  const tally = new Tally();
  for (const one of listed) tally.add(one);
  const last = listed.length - 1;
  const places = new Set([0, Math.floor(last / 3), Math.floor((last * 2) / 3), last]);
  return {
    figures: tally.figures(
      Object.fromEntries(
        Map.groupBy(apart, ({ listingState }) => listingState.state)
          .entries()
          .map(([state, { length }]) => [state, length]),
      ),
      waiting.length,
    ),
    isWhole: true,
    listed,
    apart,
    waiting,
    samples: [...places].flatMap((i) => listed[i] ?? []),
    starts: startsOf(listed),
  };
}

interface Judged {
  readonly rules: Rules;
  sites: number;
  readonly rates: Map<string, { passed: number; base: number }>;
}

/** Counts ranked sites one by one. To save memory, it stores only three numbers for each site. */
export class Tally {
  readonly #times: number[] = [];
  #latest: string | null = null;
  #demos = 0;
  readonly #judged = new Map<string, Judged>();
  readonly #kinds = new Map<string, Record<'relative' | 'global', number[]>>();

  add({ target, scored }: Listed): void {
    this.#times.push(Date.parse(scored.at));
    if (this.#latest === null || scored.at > this.#latest) this.#latest = scored.at;
    if (target.demo === true) this.#demos += 1;
    const kind = this.#kinds.get(target.category) ?? { relative: [], global: [] };
    this.#kinds.set(target.category, kind);
    kind.relative.push(scored.score.relative);
    kind.global.push(scored.score.global);
    const key = rulesText(scored.rules);
    const judged: Judged = this.#judged.get(key) ?? { rules: scored.rules, sites: 0, rates: new Map() };
    this.#judged.set(key, judged);
    judged.sites += 1;
    for (const result of scored.results) {
      const rate = judged.rates.get(result.id) ?? { passed: 0, base: 0 };
      judged.rates.set(result.id, rate);
      if (result.status === 'pass') rate.passed += 1;
      if (isInBase(result)) rate.base += 1;
    }
  }

  figures(apart: Readonly<Partial<Record<ListingState['state'], number>>>, waiting: number): Figures {
    const latest = Date.parse(this.#latest ?? '');
    const judged = [...this.#judged.values()];
    const newest = judged
      .map(({ rules }) => rules)
      .toSorted(byRules)
      .at(-1);
    const [common] = judged.toSorted((a, b) => b.sites - a.sites || byRules(b.rules, a.rules));
    const ranked = this.#times.length;
    return {
      counts: {
        ranked,
        refusing: apart.refuses ?? 0,
        declined: apart.declined ?? 0,
        unreachable: apart.unreachable ?? 0,
        // Compares with the catalog's latest audit, not with the clock, so that two builds of the same content are equal.
        due: this.#times.filter((at) => at + REFRESH_AFTER_MS <= latest).length,
        waiting,
      },
      latest: this.#latest,
      onlyDemos: ranked > 0 && this.#demos === ranked,
      rules:
        newest === undefined
          ? null
          : {
              newest,
              older: judged.reduce(
                (sum, { rules, sites }) => sum + (byRules(rules, newest) < 0 ? sites : 0),
                0,
              ),
            },
      kinds: kindsIn(this.#kinds.keys()).map(({ id, name }) => {
        const { relative = [], global = [] } = this.#kinds.get(id) ?? {};
        return { id, name, sites: relative.length, global: median(global), relative: median(relative) };
      }),
      rates: Object.fromEntries(common?.rates ?? []),
      spread: {
        relative: distribution([...this.#kinds.values()].flatMap(({ relative }) => relative)),
        global: distribution([...this.#kinds.values()].flatMap(({ global }) => global)),
      },
    };
  }
}

/** Returns whether a pass rate counts a result. It counts tested checks that apply, and missing optional features (MAY). */
function isInBase(result: ScoredSite['results'][number]): boolean {
  return !hasNoVerdict(result) && (result.status !== 'n_a' || result.na_reason === 'optional-absent');
}

/** Returns the pass rate of each category, over all its checks. */
export function byCheckCategory(figures: Figures) {
  return checksByCategory.map(({ id, name, checks }) => ({
    id,
    name,
    rate: passRate(figures, ...checks.map((check) => check.id)),
  }));
}

export const RANKING = `ranked by relative score. Features that a site does not need do not count; broken features lower the score`;

export function byRank(a: Listed, b: Listed): number {
  return (
    b.scored.score.relative - a.scored.score.relative ||
    b.scored.score.global - a.scored.score.global ||
    (a.target.host < b.target.host ? -1 : 1)
  );
}

/** Returns a short note if a site was judged by older rules than the newest in the catalog; `undefined` otherwise. */
export function olderRules({ rules }: ScoredSite, { rules: known }: Figures): string | undefined {
  if (known === null || byRules(rules, known.newest) >= 0) return undefined;
  return `Judged by ${rulesText(rules)}; the newest are ${rulesText(known.newest)}`;
}

/** If all sites are demo sites, returns a note that the statistics must not be quoted; otherwise `undefined`. */
export function figuresNote({ onlyDemos }: Figures): string | undefined {
  if (!onlyDemos) return undefined;
  return 'These are this project’s demo sites: do not quote their figures.';
}

/** Returns a note with the number of sites judged by older rules; `undefined` if all sites were judged by the same rules. */
export function rulesNote({ rules }: Figures): string | undefined {
  if (rules === null || rules.older === 0) return undefined;
  return `${plural(rules.older, 'site')} ${rules.older === 1 ? 'was' : 'were'} judged by older rules than the others (${rulesText(rules.newest)}). Scores under different rules are not comparable, so the ranking and the averages are only approximate. Pass rates count only the sites that were judged by the rules of most sites.`;
}

/** Returns a note such as `70 sites are waiting for their first audit.`; `undefined` if no site is due or waiting. */
export function pendingText({
  due,
  waiting,
}: Pick<Figures['counts'], 'due' | 'waiting'>): string | undefined {
  const is = (count: number) => (count === 1 ? 'is' : 'are');
  const parts = [
    ...(due === 0 ? [] : [`${plural(due, 'site')} ${is(due)} due for another audit`]),
    ...(waiting === 0
      ? []
      : [
          `${due === 0 ? plural(waiting, 'site') : waiting} ${is(waiting)} waiting for ${waiting === 1 ? 'its' : 'their'} first`,
        ]),
  ];
  if (parts.length === 0) return undefined;
  return `${parts.join('; ')}${due === 0 ? ' audit' : ''}.`;
}

export const MOST_PAIRS = 6;

/** Suggests pairs to compare: the two best sites of each kind, and the best and the worst site of the catalog. */
export function startsOf(listed: readonly Listed[]) {
  const pairs = [
    ...kindsIn(listed.map(({ target }) => target.category)).map(({ id, name }) => {
      const [first, second] = listed.filter(({ target }) => target.category === id);
      return { why: `${name}: the two highest scores`, first, second };
    }),
    { why: 'The highest and the lowest score', first: listed[0], second: listed.at(-1) },
  ];
  const starts = pairs.flatMap(({ why, first, second }) => {
    if (first === undefined || second === undefined || first === second) return [];
    const hosts = [first.target.host, second.target.host];
    const href = `/compare${queryOf({ hosts, all: false, evidence: false, category: '' })}`;
    return [{ why, href, sites: [first, second] as const }];
  });
  const unlike = new Map(starts.toReversed().map((start) => [start.href, start]));
  return [...unlike.values()].toReversed().slice(-MOST_PAIRS);
}

/** Returns the hosts of two sites for use in an example. Invents hosts if the catalog has fewer than two sites. */
export function examplePair({ listed }: Pick<CatalogView, 'listed'>): readonly [string, string] {
  const [first = 'a.example', second = 'b.example'] = listed.map(({ target }) => target.host);
  return [first, second];
}

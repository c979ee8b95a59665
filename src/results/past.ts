/** What the stored history says about the past of a target: the rows of the dataset, and the data for the adoption figures. */
import { pastVerdicts } from '../scorecard/past-verdicts.ts';
import type { HistoryEntry } from '../scorecard/record.ts';
import type { Counted } from '../view/adoption.ts';
import { dayOf, sitePeriods, verdictPeriods } from '../view/verdict-periods.ts';
import type { ListedTarget } from './scored.ts';

/** One scorecard of the past, of which verdicts may not be known. */
interface PastScore extends HistoryEntry {
  readonly host: string;
  /** The kind of site. */
  readonly kind: string;
}

export interface Past extends Counted {
  readonly scores: readonly PastScore[];
}

/** The past of one target; nothing of one whose owner declined. */
export function pastOf(listed: ListedTarget): Past {
  const { target, history, past_states = [], listingState } = listed;
  const unseenSince = [...past_states, ...(listingState === undefined ? [] : [listingState])].map(
    ({ since }) => since,
  );
  const past = pastVerdicts(listed);
  const timeline = { target, past, unseenSince };
  return {
    days: [...new Set(past.map(({ at }) => dayOf(at)))],
    scores: history.map((entry) => ({ ...entry, host: target.host, kind: target.category })),
    sites: sitePeriods(timeline),
    verdicts: verdictPeriods(timeline),
  };
}

/** The past of a catalog, by host, so that the same facts are the same bytes. */
export function joinedPasts(pasts: ReadonlyMap<string, Past>): Past {
  const all = [...pasts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, past]) => past);
  return {
    days: [...new Set(all.flatMap(({ days }) => days))].toSorted(),
    scores: all.flatMap(({ scores }) => scores),
    sites: all.flatMap(({ sites }) => sites),
    verdicts: all.flatMap(({ verdicts }) => verdicts),
  };
}

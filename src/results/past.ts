/** What the stored history says about the past of a target: of it come the rows of the dataset, and the adoption figures. */
import { pastVerdicts } from '../scorecard/past-verdicts.ts';
import type { HistoryEntry } from '../scorecard/record.ts';
import {
  dayOf,
  type SitePeriod,
  sitePeriods,
  type VerdictPeriod,
  verdictPeriods,
} from '../view/verdict-periods.ts';
import type { ListedTarget } from './scored.ts';

/** One scorecard of the past, of which verdicts may not be known. */
interface PastScore extends HistoryEntry {
  readonly host: string;
  /** The kind of site. */
  readonly kind: string;
}

export interface Past {
  /** The days of audits whose verdicts are known. */
  readonly days: readonly string[];
  readonly sites: readonly SitePeriod[];
  readonly verdicts: readonly VerdictPeriod[];
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

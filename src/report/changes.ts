/** Finds the changes to a site in its history. A change to the rules is never shown as a change to the site. */
import type { ChangeDirection, Status } from '../audit/check-texts/vocabulary.ts';
import { directionOf } from '../audit/scorecard/compare.ts';
import { withChanges } from '../audit/scorecard/history.ts';
import { LISTING_STATES, type ListingState, listingStateOf } from '../audit/scorecard/listing-state.ts';
import type {
  HistoryEntry,
  ListedHost,
  PastState,
  RecordedChange,
  Stored,
} from '../audit/scorecard/record.ts';
import { byRules, rulesBehind } from '../audit/scorecard/rules.ts';
import { hasNoVerdict, readVerdict, type VerdictWord } from '../audit/scorecard/verdict-word.ts';

const CHANGE_KINDS = ['first', 'site', 'rules', 'unclear', 'apart', 'back'] as const;

/**
 * The kinds of changes:
 * - `first`: the first scorecard.
 * - `site`: the site changed; the rules are the same.
 * - `rules`: the new scorecard has other rules than the old one.
 * - `unclear`: the scores changed, but the changed verdicts were not stored.
 * - `apart`: audits can no longer see the site, or its owner opted out.
 * - `back`: audits can see the site again.
 */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

interface ScorePair {
  readonly relative: number;
  readonly global: number;
}

export interface ChangedVerdict {
  readonly id: string;
  readonly from: Status;
  readonly to: Status;
  readonly direction: ChangeDirection;
}

export interface SiteChange {
  readonly kind: ChangeKind;
  readonly at: string;
  readonly target: Pick<ListedHost, 'host' | 'name'>;
  /** The scores before and after. `from` is missing for the first scorecard. */
  readonly score?: { readonly from: ScorePair | undefined; readonly to: ScorePair };
  /** The checks whose status changed, if known. */
  readonly verdicts?: readonly ChangedVerdict[];
  /** Set for the kind `rules`. `sameAudit`: both sets of rules judged the same audit, so the site did not change. */
  readonly rules?: { readonly from: KnownRules; readonly to: KnownRules; readonly sameAudit: boolean };
  /** Why audits cannot see the site (kind `apart`), or why they could not see it before (kind `back`). */
  readonly state?: ListingState['state'];
  /** The product that blocks audits, if known. Untrusted. */
  readonly by?: string | undefined;
}

type KnownRules = ReturnType<typeof rulesBehind>;

type Known = Pick<Stored, 'latest' | 'previous' | 'history' | 'failure' | 'past_states'>;

/**
 * Returns all known changes of a target, the newest first.
 * @param stored the result of `publishable`, which contains only data that the catalog may show
 */
export function changesOf(
  target: Pick<ListedHost, 'host' | 'name'>,
  stored: Known,
  listingState: ListingState | undefined = listingStateOf(stored),
): SiteChange[] {
  const { host, name } = target;
  const known = [stored.latest, stored.previous].filter((one) => one !== null);
  const found = [
    ...scoreChanges(withChanges(stored.history, known)),
    ...stateChanges(stored.past_states ?? [], listingState),
  ];
  return newestFirst(found.map((change) => ({ ...change, target: { host, name } })));
}

/** Sorts changes by time, then by host and kind, so that the order is always the same. */
export function newestFirst(changes: readonly SiteChange[]): SiteChange[] {
  return changes.toSorted(
    (a, b) =>
      compare(b.at, a.at) ||
      compare(a.target.host, b.target.host) ||
      CHANGE_KINDS.indexOf(b.kind) - CHANGE_KINDS.indexOf(a.kind),
  );
}

/** Returns a permanent key, unique among the changes of all sites. */
export function changeKey({ target, at, kind, rules }: SiteChange): string {
  return `${target.host}/${kind}${rules === undefined ? '' : `-${rules.to.rules}`}/${at}`;
}

type Untargeted = Omit<SiteChange, 'target'>;

function scoreChanges(history: readonly HistoryEntry[]): Untargeted[] {
  const changes: Untargeted[] = [];
  let lastScore: ScorePair | undefined;
  /** The last known verdict of each check that recent audits could not observe. */
  const noVerdict = new Map<string, Status>();
  for (const [i, entry] of history.entries()) {
    const before = history[i - 1];
    const change: Untargeted | undefined =
      before === undefined
        ? { kind: 'first', at: entry.scored_at }
        : changeAt(entry, before, lastScore, noVerdict);
    if (change === undefined) continue;
    const to = { relative: entry.relative, global: entry.global };
    changes.push({ ...change, score: { from: lastScore, to } });
    lastScore = to;
  }
  return changes;
}

function changeAt(
  entry: HistoryEntry,
  before: HistoryEntry,
  lastScore: ScorePair | undefined,
  noVerdict: Map<string, Status>,
): Untargeted | undefined {
  const { scored_at: at } = entry;
  const changed = entry.changed?.flatMap(statusChange);
  if (byRules(before, entry) !== 0) {
    noVerdict.clear();
    const sameAudit = at === before.scored_at;
    const verdicts = changed === undefined ? {} : { verdicts: changed.flatMap(judged) };
    const rules = { from: rulesBehind(before), to: rulesBehind(entry), sameAudit };
    return { kind: 'rules', at, rules, ...verdicts };
  }
  if (changed === undefined) {
    noVerdict.clear();
    const moved =
      lastScore === undefined || lastScore.relative !== entry.relative || lastScore.global !== entry.global;
    return moved ? { kind: 'unclear', at } : undefined;
  }
  const verdicts = changed.flatMap((one) => seenChange(one, noVerdict));
  return verdicts.length === 0 ? undefined : { kind: 'site', at, verdicts };
}

/** A change of status. `null` means that the rules of the old or new scorecard do not include the check. */
interface StatusChange {
  readonly id: string;
  readonly from: Status | null;
  readonly to: Status | null;
}

/** Returns the change of status; empty if only the reason for `n_a` changed. */
function statusChange({ id, from, to }: RecordedChange): StatusChange[] {
  const statusIn = (word: VerdictWord | null) => (word === null ? null : readVerdict(word).status);
  const change = { id, from: statusIn(from), to: statusIn(to) };
  return change.from === change.to ? [] : [change];
}

function judged({ id, from, to }: StatusChange): ChangedVerdict[] {
  if (from === null || to === null || hasNoVerdict({ status: from }) || hasNoVerdict({ status: to }))
    return [];
  return [{ id, from, to, direction: directionOf(from, to) }];
}

/** Returns a check's change since its last known verdict; empty if the new audit has no verdict on the check. */
function seenChange({ id, from, to }: StatusChange, noVerdict: Map<string, Status>): ChangedVerdict[] {
  if (from !== null && to !== null && hasNoVerdict({ status: to })) {
    if (!hasNoVerdict({ status: from })) noVerdict.set(id, from);
    return [];
  }
  const last = noVerdict.get(id);
  noVerdict.delete(id);
  const was = from !== null && hasNoVerdict({ status: from }) ? (last ?? null) : from;
  return was === to ? [] : judged({ id, from: was, to });
}

function stateChanges(past: readonly PastState[], listingState: ListingState | undefined): Untargeted[] {
  const began = (state: ListingState['state'], at: string, by: string | undefined): Untargeted => ({
    kind: 'apart',
    at,
    state,
    ...(by === undefined ? {} : { by }),
  });
  // A `back` change means that an audit succeeded. None did if the next state (such as `refuses`) began when this state ended.
  const starts = new Set([
    ...past.map(({ since }) => since),
    ...(listingState === undefined ? [] : [listingState.since]),
  ]);
  return [
    ...past.flatMap(({ state: name, since, until, by }): Untargeted[] => {
      const state = LISTING_STATES.find((one) => one === name);
      if (state === undefined) return [];
      const end: Untargeted[] = starts.has(until) ? [] : [{ kind: 'back', at: until, state }];
      return [began(state, since, by), ...end];
    }),
    ...(listingState === undefined ? [] : [began(listingState.state, listingState.since, listingState.by)]),
  ];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

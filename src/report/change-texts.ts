/** Describes changes for every format: in sentences of plain text that each format escapes, and as `/changes.json`. */
import { definitionOf } from '../audit/check-texts/index.ts';
import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { STATUS_WORDS } from '../audit/scorecard/words.ts';
import { plain, plural } from '../base/text.ts';
import { type ChangedVerdict, type ChangeKind, changeKey, type SiteChange } from './changes.ts';
import { STATE_WORDS } from './listing-state.ts';

const NAME_CHARS = 120;
const WORD_CHARS = 60;

export const KIND_WORDS: Readonly<Record<ChangeKind, string>> = {
  first: 'New',
  site: 'Site',
  rules: 'Rules',
  unclear: 'Scores',
  apart: 'State',
  back: 'State',
};

/** Returns what changed, such as `2 checks better, 1 worse`, without the name of the site. */
export function changeTitle({ kind, verdicts = [], rules, state }: SiteChange): string {
  switch (kind) {
    case 'first':
      return 'first scorecard';
    case 'site':
      return verdictCounts(verdicts);
    case 'rules':
      return `judged by new rules (${rules === undefined ? 'not named' : rulesNames(rules).to})`;
    case 'unclear':
      return 'new scores';
    case 'apart':
      return state === undefined ? 'cannot be audited' : STATE_WORDS[state];
    case 'back':
      return 'can be audited again';
  }
}

/** Returns the site's name and what changed, such as `Example: 2 checks better, 1 worse`. */
export function changeHeadline(change: SiteChange): string {
  return `${plain(change.target.name, NAME_CHARS)}: ${changeTitle(change)}`;
}

/** Returns sentences that say what changed and what it means. */
export function changeSentences(change: SiteChange): string[] {
  const scores = scoreText(change);
  return [...(scores === undefined ? [] : [scores]), ...meaningOf(change)];
}

/** Returns the check's title for its new status, or its id if this version does not know the check. */
export function changedTitle({ id, to }: ChangedVerdict): string {
  return headlineOf({ id, label: definitionOf(id)?.label ?? id, status: to });
}

/** Returns text such as `llms.txt is published: MISSING → PASS`. */
export function verdictChangeText(verdict: ChangedVerdict): string {
  const { from, to } = verdict;
  return `${plain(changedTitle(verdict))}: ${STATUS_WORDS[from]} → ${STATUS_WORDS[to]}`;
}

/** Returns how the scores changed, such as `62% → 70% of what applies, 40% → 44% global-ready.` */
function scoreText({ score }: SiteChange): string | undefined {
  if (score === undefined) return undefined;
  const { from, to } = score;
  const pair = (of: 'relative' | 'global') =>
    from === undefined || from[of] === to[of] ? `${to[of]}%` : `${from[of]}% → ${to[of]}%`;
  return `${pair('relative')} ${SCORE_OF.relative}, ${pair('global')} ${SCORE_OF.global}.`;
}

function meaningOf({ kind, rules, state, by }: SiteChange): string[] {
  switch (kind) {
    case 'first':
    case 'site':
      return [];
    case 'rules':
      return rules === undefined ? [] : [rulesMeaning(rules)];
    case 'unclear':
      return ['Which checks changed was not recorded at that time.'];
    case 'apart':
      return [BEGAN[state ?? 'unreachable'](by)];
    case 'back':
      return ['An audit could see the site again.'];
  }
}

type RulesPair = NonNullable<SiteChange['rules']>;

function rulesMeaning(pair: RulesPair): string {
  const { from, to } = rulesNames(pair);
  return pair.sameAudit
    ? `The rules changed, not the site: the same audit, judged by ${from} and then by ${to}.`
    : `This audit was judged by ${to}, the one before by ${from}. The scores cannot be compared, and the site may have changed as well.`;
}

/** Returns names for two sets of rules, such as `rules 2` and `rules 3`. The names use the first version that differs. */
function rulesNames({ from, to }: RulesPair): { readonly from: string; readonly to: string } {
  const names = ({ rules, spec_version, schema_version }: RulesPair['from']) => [
    `rules ${rules}`,
    `standard ${plain(spec_version, WORD_CHARS)}`,
    `schema ${plain(schema_version, WORD_CHARS)}`,
  ];
  const [before, after] = [names(from), names(to)];
  const i = Math.max(
    0,
    before.findIndex((name, n) => name !== after[n]),
  );
  return { from: before[i] ?? '', to: after[i] ?? '' };
}

type State = NonNullable<SiteChange['state']>;

const BEGAN: Readonly<Record<State, (by: string | undefined) => string>> = {
  refuses: (by) =>
    `Something in front of the site turns the auditor away${by === undefined ? '' : `: ${plain(by, NAME_CHARS)}`}. It is not ranked while that lasts.`,
  declined: () =>
    'Its owner says in robots.txt that this auditor is not wanted. Its results are no longer shown.',
  unreachable: () => 'No request got an answer. It is not ranked while that lasts.',
};

function verdictCounts(verdicts: readonly ChangedVerdict[]): string {
  const count = (wanted: ChangedVerdict['direction']) =>
    verdicts.filter(({ direction }) => direction === wanted).length;
  const parts = [
    { count: count('better'), word: 'better' },
    { count: count('worse'), word: 'worse' },
    { count: count('newly_applies'), word: 'newly applying' },
    { count: count('neutral'), word: 'changed' },
  ].filter((part) => part.count > 0);
  return parts
    .map((part, i) => `${i === 0 ? plural(part.count, 'check') : part.count} ${part.word}`)
    .join(', ');
}

const SHOWN_CHANGES = 100;

/** Returns the changes that the page `/changes` shows. `changes` must be sorted, the newest first. */
export function shownChanges(changes: readonly SiteChange[]): readonly SiteChange[] {
  return changes.slice(0, SHOWN_CHANGES);
}

export function changesLead(changes: readonly SiteChange[]): string {
  if (changes.length === 0)
    return 'Nothing has changed yet. When an audit finds something new at a site of the catalog, it appears here and in the feed.';
  const which = changes.length > SHOWN_CHANGES ? `The last ${SHOWN_CHANGES} changes` : 'All changes';
  return `${which} in the catalog: scores and verdicts, sites that can no longer be audited, and new rules. A change of the rules is never counted as a change of a site.`;
}

export const MOST_CHANGES = 500;

/** Returns the JSON of `/changes.json`. `changes` must be sorted, the newest first. */
export function changesJson(changes: readonly SiteChange[], origin: string) {
  return {
    kind: 'changes',
    changes: changes.slice(0, MOST_CHANGES).map((change) => changeDocument(change, origin)),
  };
}

function changeDocument(change: SiteChange, origin: string) {
  const { target, kind, at, score, verdicts, rules, state, by } = change;
  return {
    id: changeId(change, origin),
    at,
    host: target.host,
    name: target.name,
    kind,
    title: changeHeadline(change),
    score: score === undefined ? null : { from: score.from ?? null, to: score.to },
    verdicts: verdicts?.map(({ id, from, to, direction }) => ({ check: id, from, to, direction })) ?? null,
    rules: rules === undefined ? null : { from: rules.from, to: rules.to, same_audit: rules.sameAudit },
    state: state ?? null,
    by: by ?? null,
    scorecard_url: `${origin}/score/${target.host}`,
  };
}

/** Returns a tag URI (RFC 4151), which stays the same if addresses and texts change. */
export function changeId(change: SiteChange, origin: string): string {
  return `tag:${new URL(origin).hostname},2026-11-22:change/${changeKey(change)}`;
}

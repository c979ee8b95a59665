import { isFailing, scoresText } from '../../audit/check-texts/vocabulary.ts';
import { bytesIn, cutBytes } from '../../audit/scorecard/bounds.ts';
import { EVIDENCE_WARNING, fence } from '../../audit/scorecard/remediation.ts';
import { rulesText } from '../../audit/scorecard/rules.ts';
import type { Envelope, Result, Since } from '../../audit/scorecard/schema.ts';
import { headlineOf } from '../../audit/scorecard/title.ts';
import { capitalized, KEYWORD_WORDS, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { QUOTE_CHARS } from '../../base/errors.ts';
import { markdownCode, markdownProse, markdownText, ownProse } from '../../base/escape.ts';
import { plural } from '../../base/text.ts';
import { byFixOrder } from '../../fix/brief-parts.ts';
import { type Cause, verdictText } from '../../fix/failures.ts';
import { alsoText, type FixGroup, fixList, gainAndCount } from '../../report/fix-list.ts';
import { placeText } from '../../report/place.ts';
import { type ScorecardView, scorecardView, sinceView } from '../../report/scorecard-view.ts';
import type { FailedAttempt } from '../api.ts';
import { AUDITS_TEXT } from '../limit-texts.ts';
import type { Declared, NextCall } from './schemas.ts';

/** Describes a scorecard in a few lines: scores, counts, categories, and the URL of the full scorecard. */
export function scorecardSummaryText(envelope: Envelope): string {
  const view = scorecardView(envelope);
  return blocks([
    ...headText(envelope, view, verdictText(view.verdict)),
    failuresCount(failuresIn(envelope), view, briefAt(envelope)),
  ]);
}

/** The number of fixes at the start of the list that are omitted last if a text is too long. */
const FIRST_FIXES = 3;

/**
 * Describes a scorecard and its failures. If the text is too long, omits fixes, then descriptions of failures, each from the
 * end of the list. Omits the first `FIRST_FIXES` fixes last. Always includes the ids of all failures.
 * @param most the maximum size, in bytes, encoded as a JSON string; even the shortest text may be larger
 */
export function boundedText(envelope: Envelope, most: number): string {
  const view = scorecardView(envelope);
  const groups = fixList(envelope.scorecard);
  const head = headText(envelope, view, `${view.verdict.what}.`);
  const causes = groups.reduce((sum, group) => sum + group.causes.length, 0);
  for (let lines = 2 * causes; ; lines -= 1) {
    const first = Math.min(FIRST_FIXES, Math.floor(lines / 2));
    const room = { sentences: Math.min(lines - first, causes), fixes: Math.max(first, lines - causes) };
    const text = blocks([...head, ...failuresText(groups, view, { ...room, brief: briefAt(envelope) })]);
    if (lines === 0 || bytesIn(text) <= most) return text;
  }
}

function headText(envelope: Envelope, view: ScorecardView, verdict: string): string[] {
  const { global, relative, mcp } = view;
  const counts = view.counts.map(({ count, word }) => `${count} ${markdownText(word)}`);
  const source = envelope.freshness.cached ? 'Stored result of an audit' : 'Audited by this call';
  return [
    `# ${ownProse(view.target)}: ${scoresText({ relative: relative.value, global: global.value })}`,
    ...(view.partial === undefined ? [] : [view.partial]),
    ...(view.otherRules === undefined ? [] : [otherRulesText(view.otherRules, view.notJudged)]),
    `Relative score: ${relative.meaning} Global score: ${global.meaning}`,
    ...comparedText(envelope),
    markdownText(verdict),
    [
      `- ${source} at ${view.audited}; due again at ${view.due}`,
      `- Checks: ${counts.join(', ')}`,
      ...(mcp.endpoint === null
        ? [`- ${capitalized(mcp.state)}`]
        : mcp.isPlain
          ? [`- MCP endpoint: ${markdownCode(mcp.endpoint)}`]
          : []),
      ...(mcp.note === undefined ? [] : [`- ${mcp.note}`]),
      ...(view.cost === undefined ? [] : [`- ${view.cost}`]),
      `- Judged by: ${markdownText(rulesText(envelope.scorecard))}`,
      `- The whole scorecard: ${envelope.markdown_url} (JSON: ${envelope.json_url})`,
    ].join('\n'),
    ...(mcp.endpoint === null || mcp.isPlain
      ? []
      : [`MCP endpoint: ${quoteText(mcp.endpoint.slice(0, QUOTE_CHARS)).join('')}`]),
    `Passed by category: ${view.categories.map(({ name, shortCount }) => `${markdownText(name)} ${shortCount}`).join('; ')}.`,
    ...(view.hasUnseen
      ? [
          'Checks that could not be tested or were not run say nothing about the site: do not report them as failures.',
        ]
      : []),
    ...(envelope.cut_short === true
      ? [
          'This scorecard has only the checks that were decided during this call. It is not stored, so the URLs above do not return it. An audit that is cut short does not count towards your limit. Call score_cli with the same target again in 15 seconds: if the audit has ended by then, you get the whole scorecard at no further cost.',
        ]
      : []),
  ];
}

const ENDPOINT_BYTES = 200;

/** Shortens the URL of an MCP endpoint, because a site chooses its length. Only the full scorecard has the whole URL. */
export function shortEndpoint(url: string): string {
  return cutBytes(url, ENDPOINT_BYTES);
}

/** The maximum number of changes since the previous scorecard that a result lists. */
const MOST_CHANGES = 8;

/** Returns the comparison with the previous scorecard, with at most `MOST_CHANGES` changes and the number omitted. */
export function shortSince({ changes, ...since }: Since) {
  const more = changes.length - MOST_CHANGES;
  return { ...since, changes: changes.slice(0, MOST_CHANGES), ...(more > 0 && { more_changes: more }) };
}

/** Describes the site's rank in the catalog and the changes since its last audit; empty if both are unknown. */
function comparedText(envelope: Envelope): string[] {
  const { place } = envelope;
  return [...(place === undefined ? [] : [placeText(place)]), ...sinceText(envelope)];
}

function sinceText(envelope: Envelope): string[] {
  const view = sinceView(envelope);
  if (view === undefined) return [];
  const named = view.rows
    .slice(0, MOST_CHANGES)
    .map(({ id, from, to }) => `${markdownCode(id)} ${STATUS_WORDS[from]} → ${STATUS_WORDS[to]}`);
  const more = view.rows.length - named.length;
  const changes = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
  return [
    `Since last time: ${view.headline}. ${view.compared} ${markdownText(view.explanation)}${changes === '' ? '' : `\n${changes}`}`,
  ];
}

/** Returns a note that a scorecard does not use the current rules, with the ids of the checks that it does not include. */
function otherRulesText(note: string, notJudged: ScorecardView['notJudged']): string {
  const ids = notJudged.map(({ id }) => markdownCode(id)).join(', ');
  return markdownText(note) + (ids === '' ? '' : ` They are: ${ids}.`);
}

/** Returns the failed checks in the order in which to fix them. */
export function failuresIn({ scorecard: { results } }: Envelope): Result[] {
  return results.filter(({ status }) => isFailing(status)).toSorted(byFixOrder);
}

/** Returns how to get a site's brief (list of changes). A URL with `?` or `~` has a declared site type or MCP endpoint. */
function briefAt({ target, scorecard_url }: Envelope): string {
  return /[?~]/.test(scorecard_url)
    ? 'call get_fix with the same target, site_type and mcp_endpoint'
    : `call get_fix with target ${markdownCode(target)}`;
}

function failuresCount({ length }: readonly Result[], { hasUnseen }: ScorecardView, brief: string): string {
  if (length === 0) return hasUnseen ? 'Nothing that was checked fails.' : 'Nothing fails.';
  return `${plural(length, 'check')} ${length === 1 ? 'fails' : 'fail'}: call again with detail "failures" to see them, or ${brief} for the brief.`;
}

/** Describes up to `sentences` causes of failures, the first `fixes` of them with a fix. Lists the other failures by id. */
function failuresText(
  groups: readonly FixGroup[],
  view: ScorecardView,
  { sentences, fixes, brief }: { readonly sentences: number; readonly fixes: number; readonly brief: string },
): string[] {
  const failures = groups.flatMap((group) => group.failures);
  if (failures.length === 0) return [failuresCount(failures, view, brief)];
  const toFix = new Set(groups.flatMap(({ causes }) => causes).slice(0, fixes));
  let sentencesLeft = sentences;
  const shownGroups = groups.flatMap((group, i) => {
    const causes = group.causes.slice(0, sentencesLeft);
    sentencesLeft -= causes.length;
    return causes.length === 0 ? [] : [{ ...group, causes, number: i + 1 }];
  });
  const described = new Set(
    shownGroups.flatMap(({ causes }) => causes.flatMap(({ failure, also }) => [failure, ...also])),
  );
  const rest = failures.filter((one) => !described.has(one));
  return [
    ...(shownGroups.length === 0
      ? []
      : [
          `## What fails${rest.length > 0 ? ` (${described.size} of ${plural(failures.length, 'check')})` : ''}`,
          ...shownGroups.map(({ number, ...group }) =>
            [
              `${number}. ${group.title} (${gainAndCount(group)})`,
              ...group.causes.map((cause) => causeText(cause, toFix.has(cause))),
            ].join('\n'),
          ),
        ]),
    ...(rest.length === 0 ? [] : [restText(rest, shownGroups.length > 0)]),
    `To fix the site, ${brief} for the brief, one page with the changes in order. For one check, call get_fix with its check_id.`,
  ];
}

function causeText(cause: Cause, withFix: boolean): string {
  const { id, keyword, status, remediation } = cause.failure;
  return [
    `- ${markdownText(headlineOf(cause.failure))} (${markdownCode(id)}, ${KEYWORD_WORDS[keyword]}, ${STATUS_WORDS[status]})`,
    ...(remediation === undefined || !withFix ? [] : [`Fix: ${markdownProse(remediation.fix)}`]),
    ...(cause.also.length === 0
      ? []
      : [`${alsoText(cause)}: ${cause.also.map((one) => markdownCode(one.id)).join(', ')}.`]),
  ].join('\n');
}

/** Lists the failures that are not described, as ids grouped by status. */
function restText(rest: readonly Result[], isRest: boolean): string {
  const groups = Array.from(
    Map.groupBy(rest, ({ status }) => status),
    ([status, results]) => `${STATUS_WORDS[status]} ${results.map(({ id }) => markdownCode(id)).join(', ')}`,
  );
  return `${plural(rest.length, isRest ? 'more check' : 'check')}: ${groups.join('; ')}.`;
}

export function failedAttemptText({ state, message, quote }: FailedAttempt): string {
  const what = UNSEEN[state];
  return blocks([
    `${what}, so the newest audit could not be completed. This says nothing about how ready the site is. ${ownProse(message)}`,
    ...quoteText(quote),
  ]);
}

/** Returns a quote from a site between delimiters, below a warning; empty if there is no quote. */
export function quoteText(quote: string | undefined): string[] {
  return quote === undefined ? [] : [`${EVIDENCE_WARNING}\n${fence(quote)}`];
}

const UNSEEN: Readonly<Record<FailedAttempt['state'], string>> = {
  refuses: 'The site refuses automated clients',
  declined: 'The owner of the site declined to have it audited',
  unreachable: 'The site did not answer',
};

export function missText(what: string, next: NextCall): string {
  return `${what} ${next.why} Call ${next.tool} with ${JSON.stringify(next.arguments)}.`;
}

/** Says that a site has no stored scorecard, or none for the declared site type and MCP endpoint. */
export function unscoredText(host: string, declared: Declared, next: NextCall): string {
  const values = Object.entries(declared).map(([name, value]) => ` ${name} ${markdownCode(`${value}`)}`);
  const which = values.length === 0 ? '' : ` with${values.join(' and')}`;
  return missText(`No scorecard of ${ownProse(host)}${which} is stored.`, next);
}

export function moreText(cursor: string): string {
  return `For more, call again with the same arguments and cursor ${cursor}`;
}

export function auditNext(host: string, declared: Declared = {}): NextCall {
  return {
    tool: 'audit_website',
    arguments: { target: host, ...declared },
    why: `An audit creates one, and counts towards your limit of ${AUDITS_TEXT}.`,
  };
}

/** Returns the call to make if a site has no scorecard. Suggests no new audit if the owner opted out of audits. */
export function unscoredNext(
  host: string,
  failedAttempt: FailedAttempt | undefined,
  declared: Declared = {},
): NextCall {
  if (failedAttempt?.state !== 'declined') return auditNext(host, declared);
  return {
    tool: 'list_scorecards',
    arguments: {},
    why: 'Its owner opted out of audits. The catalog lists sites that have scorecards.',
  };
}

export function blocks(parts: readonly string[]): string {
  return parts.join('\n\n');
}

/** Renders a comment for a pull request, as Markdown. GitHub accepts at most 65,536 characters. */

import { SCORE_NAMES, SCORE_OF } from '../../audit/check-texts/vocabulary.ts';
import { type Comparison, compareEnvelopes, type VerdictChange } from '../../audit/scorecard/compare.ts';
import type { Result } from '../../audit/scorecard/schema.ts';
import { noScore } from '../../audit/scorecard/score.ts';
import { headlineOf } from '../../audit/scorecard/title.ts';
import { hasNoVerdict } from '../../audit/scorecard/verdict-word.ts';
import { instant, KEYWORD_WORDS, STATUS_WORDS, signed, statusWord } from '../../audit/scorecard/words.ts';
import { markdownCode, markdownLink, markdownText } from '../../base/escape.ts';
import { plain, plural } from '../../base/text.ts';
import { notJudgedOf } from '../compare.ts';
import { table } from '../markdown/document.ts';
import { partialNote } from '../partial.ts';
import { scorecardView } from '../scorecard-view.ts';
import {
  type AuditedTarget,
  commandFor,
  foundIn,
  guideUrlOf,
  type Report,
  type ReportedFailure,
  type Unaudited,
  whyNot,
} from './report.ts';

/** The first line of every comment. It identifies the comment of an earlier run, which is then updated. */
export const COMMENT_MARK = '<!-- agent-readiness -->';

/** The maximum size of a comment, in bytes. */
export const MAX_COMMENT = 60_000;
/** Limits for the number of items in each list. They are tried in this order until the comment fits. */
const ITEM_LIMITS = [1000, 60, 30, 15, 8, 3, 1, 0];

/** A target with its failures and comparison, which are computed once and used for every attempt to fit the size. */
interface ReportParts {
  readonly audited: AuditedTarget;
  readonly found: readonly ReportedFailure[];
  readonly comparison: Comparison | undefined;
}

export function renderComment(report: Report): string {
  const { site } = report;
  if (site.envelope === undefined) return commentOf(unauditedBlocks(site));
  const { envelope, base } = site;
  const comparison = site.comparison ?? (base === undefined ? undefined : compareEnvelopes(base, envelope));
  const parts = { audited: site, found: foundIn(report, site), comparison };
  let text = '';
  for (const maxItems of ITEM_LIMITS) {
    text = commentOf(auditedBlocks(report, parts, maxItems));
    if (Buffer.byteLength(text) <= MAX_COMMENT) break;
  }
  return text;
}

function commentOf(blocks: readonly string[]): string {
  return `${[COMMENT_MARK, ...blocks].join('\n\n')}\n`;
}

function unauditedBlocks({ target, problem }: Unaudited): string[] {
  return [
    `## ⚠️ Agent readiness of ${commentText(target)}: could not be audited`,
    commentText(problem.message),
    ...(problem.quote === undefined ? [] : [`Seen: ${quote(problem.quote)}`]),
    ...(problem.hint === undefined ? [] : [commentText(problem.hint)]),
    'This says nothing about the site. An earlier result, if any, is still valid.',
  ];
}

function auditedBlocks(
  report: Report,
  { audited, found, comparison }: ReportParts,
  maxItems: number,
): string[] {
  const { envelope } = audited;
  const changed = new Map((comparison?.changes ?? []).map((change) => [change.id, change]));
  const listed = new Set<string | undefined>(['worse', 'newly_applies']);
  const still = found.filter(({ failure }) => !listed.has(changed.get(failure.id)?.direction));
  return [
    heading(audited),
    ...problemBlocks(audited),
    scores(audited, comparison),
    ...changes('Worse', 'worse', comparison, { audited, found, maxItems }),
    ...changes('Better', 'better', comparison, { audited, found, maxItems }),
    ...changes('Newly applies', 'newly_applies', comparison, { audited, found, maxItems }),
    ...neutral(comparison, maxItems),
    ...notJudged(comparison, maxItems),
    ...stillFailing(comparison === undefined ? found : still, comparison !== undefined, maxItems),
    ...noVerdict(envelope.scorecard.results, maxItems),
    ...reproduce(report, audited, found),
    closing(audited, comparison),
  ];
}

function heading({ target, envelope, base, gate }: AuditedTarget): string {
  const { relative } = envelope.scorecard.score;
  const comparedWith =
    base === undefined || base.target_url === envelope.target_url
      ? ''
      : ` compared with ${commentText(base.target)}`;
  const mark = gate === undefined ? '' : gate.passed ? '✅ ' : '❌ ';
  const verdict = gate === undefined ? '' : gate.passed ? ', gate passed' : ', gate failed';
  const score =
    noScore(envelope.scorecard.results) === undefined ? `${relative}% ${SCORE_OF.relative}` : 'no score';
  return `## ${mark}Agent readiness of ${commentText(target)}${comparedWith}: ${score}${verdict}`;
}

/** Returns why the audit failed or the site does not meet the requirements, and a warning if the audit is partial. */
function problemBlocks({ envelope, gate, problem }: AuditedTarget): string[] {
  const partial = partialNote(envelope);
  const why = gate === undefined ? [] : whyNot(gate);
  const unexplained =
    problem !== undefined && (why.length === 0 || problem.exitCode !== 1) ? [problem.message] : [];
  return [
    ...(partial === undefined ? [] : [`> **${commentText(partial)}**`]),
    ...commentList([...why, ...unexplained].map((reason) => `- ${commentText(reason)}`)),
    ...(gate?.warnings ?? []).map((warning) => `> ${commentText(warning)}`),
  ];
}

function scores({ envelope }: AuditedTarget, comparison: Comparison | undefined): string {
  const { score } = envelope.scorecard;
  const rows = (['relative', 'global'] as const).map((name) =>
    comparison === undefined
      ? [SCORE_NAMES[name], `**${score[name]}%**`]
      : [
          SCORE_NAMES[name],
          `${comparison.score[name].from}%`,
          `**${comparison.score[name].to}%**`,
          signed(comparison.score[name].change),
        ],
  );
  return table(comparison === undefined ? ['Score', 'Now'] : ['Score', 'Base', 'Now', 'Change'], rows);
}

interface ChangesParts {
  readonly audited: AuditedTarget;
  readonly found: readonly ReportedFailure[];
  readonly maxItems: number;
}

function changes(
  title: string,
  direction: VerdictChange['direction'],
  comparison: Comparison | undefined,
  { audited, found, maxItems }: ChangesParts,
): string[] {
  const inDirection = (comparison?.changes ?? []).filter((change) => change.direction === direction);
  if (inDirection.length === 0) return [];
  const results = new Map(audited.envelope.scorecard.results.map((result) => [result.id, result]));
  const items = inDirection.slice(0, maxItems).map((change) => {
    const result = results.get(change.id);
    const title = headlineOf(result ?? { ...change, status: change.to.status });
    const gate = found.find(({ failure }) => failure.id === change.id)?.gate;
    const facts = [
      KEYWORD_WORDS[change.keyword],
      ...(gate === undefined ? [] : [GATE_WORDS[gate.disposition]]),
    ];
    return [
      `- ${commentText(statusWord(change.from))} → **${commentText(statusWord(change.to))}** ${name(title, change.id, result)} (${facts.join(', ')})`,
      ...(direction === 'better' ? [] : [`  ${quote(change.to.evidence)}`]),
    ].join('\n');
  });
  return [`### ${title} (${inDirection.length})`, ...commentList(items, inDirection.length)];
}

/** Returns a folded list of the changed checks that are neither better nor worse. */
function neutral(comparison: Comparison | undefined, maxItems: number): string[] {
  const inDirection = (comparison?.changes ?? []).filter(({ direction }) => direction === 'neutral');
  if (inDirection.length === 0) return [];
  const items = inDirection
    .slice(0, maxItems)
    .map(
      ({ id, label, from, to }) =>
        `- ${commentText(statusWord(from))} → ${commentText(statusWord(to))} ${name(headlineOf({ id, label, status: to.status }), id, undefined)}`,
    );
  return folded(
    `Neither better nor worse: ${plural(inDirection.length, 'check')}`,
    commentList(items, inDirection.length),
  );
}

function notJudged(comparison: Comparison | undefined, maxItems: number): string[] {
  if (comparison === undefined) return [];
  return notJudgedOf(comparison).flatMap(({ heading, checks }) => {
    const items = checks
      .slice(0, maxItems)
      .map(
        (one) =>
          `- ${name(headlineOf(one), one.id, undefined)}: ${commentText(STATUS_WORDS[one.status])} on the other side`,
      );
    return folded(`${heading}: ${plural(checks.length, 'check')}`, commentList(items, checks.length));
  });
}

const GATE_WORDS = {
  fails: '**fails the gate**',
  waived: 'waived',
  known: 'known before',
  allowed: 'not required by the gate',
} as const;

function stillFailing(found: readonly ReportedFailure[], compared: boolean, maxItems: number): string[] {
  if (found.length === 0) return compared ? [] : ['Nothing to fix.'];
  const items = found.slice(0, maxItems).map(({ failure, gate }) => {
    const facts = [
      STATUS_WORDS[failure.status],
      KEYWORD_WORDS[failure.keyword],
      ...(gate === undefined ? [] : [GATE_WORDS[gate.disposition]]),
    ];
    const reason =
      gate?.disposition === 'waived' ? ` Waived: ${commentText(gate.waiver?.reason ?? gate.reason)}` : '';
    return `- ${name(headlineOf(failure), failure.id, failure)} (${facts.join(', ')}): ${quote(failure.evidence)}${reason}`;
  });
  return folded(
    `${compared ? 'Still failing' : 'Failing'}: ${plural(found.length, 'check')}`,
    commentList(items, found.length),
  );
}

function noVerdict(results: readonly Result[], maxItems: number): string[] {
  const errors = results.filter((result) => hasNoVerdict(result) && result.status !== 'skip');
  if (errors.length === 0) return [];
  const items = errors
    .slice(0, maxItems)
    .map(({ label, id, evidence }) => `- ${commentText(label)} (${markdownCode(id)}): ${quote(evidence)}`);
  return folded(
    `Could not be tested: ${plural(errors.length, 'check')}, which says nothing about the site`,
    commentList(items, errors.length),
  );
}

function reproduce(
  report: Report,
  { envelope, gate }: AuditedTarget,
  [first]: readonly ReportedFailure[],
): string[] {
  const failing = [...(gate?.results.values() ?? [])].find(({ disposition }) => disposition === 'fails');
  const id = failing?.check ?? first?.failure.id;
  if (id === undefined) return [];
  const commands = [
    commandFor(report, envelope.target_url, `--only ${id} --verbose`),
    `${report.program} explain ${id}`,
  ];
  const note = 'To check another copy of the site, replace the address.';
  return folded('Reproduce one check', [
    `\`\`\`sh\n${commands.map((line) => plain(line)).join('\n')}\n\`\`\``,
    note,
  ]);
}

function closing({ envelope, base }: AuditedTarget, comparison: Comparison | undefined): string {
  const { freshness, spec_version } = envelope;
  const facts = [
    `Audited ${commentText(scorecardView(envelope).address)} at ${instant(freshness.scored_at)}`,
    ...(base === undefined ? [] : [`base of ${instant(base.freshness.scored_at)}`]),
    `standard ${commentText(spec_version)}`,
  ];
  const cause =
    comparison === undefined || comparison.cause === 'site' ? '' : ` ${commentText(comparison.explanation)}`;
  return `${facts.join(' · ')}.${cause}`;
}

/** The maximum length of a quote from a site, in characters. */
const MAX_QUOTE = 300;

function name(title: string, id: string, result: Result | undefined): string {
  const guide = result === undefined ? undefined : guideUrlOf(result);
  return `${guide === undefined ? commentText(title) : markdownLink(title, guide).replace(REFERENCES, APART)} ${markdownCode(id)}`;
}

/** Positions for a zero-width space. Without this space, GitHub links `@name` and `#1` even if Markdown escapes them. */
const REFERENCES = /(?<=[@#])(?=[a-z\d])/gi;
const APART = '&#8203;';

function commentText(text: string): string {
  return markdownText(text).replace(REFERENCES, APART);
}

function quote(text: string): string {
  return markdownCode(plain(text, MAX_QUOTE));
}

/** Returns a Markdown list. If `all` is larger than the number of items, the last line says how many items are left out. */
function commentList(items: readonly string[], all = items.length): string[] {
  const more =
    all > items.length ? [`- … and ${all - items.length} more, cut: the full report has them.`] : [];
  const lines = [...items, ...more];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Puts blocks into a `details` element. Callers join the result with empty lines, so GitHub reads the blocks as Markdown. */
function folded(summary: string, blocks: readonly string[]): string[] {
  return ['<details>', `<summary>${summary}</summary>`, ...blocks, '</details>'];
}

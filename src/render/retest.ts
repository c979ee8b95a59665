/** A retest for a terminal and as Markdown. */

import { failingNow, type Retest, type Retested } from '../view/retest.ts';
import { RETEST_OUTCOMES, type RetestOutcome } from '../view/retest-outcomes.ts';
import { titleOf } from '../view/title.ts';
import { instant, keywordWord, plural, statusWord } from '../view/words.ts';
import { forTerminal, markdownCode, markdownText } from './escape.ts';
import { countedHeading, hang, MARGIN, padEnd, penOf, type Style, type TextOptions } from './layout.ts';

const HEADINGS: Readonly<Record<RetestOutcome, readonly [heading: string, style: Style]>> = {
  worse: ['Broken now', 'red'],
  new_failure: ['Applies now, and fails', 'red'],
  failing: ['Still fails', 'red'],
  unseen: ['Could not be seen', 'yellow'],
  fixed: ['Fixed', 'green'],
  new_pass: ['Applies now, and passes', 'green'],
  not_applicable: ['Does not apply any more', 'gray'],
};

const PARTIAL =
  'Only what failed last time was looked at, and what depends on it: this is no scorecard, and gives no score. ' +
  'Audit everything before you call it done.';
const GONE =
  'What does not apply any more has nothing to judge now. Whether that was meant, only a full audit tells.';

/** What is well now: how it was is what the fix was made for. */
const WELL = new Set<RetestOutcome>(['fixed', 'new_pass']);
const showsBefore = ({ outcome, before, now }: Retested) =>
  !WELL.has(outcome) && before.evidence !== now.evidence;

/** What a retest found in one sentence. */
export function retestSummary(retest: Retest): string {
  const { counts } = retest;
  const failing = failingNow(retest);
  return [
    `${counts.fixed} fixed`,
    ...(failing === 0 ? ['nothing fails'] : [`${plural(failing, 'check fails', 'checks fail')} now`]),
    ...(counts.unseen === 0 ? [] : [`${counts.unseen} could not be seen`]),
  ].join(', ');
}

/** The retest as text, ending in a line feed. */
export function renderRetestText(retest: Retest, options: TextOptions): string {
  const pen = penOf(options);
  const { paint, width } = pen;
  const entry = (one: Retested, style: Style) => {
    const { before, now, cause } = one;
    const way = wayOf(before, now);
    const [first = '', ...rest] = hang(`${MARGIN}${way}  `, forTerminal(titleOf(now)), width);
    const detail = (name: string, text: string) =>
      hang(`${MARGIN}    ${padEnd(name, 5)}`, forTerminal(text), width);
    return [
      first.replace(way, paint(style, way)),
      ...rest,
      ...hang(`${MARGIN}    `, factsOf(now, cause).map(forTerminal).join(' · '), width).map((line) =>
        paint('gray', line),
      ),
      ...(showsBefore(one) ? detail('Was', before.evidence) : []),
      ...detail('Is', now.evidence),
    ];
  };
  const lines = [
    ...hang(MARGIN, forTerminal(headlineOf(retest)), width),
    '',
    ...hang(MARGIN, `${retestSummary(retest)}.`, width).map((line) => paint('bold', line)),
    ...groupsOf(retest).flatMap(({ heading, style, checks }) => [
      '',
      ...countedHeading(heading, checks.length, pen),
      ...checks.flatMap((one) => entry(one, style)),
    ]),
    '',
    ...notes(retest).flatMap((note) => hang(MARGIN, note, width)),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

/** The retest as Markdown. */
export function renderRetestMarkdown(retest: Retest): string {
  const blocks = [
    `# ${markdownText(retest.now.target)}, tested again`,
    markdownText(headlineOf(retest)),
    `**${retestSummary(retest)}.**`,
    ...groupsOf(retest).flatMap(({ heading, checks }) => [
      `## ${heading}`,
      checks
        .map((one) => {
          const { before, now, cause } = one;
          return [
            `- **${wayOf(before, now)}:** ${markdownText(titleOf(now))} (${factsOf(now, cause).map(markdownText).join(', ')})`,
            ...(showsBefore(one) ? [`  - Was: ${markdownCode(before.evidence)}`] : []),
            `  - Is: ${markdownCode(now.evidence)}`,
          ].join('\n');
        })
        .join('\n'),
    ]),
    ...notes(retest),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function groupsOf({ checks }: Retest) {
  return RETEST_OUTCOMES.map((outcome) => {
    const [heading, style] = HEADINGS[outcome];
    return { heading, style, checks: checks.filter((one) => one.outcome === outcome) };
  }).filter((group) => group.checks.length > 0);
}

function headlineOf({ before, now }: Retest): string {
  const other = before.target_url === now.target_url ? '' : ` of ${before.target}`;
  return `${now.target}, what failed in the scorecard${other} of ${instant(before.freshness.scored_at)}, tested again`;
}

const wayOf = (before: Retested['before'], now: Retested['now']): string =>
  before.status === now.status
    ? statusWord(now.status)
    : `${statusWord(before.status)} → ${statusWord(now.status)}`;

function factsOf({ id, keyword }: Retested['now'], cause: Retested['cause']): string[] {
  const rules = cause === 'rules' || cause === 'both' || cause === 'unclear';
  return [id, keywordWord(keyword), ...(rules ? ['other rules or another site type may be the cause'] : [])];
}

function notes({ counts }: Retest): string[] {
  return [...(counts.not_applicable > 0 ? [GONE] : []), PARTIAL];
}

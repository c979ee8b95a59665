import { STATUS_WORDS } from '../audit/scorecard/words.ts';
import { forTerminal, markdownText } from '../base/escape.ts';
import { countedHeading, hang, MARGIN, penOf, rule, type TextOptions } from '../base/layout.ts';
import { plural } from '../base/text.ts';
import { CHANGE_HEADINGS } from './compare.ts';
import { type BaselineChange, TOLD_DIRECTIONS } from './gate/baseline.ts';
import type { Disposition, GateOutcome, GateResult } from './gate/evaluate.ts';

/** The maximum number of reasons or known failures to list. The text says how many more there are. */
const LISTED = 10;

interface GateOptions extends TextOptions {
  /** Whether to list all reasons and known failures. */
  readonly verbose: boolean;
  /** The command that runs this program. */
  readonly program: string;
}

export function renderGateText(outcome: GateOutcome, options: GateOptions): string {
  const pen = penOf(options);
  const { paint, width } = pen;
  const most = options.verbose ? Number.POSITIVE_INFINITY : LISTED;
  const line = (glyph: string, text: string) => hang(`${MARGIN}${glyph} `, forTerminal(text), width);
  const style = outcome.passed ? 'green' : outcome.reasons.length > 0 ? 'red' : 'magenta';
  const items = [
    ...cut(outcome.reasons, most).map((reason) => line('✗', reason)),
    ...(outcome.noVerdict.length === 0 ? [] : [line('!', noVerdictText(outcome))]),
    ...of(outcome, 'waived').map(({ reason }) => line('~', `Waived: ${reason}`)),
    ...knownText(outcome).map((text) => line('=', text)),
    ...outcome.warnings.map((warning) => line('!', warning)),
    ...nextText(outcome, options.program).map((text) => ['', ...hang(MARGIN, text, width)]),
  ];
  const blocks = [
    hang(MARGIN, forTerminal(headlineOf(outcome)), width).map((text) => paint('bold', paint(style, text))),
    ...(items.length === 0 ? [] : [[rule(pen)], ...items]),
  ];
  return `${blocks.flat().join('\n')}\n\n`;
}

/** Returns the differences from the baseline, ending in a line feed; empty if the baseline is not comparable. */
export function renderChangesText(outcome: GateOutcome, options: GateOptions): string {
  const groups = changedIn(outcome);
  if (groups === undefined) return '';
  const pen = penOf(options);
  const most = options.verbose ? Number.POSITIVE_INFINITY : LISTED;
  const blocks = [
    hang(MARGIN, forTerminal(comparedWith(outcome, groups)), pen.width),
    ...groups.flatMap(({ heading, style, changes }) => [
      ['', ...countedHeading(heading, changes.length, pen)],
      ...cut(changes.map(changeText), most).map((text) =>
        hang(MARGIN, forTerminal(text), pen.width).map((line) => pen.paint(style, line)),
      ),
    ]),
  ];
  return `\n${blocks.flat().join('\n')}\n`;
}

export function renderGateMarkdown(outcome: GateOutcome): string {
  const items = [
    ...cut(outcome.reasons, LISTED),
    ...(outcome.noVerdict.length === 0 ? [] : [noVerdictText(outcome)]),
    ...of(outcome, 'waived').map(({ reason }) => `Waived: ${reason}`),
    ...knownText(outcome),
    ...outcome.warnings.map((warning) => `Warning: ${warning}`),
  ].map((text) => `- ${markdownText(text)}`);
  const parts = [
    `## ${markdownText(headlineOf(outcome))}`,
    ...(items.length === 0 ? [] : [items.join('\n')]),
    ...changesMarkdown(outcome),
  ];
  return `\n${parts.join('\n\n')}\n`;
}

function changesMarkdown(outcome: GateOutcome): string[] {
  const groups = changedIn(outcome);
  if (groups === undefined) return [];
  return [
    markdownText(comparedWith(outcome, groups)),
    ...groups.flatMap(({ heading, changes }) => [
      `### ${heading} (${changes.length})`,
      cut(changes.map(changeText), LISTED)
        .map((text) => `- ${markdownText(text)}`)
        .join('\n'),
    ]),
  ];
}

function changedIn({ changes }: GateOutcome) {
  if (changes === undefined) return undefined;
  return TOLD_DIRECTIONS.map((direction) => ({
    ...CHANGE_HEADINGS[direction],
    changes: changes[direction],
  })).filter((group) => group.changes.length > 0);
}

function comparedWith({ baseline = 'the site' }: GateOutcome, groups: readonly unknown[]): string {
  return groups.length === 0
    ? `Nothing is better or worse than in the baseline of ${baseline}.`
    : `Compared with the baseline of ${baseline}:`;
}

function changeText({ check, title, from, to }: BaselineChange): string {
  return `${STATUS_WORDS[from]} → ${STATUS_WORDS[to]}: ${title} (${check})`;
}

function headlineOf(outcome: GateOutcome): string {
  const { passed, reasons, failOn } = outcome;
  const checks = of(outcome, 'fails').length;
  const on = failOn.length === 0 ? 'nothing' : failOn.join(', ');
  const verdict = passed
    ? 'Gate passed'
    : reasons.length > 0
      ? `Gate failed: ${plural(reasons.length, 'reason')}${checks > reasons.length ? `, ${plural(checks, 'check')}` : ''}`
      : 'Gate without a verdict';
  return `${verdict} (it fails on: ${on})`;
}

function noVerdictText({ noVerdict }: GateOutcome): string {
  return `Required, but could not be tested: ${noVerdict.join(', ')}.`;
}

function knownText(outcome: GateOutcome): string[] {
  const known = of(outcome, 'known');
  if (known.length === 0) return [];
  const named = known.map(({ check, status }) => (status === 'broken' ? `${check} (broken)` : check));
  return [
    `Known from the baseline of ${outcome.baseline ?? 'the site'} (${known.length}): ${cut(named, LISTED).join(', ')}.`,
  ];
}

function nextText({ results }: GateOutcome, program: string): string[] {
  const failing = [...results.values()].find(({ disposition }) => disposition === 'fails');
  return failing === undefined ? [] : [`Next: ${program} explain ${failing.check}`];
}

function of({ results }: GateOutcome, disposition: Disposition): GateResult[] {
  return [...results.values()].filter((one) => one.disposition === disposition);
}

/** Returns the first `most` texts. If there are more, adds a text with their number. */
function cut(texts: readonly string[], most: number): string[] {
  const more = texts.length - most;
  return more > 0 ? [...texts.slice(0, most), `and ${more} more`] : [...texts];
}

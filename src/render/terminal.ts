/** The scorecard for a terminal. */

import type { StoredEnvelope } from '../scorecard/stored.ts';
import { leadsNowhere } from '../versions.ts';
import type { Advice } from '../view/advice.ts';
import { type ScorecardView, type ScoreView, scorecardView } from '../view/scorecard.ts';
import { headlineOf } from '../view/title.ts';
import { verdictText } from '../view/verdict.ts';
import { keywordWord, recovered, STATUS_WORDS, STATUSES_IN_JSON, statusWord } from '../view/words.ts';
import { forTerminal } from './escape.ts';
import {
  columnsOf,
  countedHeading,
  hang,
  justify,
  MARGIN,
  padEnd,
  padStart,
  penOf,
  rule,
  type Style,
  type TextOptions,
} from './layout.ts';
import { shellWord } from './shell-quote.ts';
import { type ChecksPen, categoryBlock, glyphOf } from './terminal-checks.ts';

export interface TerminalOptions extends TextOptions {
  /** Show every check with its evidence, those that do not apply included. */
  readonly verbose?: boolean;
  /** What is typed to call the command line, for the commands to go on with. */
  readonly program?: string;
  /** What was judged, as `fix` takes it: the address, unless it is something else. */
  readonly judged?: string | undefined;
  /** Leave out what passed and what does not apply. */
  readonly onlyFailures?: boolean;
}

/** How many fixes are listed under "Fix first". */
const TOP_FIXES = 5;
/** The name of a line at the end, before its text. */
const NAME_COLUMNS = 10;

/** The whole scorecard, ending in a line feed. Pure: the same envelope and options give the same text. */
export function renderTerminal(envelope: StoredEnvelope, options: TerminalOptions): string {
  const view = scorecardView(envelope);
  const pen: ChecksPen = {
    ...penOf(options),
    verbose: options.verbose ?? false,
    onlyFailures: options.onlyFailures ?? false,
    advice: view.fixes.byResult,
    // One column for the whole scorecard, as wide as its longest word.
    statusColumns: Math.max(...envelope.scorecard.results.map(({ status }) => columnsOf(statusWord(status)))),
  };
  const blocks = [
    header(view, envelope.freshness.cached, pen),
    warning(view.partial, pen),
    warning(view.otherRules, pen),
    hang(MARGIN, forTerminal(verdictText(view.verdict)), pen.width),
    [...scoreLines(view.relative, pen), '', ...scoreLines(view.global, pen)],
    tally(view, pen),
    ...view.categories.map((category) => categoryBlock(category, pen)),
    notJudged(view, pen),
    fixFirst(view, pen),
    closing(envelope, view, options, pen),
  ].filter((lines) => lines.length > 0);
  return `\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n\n`;
}

function header(view: ScorecardView, cached: boolean, { paint, width }: ChecksPen): string[] {
  const facts = [
    `audited ${view.audited}${cached ? ' (stored)' : ''}`,
    `standard ${forTerminal(view.standard)}, rules ${view.rules}`,
    ...(view.siteType === null ? [] : [`site type ${forTerminal(view.siteType)}`]),
  ];
  const { endpoint, state } = view.mcp;
  const gray = (text: string) => hang(MARGIN, text, width).map((line) => paint('gray', line));
  return [
    ...hang(MARGIN, forTerminal(view.target), width).map((line) => paint('bold', line)),
    ...gray(forTerminal(addressOf(view))),
    ...gray(facts.join(' · ')),
    ...gray(endpoint === null ? state : `MCP endpoint ${forTerminal(endpoint)}`),
  ];
}

function addressOf({ address, canonical }: ScorecardView): string {
  return canonical === undefined ? address : `${address} in place of ${canonical}`;
}

/** What must be known before the scores are read. */
function warning(note: string | undefined, { paint, width }: ChecksPen): string[] {
  return note === undefined
    ? []
    : hang(`${MARGIN}! `, forTerminal(note), width).map((line) => paint('yellow', line));
}

/** The checks of today that the scorecard's rules did not have. */
function notJudged({ notJudged: checks }: ScorecardView, pen: ChecksPen): string[] {
  if (checks.length === 0) return [];
  return [
    ...countedHeading('Not judged then', checks.length, pen),
    ...hang(MARGIN, checks.map(({ id }) => id).join(', '), pen.width),
  ];
}

function scoreLines({ name, value, meaning }: ScoreView, { paint, width }: ChecksPen): string[] {
  const style: Style = value >= 90 ? 'green' : value >= 50 ? 'yellow' : 'red';
  const cells = Math.min(40, width - 14);
  const full = Math.round((value * cells) / 100);
  const bar = paint(style, '█'.repeat(full)) + paint('gray', '░'.repeat(cells - full));
  const number = paint('bold', paint(style, padStart(String(value), 3)));
  return [
    `${MARGIN}${paint('bold', name)}`,
    `${MARGIN}${number}${paint('gray', '%')}  ${bar}`,
    ...hang(MARGIN, meaning, width),
  ];
}

/** All statuses, as many to a line as fit; what could not be seen is named as such and never as a failure. */
function tally({ counts }: ScorecardView, { paint, width }: ChecksPen): string[] {
  const lines: string[][] = [[]];
  let used = MARGIN.length;
  for (const { status, count, word } of counts) {
    const { glyph, style } = glyphOf(status);
    const text = ` ${count} ${forTerminal(word)}`;
    const columns = columnsOf(glyph + text) + 3;
    if (used + columns > width + 3) {
      lines.push([]);
      used = MARGIN.length;
    }
    lines.at(-1)?.push(paint(style, glyph) + text);
    used += columns;
  }
  return lines.map((parts) => MARGIN + parts.join('   '));
}

function fixFirst({ fixes: { advice, forecast, outlook } }: ScorecardView, pen: ChecksPen): string[] {
  const { paint, width } = pen;
  if (advice.length === 0) return [];
  const title = `${MARGIN}Fix first`;
  const heads = forecast ? (justify(title, 'score then', width) ?? title).slice(title.length) : '';
  const more = advice.length - TOP_FIXES;
  return [
    paint('bold', title) + paint('gray', heads),
    rule(pen),
    ...advice.slice(0, TOP_FIXES).flatMap((one, i) => fixLines(one, i + 1, pen)),
    ...(more > 0 ? [`${MARGIN}   ${paint('gray', `and ${more} more, above`)}`] : []),
    '',
    ...hang(MARGIN, outlook, width),
  ];
}

function fixLines({ failure, reason, points, after }: Advice, number: number, pen: ChecksPen): string[] {
  const { paint, width } = pen;
  const lead = `${MARGIN}${number}. `;
  const then = after === undefined ? '' : padStart(`${after.relative}%`, 8);
  const gains = points === undefined ? '' : `  ${recovered(points)}${then}`;
  const [first = lead, ...rest] = hang(lead, forTerminal(headlineOf(failure)), width - gains.length);
  const what = `${STATUS_WORDS[failure.status]} · ${keywordWord(failure.keyword)} · ${forTerminal(failure.id)}`;
  return [
    gains === '' ? first : padEnd(first, width - gains.length) + paint('green', gains),
    ...rest,
    ...hang(' '.repeat(lead.length), what, width).map((line) => paint('gray', line)),
    ...(reason === undefined ? [] : hang(' '.repeat(lead.length), forTerminal(reason), width)),
  ];
}

function closing(
  { auditor_url, target_url }: StoredEnvelope,
  { fixes: { advice } }: ScorecardView,
  { program, judged = target_url }: TerminalOptions,
  { paint, width, verbose }: ChecksPen,
): string[] {
  const catalog = auditor_url.replace(/\/score$/, '');
  const [first] = advice;
  const next =
    program === undefined || first === undefined
      ? []
      : [
          ['Next', `${program} explain ${shellWord(forTerminal(first.failure.id))}`],
          ['', `${program} fix ${shellWord(forTerminal(judged))}`],
        ];
  const rows = [
    ...next,
    ...(leadsNowhere(catalog) ? [] : [['Guides', `${forTerminal(catalog)}/fix/<check>`]]),
    ...(verbose ? [] : [['Evidence', '--verbose shows every check and what was seen']]),
    ['Data', `--output json for programs, --output md for a report. ${STATUSES_IN_JSON}`],
  ];
  return rows.flatMap(([name = '', text = '']) => {
    const [first = '', ...rest] = hang(MARGIN + padEnd(name, NAME_COLUMNS), text, width);
    return [name === '' ? first : first.replace(name, paint('gray', name)), ...rest];
  });
}

/** The scorecard for a terminal. */

import { rulesOf } from '../scorecard/rules.ts';
import type { StoredEnvelope, StoredScorecard } from '../scorecard/stored.ts';
import { type Advice, type AdviceList, adviceFor } from '../view/advice.ts';
import { otherRules } from '../view/judged.ts';
import { mcpState, meaningOf, noForecast, partialNote } from '../view/unseen.ts';
import { gained, instant, levelWord, STATUS_WORDS, statusCounts, together } from '../view/words.ts';
import { forTerminal } from './escape.ts';
import {
  clampWidth,
  columnsOf,
  hang,
  MARGIN,
  padEnd,
  padStart,
  painter,
  rule,
  type Style,
  spread,
  type TextOptions,
} from './layout.ts';
import { categoryBlock, markOf, type Pen } from './terminal-checks.ts';

export interface TerminalOptions extends TextOptions {
  /** Show every check with its evidence, those that do not apply included. */
  readonly verbose?: boolean;
}

/** How many fixes are listed under "Fix first". */
const TOP_FIXES = 5;
/** The name of a score, or of a line at the end, before its text. */
const NAME_COLUMNS = 10;

/** The whole scorecard, ending in a line feed. Pure: the same envelope and options give the same text. */
export function renderTerminal(envelope: StoredEnvelope, options: TerminalOptions): string {
  const { scorecard } = envelope;
  const list = adviceFor(scorecard);
  const pen: Pen = {
    paint: painter(options.color),
    width: clampWidth(options.width),
    verbose: options.verbose ?? false,
    gains: new Map(list.advice.flatMap(({ failure, gain }) => (gain === undefined ? [] : [[failure, gain]]))),
  };
  const blocks = [
    header(envelope, pen),
    partial(envelope, pen),
    ofOtherRules(scorecard, pen),
    scores(scorecard, pen),
    tally(scorecard, pen),
    ...scorecard.categories.map((category) => categoryBlock(category, scorecard, pen)),
    notJudged(scorecard, pen),
    fixFirst(scorecard, list, pen),
    closing(envelope, pen),
  ].filter((lines) => lines.length > 0);
  return `\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n\n`;
}

function header(envelope: StoredEnvelope, { paint, width }: Pen): string[] {
  const { scorecard, freshness } = envelope;
  const facts = [
    `audited ${instant(freshness.scored_at)}${freshness.cached ? ' (stored)' : ''}`,
    `standard ${forTerminal(envelope.spec_version)}, rules ${rulesOf(scorecard)}`,
    ...(scorecard.site_type === null ? [] : [`site type ${forTerminal(scorecard.site_type)}`]),
  ];
  const mcp =
    scorecard.mcp_endpoint === null
      ? mcpState(scorecard)
      : `MCP endpoint ${forTerminal(scorecard.mcp_endpoint)}`;
  const gray = (text: string) => hang(MARGIN, text, width).map((line) => paint('gray', line));
  return [
    ...hang(MARGIN, forTerminal(envelope.target), width).map((line) => paint('bold', line)),
    ...gray(forTerminal(scorecard.tool.url)),
    ...gray(facts.join(' · ')),
    ...gray(mcp),
  ];
}

/** That it is not a whole audit: before the scores, which are of a part only. */
function partial(envelope: StoredEnvelope, { paint, width }: Pen): string[] {
  const note = partialNote(envelope);
  return note === undefined ? [] : hang(`${MARGIN}! `, note, width).map((line) => paint('yellow', line));
}

/** That it was judged by other rules than those of today. */
function ofOtherRules(scorecard: StoredScorecard, { paint, width }: Pen): string[] {
  const other = otherRules(scorecard);
  return other === undefined
    ? []
    : hang(`${MARGIN}! `, forTerminal(other.note), width).map((line) => paint('yellow', line));
}

/** The checks of today that the scorecard's rules did not have. */
function notJudged(scorecard: StoredScorecard, pen: Pen): string[] {
  const ids = (otherRules(scorecard)?.notJudged ?? []).map(({ id }) => id);
  if (ids.length === 0) return [];
  const { paint, width } = pen;
  return [
    `${MARGIN}${paint('bold', 'Not judged then')} ${paint('gray', `(${ids.length})`)}`,
    rule(pen),
    ...hang(MARGIN, ids.join(', '), width),
  ];
}

function scores({ score, results }: StoredScorecard, pen: Pen): string[] {
  const meaning = meaningOf(results);
  return [
    ...scoreLines('Relative', score.relative, meaning.relative, pen),
    '',
    ...scoreLines('Global', score.global, meaning.global, pen),
  ];
}

function scoreLines(name: string, value: number, meaning: string, { paint, width }: Pen): string[] {
  const style: Style = value >= 90 ? 'green' : value >= 50 ? 'yellow' : 'red';
  const cells = Math.min(40, width - 24);
  const full = Math.round((value * cells) / 100);
  const bar = paint(style, '█'.repeat(full)) + paint('gray', '░'.repeat(cells - full));
  const number = paint('bold', paint(style, padStart(String(value), 3)));
  return [
    `${MARGIN}${paint('bold', padEnd(name, NAME_COLUMNS))}${number}${paint('gray', ' / 100')}  ${bar}`,
    ...hang(MARGIN + ' '.repeat(NAME_COLUMNS), meaning, width),
  ];
}

/** All statuses, as many to a line as fit; what could not be seen is named as such and never as a failure. */
function tally(scorecard: StoredScorecard, { paint, width }: Pen): string[] {
  const lines: string[][] = [[]];
  let used = MARGIN.length;
  for (const { status, count, word } of statusCounts(scorecard)) {
    const { glyph, style } = markOf(status);
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

function fixFirst(
  { score, results }: StoredScorecard,
  { advice, reachable }: AdviceList,
  pen: Pen,
): string[] {
  const { paint, width } = pen;
  if (advice.length === 0) return [];
  const title = `${MARGIN}Fix first`;
  const heads =
    reachable === undefined ? '' : (spread(title, 'relative  global', width) ?? title).slice(title.length);
  const end =
    reachable === undefined ? noForecast(results, { reachable }) : together(advice.length, score, reachable);
  const more = advice.length - TOP_FIXES;
  return [
    paint('bold', title) + paint('gray', heads),
    rule(pen),
    ...advice.slice(0, TOP_FIXES).flatMap((one, i) => fixLines(one, i + 1, pen)),
    ...(more > 0 ? [`${MARGIN}   ${paint('gray', `and ${more} more, above`)}`] : []),
    '',
    ...(end === undefined ? [] : hang(MARGIN, end, width)),
  ];
}

function fixLines({ failure, gain }: Advice, number: number, { paint, width }: Pen): string[] {
  const lead = `${MARGIN}${number}. `;
  const gains =
    gain === undefined ? '' : padStart(gained(gain.relative), 8) + padStart(gained(gain.global), 8);
  const [first = lead, ...rest] = hang(lead, forTerminal(failure.label), width - gains.length);
  const what = `${STATUS_WORDS[failure.status]} · ${levelWord(failure.keyword)} · ${forTerminal(failure.id)}`;
  return [
    gains === '' ? first : padEnd(first, width - gains.length) + paint('green', gains),
    ...rest,
    ...hang(' '.repeat(lead.length), what, width).map((line) => paint('gray', line)),
  ];
}

function closing({ auditor_url }: StoredEnvelope, { paint, width, verbose }: Pen): string[] {
  const rows = [
    ['Guides', `${forTerminal(auditor_url).replace(/\/score$/, '')}/fix/<check>`],
    ...(verbose ? [] : [['Evidence', '--verbose shows every check and what was seen']]),
    ['Data', '--output json for programs, --output md for a report'],
  ];
  return rows.flatMap(([name = '', text = '']) => {
    const [first = '', ...rest] = hang(MARGIN + padEnd(name, NAME_COLUMNS), text, width);
    return [first.replace(name, paint('gray', name)), ...rest];
  });
}

import { SCORE_OF } from '../audit/check-texts/vocabulary.ts';
import type { Envelope, Result, Scorecard } from '../audit/scorecard/schema.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { hasNoVerdict } from '../audit/scorecard/verdict-word.ts';
import { STATUSES_IN_JSON, statusWord } from '../audit/scorecard/words.ts';
import { forTerminal, shellWord } from '../base/escape.ts';
import {
  columnsOf,
  countedHeading,
  hang,
  justify,
  MARGIN,
  padEnd,
  padStart,
  penOf,
  type Style,
  type TextOptions,
} from '../base/layout.ts';
import { firstOf, plural } from '../base/text.ts';
import { leadsNowhere } from '../base/versions.ts';
import { mayStay } from '../fix/brief-parts.ts';
import { isFailedResult } from '../fix/failures.ts';
import { alsoText, type FixGroup, fixList, forecastText, gainAndCount } from './fix-list.ts';
import { type ScorecardView, scorecardView } from './scorecard-view.ts';
import { type ChecksPen, categoryBlock, GLYPHS } from './terminal-checks.ts';

export interface TerminalOptions extends TextOptions {
  /** Whether to show every check with its evidence, even those that do not apply. */
  readonly verbose?: boolean;
  /** The command that runs this program, for the suggested next commands. */
  readonly program?: string;
  /** The argument of the suggested `fix` command. Default: the audited address. */
  readonly judged?: string | undefined;
  /** Whether to hide checks that passed or do not apply. */
  readonly onlyFailures?: boolean;
  /** Whether to put the scores before the changes, as in files. On a terminal the scores are last, so they stay visible. */
  readonly scoresFirst?: boolean;
}

const MOST_NAMED = 4;
/** The width of the labels in a report's last lines, in columns. */
const NAME_COLUMNS = 12;

/** Returns a short report; with `verbose`, every check with its evidence. It ends in a line feed. Deterministic. */
export function renderTerminal(envelope: Envelope, options: TerminalOptions): string {
  const view = scorecardView(envelope);
  const pen: ChecksPen = {
    ...penOf(options),
    onlyFailures: options.onlyFailures ?? false,
    // All categories use the width of the longest status word in the scorecard.
    statusColumns: Math.max(...envelope.scorecard.results.map((result) => columnsOf(statusWord(result)))),
  };
  const scores = scoreLines(view, options.verbose ?? false, pen);
  const { scoresFirst = true } = options;
  const blocks = [
    header(view, envelope.freshness.cached, options.verbose ?? false, pen),
    warning(view.partial, pen),
    warning(view.otherRules, pen),
    ...(scoresFirst ? [scores] : []),
    ...(options.verbose
      ? [
          tally(view, pen),
          ...view.categories.map((category) => categoryBlock(category, pen)),
          notJudged(view, pen),
        ]
      : []),
    changes(envelope.scorecard, pen),
    ...(options.verbose ? [] : [rest(envelope.scorecard, pen)]),
    view.cost === undefined ? [] : hang(MARGIN, view.cost, pen.width),
    closing(envelope, options, pen),
    ...(scoresFirst ? [] : [scores]),
  ].filter((lines) => lines.length > 0);
  return `\n${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n\n`;
}

function header(
  view: ScorecardView,
  cached: boolean,
  verbose: boolean,
  { paint, width }: ChecksPen,
): string[] {
  const facts = [
    `audited ${view.audited}${cached ? ' (stored)' : ''}`,
    ...(verbose ? [`standard ${forTerminal(view.standard)}`] : []),
    `rules ${view.rules}`,
    ...(view.siteType === null ? [] : [`site type ${forTerminal(view.siteType)}`]),
  ];
  const { endpoint, isPlain, state, note } = view.mcp;
  const gray = (text: string) => hang(MARGIN, text, width).map((line) => paint('gray', line));
  return [
    ...hang(MARGIN, forTerminal(addressOf(view)), width).map((line) => paint('bold', line)),
    ...gray(facts.join(' · ')),
    ...(endpoint === null
      ? verbose
        ? gray(state)
        : []
      : gray(`MCP endpoint ${isPlain ? endpoint : `“${forTerminal(endpoint)}”`}`)),
    ...(note === undefined ? [] : gray(note)),
  ];
}

function addressOf({ address, canonical }: ScorecardView): string {
  return canonical === undefined ? address : `${address} in place of ${canonical}`;
}

function warning(note: string | undefined, { paint, width }: ChecksPen): string[] {
  return note === undefined
    ? []
    : hang(`${MARGIN}! `, forTerminal(note), width).map((line) => paint('yellow', line));
}

function notJudged({ notJudged: checks }: ScorecardView, pen: ChecksPen): string[] {
  if (checks.length === 0) return [];
  return [
    ...countedHeading('Not judged then', checks.length, pen),
    ...hang(MARGIN, checks.map(({ id }) => id).join(', '), pen.width),
  ];
}

/** Returns both scores; if `verbose`, also their meanings. */
function scoreLines(
  { relative, global, noScore }: ScorecardView,
  verbose: boolean,
  pen: ChecksPen,
): string[] {
  const { paint, width } = pen;
  if (noScore !== undefined) return hang(MARGIN, noScore, width);
  const columns = Math.max(columnsOf(SCORE_OF.relative), columnsOf(SCORE_OF.global));
  return (
    [
      ['relative', relative],
      ['global', global],
    ] as const
  ).flatMap(([name, { value, meaning }]) => {
    const style: Style = value >= 90 ? 'green' : value >= 50 ? 'yellow' : 'red';
    const cells = Math.max(10, Math.min(40, width - columns - 14));
    const full = Math.round((value * cells) / 100);
    const bar = paint(style, '█'.repeat(full)) + paint('gray', '░'.repeat(cells - full));
    const number = paint('bold', paint(style, padStart(String(value), 3)));
    return [
      `${MARGIN}${number} %  ${padEnd(SCORE_OF[name], columns)}  ${bar}`,
      ...(verbose ? hang(`${MARGIN}       `, meaning, width).map((line) => paint('gray', line)) : []),
    ];
  });
}

/** Returns lines with the number of checks for each status, wrapped to the width of the terminal. */
function tally({ counts }: ScorecardView, { paint, width }: ChecksPen): string[] {
  const lines: string[][] = [[]];
  let used = MARGIN.length;
  for (const { status, count, word } of counts) {
    const { glyph, style } = GLYPHS[status];
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

function changes(scorecard: Scorecard, pen: ChecksPen): string[] {
  const { paint, width } = pen;
  const groups = fixList(scorecard);
  if (groups.length === 0) {
    const isSeen = !scorecard.results.some(hasNoVerdict);
    const text = isSeen
      ? 'Nothing to fix: every check that applies passes.'
      : 'Nothing that was checked fails.';
    return hang(MARGIN, text, width);
  }
  const failures = groups.reduce((sum, { failures: ofChange }) => sum + ofChange.length, 0);
  const order = groups.length === 1 ? '' : ', in this order';
  const toMake = groups.every((group) => group.failures.every(mayStay))
    ? ''
    : `. ${plural(groups.length, 'change')} to make${order}`;
  const head = `${plural(failures, 'check')} ${failures === 1 ? 'fails' : 'fail'}${toMake}:`;
  return [
    ...hang(MARGIN, head, width).map((line) => paint('bold', line)),
    '',
    ...groups.flatMap((group, i) => changeLines(group, i + 1, pen)),
    '',
    ...hang(MARGIN, forecastText(scorecard), width),
  ];
}

/** Returns the lines of a change: its number and title, the ids of its checks, and their findings. */
function changeLines(group: FixGroup, number: number, { paint, width }: ChecksPen): string[] {
  const lead = `${MARGIN}${padStart(String(number), 2)}  `;
  const { title, causes } = group;
  const ids = idsOf(group);
  const named = forTerminal(title);
  const line = justify(lead + named, ids, width);
  const head =
    line === undefined
      ? [
          ...hang(lead, named, width),
          ...hang(' '.repeat(lead.length), ids, width).map((one) => paint('gray', one)),
        ]
      : [line.slice(0, -ids.length) + paint('gray', ids)];
  const matter = causes.map((cause) =>
    [forTerminal(headlineOf(cause.failure)), alsoText(cause)].filter(Boolean).join(', and '),
  );
  const firstFindings = matter.slice(0, MOST_NAMED).join('; ');
  const more = matter.length > MOST_NAMED ? `; and ${matter.length - MOST_NAMED} more` : '';
  return [...head, ...hang(' '.repeat(lead.length), `${firstFindings}${more}`, width)];
}

/** Returns the ids of the checks, or their number if there are more than two, and how the change affects the score. */
function idsOf(group: FixGroup): string {
  const { failures, gain } = group;
  const ids = failures.map(({ id }) => forTerminal(id)).join(', ');
  return failures.length > 2 ? gainAndCount(group) : [ids, gain].filter(Boolean).join('  ');
}

/** Returns sentences that say which checks passed, which do not apply, and which have no verdict. */
function rest({ results }: Scorecard, { width }: ChecksPen): string[] {
  const of = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status));
  const unseen = results.filter((one) => hasNoVerdict(one) && one.status !== 'skip');
  const [passed, skipped] = [of('pass'), of('skip')];
  const optional = results.filter(({ na_reason }) => na_reason === 'optional-absent');
  const named = (list: readonly Result[]) =>
    firstOf(
      list.map(({ id }) => forTerminal(id)),
      MOST_NAMED,
    );
  const sentences = [
    passed.length === 0 ? 'Passed: none.' : `Passed ${passed.length}: ${named(passed)}.`,
    ...(optional.length > 0 ? [`Optional, missing ${optional.length}: ${named(optional)}.`] : []),
    `Does not apply: ${of('n_a').length - optional.length}.`,
    ...(skipped.length > 0 ? [`Not run: ${skipped.length}.`] : []),
    `Could not be tested: ${unseen.length}${unseen.length > 0 ? ` (${named(unseen)})` : ''}.`,
  ];
  return hang(MARGIN, sentences.join(' '), width);
}

function closing(
  { auditor_url, target_url, scorecard }: Envelope,
  { program, judged = target_url, verbose = false }: TerminalOptions,
  { paint, width }: ChecksPen,
): string[] {
  const catalog = auditor_url.replace(/\/score$/, '');
  const failure = scorecard.results.find(isFailedResult);
  // If most checks were skipped, suggests the guide to one failed check (`explain`) instead of a page for the whole site (`fix`).
  const skipped = scorecard.results.filter(({ status }) => status === 'skip');
  const isSelection = 2 * skipped.length > scorecard.results.length;
  const rows = [
    ...(program === undefined || failure === undefined
      ? []
      : [
          [
            'What to do',
            isSelection
              ? `${program} explain ${forTerminal(failure.id)} (the guide to one check)`
              : `${program} fix ${shellWord(forTerminal(judged))} (one page, for you or your agent)`,
          ],
        ]),
    ...(leadsNowhere(catalog) ? [] : [['Guides', `${forTerminal(catalog)}/fix/<check>`]]),
    ...(program === undefined
      ? []
      : [
          verbose
            ? ['Data', `--json for programs, --output md for a report. ${STATUSES_IN_JSON}`]
            : ['Everything', '-v (each check with its evidence), --json, --output md'],
        ]),
  ];
  return rows.flatMap(([name = '', text = '']) => {
    const [first = '', ...more] = hang(MARGIN + padEnd(name, NAME_COLUMNS), text, width);
    return [first.replace(name, paint('gray', name)), ...more];
  });
}

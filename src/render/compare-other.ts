/** A scorecard beside the report of another tool, for a terminal and as Markdown. */
import {
  countsText,
  NO_VERDICT,
  type OtherComparison,
  OUTCOME_WORDS,
  OUTCOMES,
  type Outcome,
  VERDICT_WORDS,
  type VerdictRow,
} from '../view/others/comparison.ts';
import { instant, plural, statusWord } from '../view/words.ts';
import { forTerminal, markdownCode, markdownText } from './escape.ts';
import { clampWidth, hang, MARGIN, padEnd, painter, rule, type Style, type TextOptions } from './layout.ts';
import { table } from './markdown/table.ts';

const STYLES: Readonly<Record<Outcome, Style>> = {
  differ: 'red',
  one_side: 'yellow',
  agree: 'green',
  neither: 'gray',
};

/**
 * The comparison as text, ending in a line feed.
 *
 * @param verbose also what neither judges and what only one side has, check by check
 */
export function renderOtherText(comparison: OtherComparison, options: TextOptions, verbose: boolean): string {
  const paint = painter(options.color);
  const width = clampWidth(options.width);
  const { tool, only_theirs, only_ours, cautions, unknown } = comparison;
  const section = (title: string, count: number) => [
    '',
    `${MARGIN}${paint('bold', title)} ${paint('gray', `(${count})`)}`,
    rule({ paint, width }),
  ];
  // What only they ask matters where the site falls short.
  const told = only_theirs.filter(({ verdict }) => verbose || verdict === 'fail' || verdict === 'warn');
  const rowLines = (row: VerdictRow) => {
    const verdicts = `ours ${oursWord(row)}, theirs ${theirsWord(row)}`;
    return [
      ...hang(MARGIN, forTerminal(`${row.label} (${row.check}) / ${row.theirs.id}`), width),
      ...hang(`${MARGIN}    `, forTerminal(verdicts), width).map((line) => paint(STYLES[row.outcome], line)),
      ...(row.reason === null ? [] : hang(`${MARGIN}    `, forTerminal(row.reason), width)),
    ];
  };
  const lines = [
    ...sidesOf(comparison).flatMap(([name, side]) =>
      hang(`${MARGIN}${padEnd(name, 8)}`, forTerminal(side), width),
    ),
    '',
    ...hang(MARGIN, countsText(comparison), width),
    ...cautions.flatMap((text) => hang(MARGIN, forTerminal(text), width)),
    ...OUTCOMES.flatMap((outcome) => {
      const rows = comparison.rows.filter((row) => row.outcome === outcome);
      if (rows.length === 0 || (outcome === 'neither' && !verbose)) return [];
      return [...section(OUTCOME_WORDS[outcome], rows.length), ...rows.flatMap(rowLines)];
    }),
    ...(told.length === 0
      ? []
      : [
          ...section(`Only ${tool.name} asks`, told.length),
          ...told.flatMap(({ id, verdict, asks, why }) => [
            ...hang(MARGIN, forTerminal(`${id}: ${VERDICT_WORDS[verdict]}. ${asks}`), width),
            ...(verbose ? hang(`${MARGIN}    `, forTerminal(why), width) : []),
          ]),
        ]),
    ...(verbose
      ? [
          ...section('Only we ask', only_ours.length),
          ...only_ours.flatMap(({ check, label, status }) =>
            hang(
              MARGIN,
              forTerminal(`${label} (${check}): ${status === null ? NO_VERDICT : statusWord(status)}`),
              width,
            ),
          ),
        ]
      : [
          '',
          ...hang(
            MARGIN,
            `${plural(only_ours.length, 'check')} of ours and ${only_theirs.length - told.length} more of theirs have no counterpart; --verbose lists them.`,
            width,
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : ['', ...hang(MARGIN, forTerminal(`Not known to this version: ${unknown.join(', ')}.`), width)]),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

/** The comparison as Markdown. */
export function renderOtherMarkdown(comparison: OtherComparison): string {
  const { tool, rows, only_theirs, only_ours, cautions, unknown } = comparison;
  const blocks = [
    `# ${markdownText(comparison.ours.target)}: our verdicts and those of ${markdownText(tool.name)}`,
    sidesOf(comparison)
      .map(([name, side]) => `- **${name}:** ${markdownText(side)}`)
      .join('\n'),
    countsText(comparison),
    ...cautions.map(markdownText),
    ...(rows.length === 0
      ? []
      : [
          table(
            ['Our check', 'Ours', 'Their check', 'Theirs', 'Outcome', 'Why'],
            rows.map((row) => [
              markdownCode(row.check),
              markdownText(oursWord(row)),
              markdownCode(row.theirs.id),
              theirsWord(row),
              OUTCOME_WORDS[row.outcome],
              markdownText(row.reason ?? ''),
            ]),
          ),
        ]),
    ...(only_theirs.length === 0
      ? []
      : [
          `## Only ${markdownText(tool.name)} asks`,
          only_theirs
            .map(
              ({ id, verdict, asks, why }) =>
                `- ${markdownCode(id)} (${VERDICT_WORDS[verdict]}): ${markdownText(asks)} ${markdownText(why)}`,
            )
            .join('\n'),
        ]),
    '## Only we ask',
    only_ours
      .map(
        ({ check, status }) =>
          `- ${markdownCode(check)}: ${markdownText(status === null ? NO_VERDICT : statusWord(status))}`,
      )
      .join('\n'),
    ...(unknown.length === 0 ? [] : [`Not known to this version: ${unknown.map(markdownCode).join(', ')}.`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sidesOf({ tool, ours, theirs }: OtherComparison): readonly (readonly [string, string])[] {
  const version = tool.version === null ? '' : `, version ${tool.version}`;
  const at = theirs.at === null ? '' : `, made ${instant(theirs.at)}`;
  return [
    ['Ours', `${ours.target}, audited ${instant(ours.scored_at)}`],
    ['Theirs', `${tool.name}${version}, of ${theirs.url}${at}`],
  ];
}

function oursWord({ ours }: VerdictRow): string {
  return ours === null ? NO_VERDICT : statusWord(ours.status);
}

function theirsWord({ theirs }: VerdictRow): string {
  return VERDICT_WORDS[theirs.verdict];
}

import { CHANGE_DIRECTIONS, SCORE_NAMES } from '../audit/check-texts/vocabulary.ts';
import type { Comparison, VerdictChange } from '../audit/scorecard/compare.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { instant, KEYWORD_WORDS, STATUS_WORDS, signed, statusWord } from '../audit/scorecard/words.ts';
import { forTerminal } from '../base/escape.ts';
import {
  countedHeading,
  hang,
  MARGIN,
  type Paint,
  type Pen,
  padEnd,
  padStart,
  penOf,
  type Style,
  type TextOptions,
} from '../base/layout.ts';
import { plural } from '../base/text.ts';

export const CHANGE_HEADINGS: Readonly<
  Record<VerdictChange['direction'], { readonly heading: string; readonly style: Style }>
> = {
  worse: { heading: 'Worse', style: 'red' },
  better: { heading: 'Better', style: 'green' },
  newly_applies: { heading: 'Newly applies', style: 'yellow' },
  neutral: { heading: 'Neither better nor worse', style: 'gray' },
};

/** Headings for a comparison of two sites. They replace the headings for two scorecards of one site. */
const PEER_HEADINGS: { readonly [direction in VerdictChange['direction']]?: { readonly heading: string } } = {
  worse: { heading: 'Worse on the second site' },
  better: { heading: 'Better on the second site' },
  newly_applies: { heading: 'Applies only to the second site' },
};

const CAUSES: Readonly<Record<VerdictChange['cause'], string>> = {
  site: 'the site changed',
  rules: 'the rules changed',
  both: 'the site and the rules changed',
  unclear: 'the cause is unclear',
  peers: 'the sites differ',
};

export function renderCompareText(comparison: Comparison, options: TextOptions): string {
  const pen = penOf(options);
  const { paint, width } = pen;
  const { score, from, to } = comparison;
  const lines = [
    ...hang(`${MARGIN}From  `, forTerminal(sideOf(from)), width),
    ...hang(`${MARGIN}To    `, forTerminal(sideOf(to)), width),
    '',
    scoreLine(SCORE_NAMES.relative, score.relative, paint),
    scoreLine(SCORE_NAMES.global, score.global, paint),
    ...(comparison.cost?.html === undefined
      ? []
      : hang(
          MARGIN,
          `Tokens of the home page: ${comparison.cost.html.from} → ${comparison.cost.html.to}.`,
          width,
        )),
    '',
    ...hang(MARGIN, forTerminal(comparison.explanation), width),
    ...grouped(comparison).flatMap(({ heading, style, changes }) => [
      '',
      ...countedHeading(heading, changes.length, pen),
      ...changes.flatMap((change) => changeLines(change, comparison, { paint, width, style })),
    ]),
    '',
    ...notJudgedOf(comparison).flatMap(({ heading, checks }) => [
      ...countedHeading(heading, checks.length, pen),
      ...checks.flatMap((one) =>
        hang(
          MARGIN,
          forTerminal(`${headlineOf(one)} (${one.id}): ${STATUS_WORDS[one.status]} on the other side`),
          width,
        ),
      ),
      '',
    ]),
    ...hang(MARGIN, unchangedOf(comparison), width),
  ];
  return `\n${lines.join('\n')}\n\n`;
}

function scoreLine(
  name: string,
  { from, to, change }: Comparison['score']['relative'],
  paint: Paint,
): string {
  const style: Style = change > 0 ? 'green' : change < 0 ? 'red' : 'gray';
  const values = `${padStart(String(from), 3)} → ${padStart(String(to), 3)}`;
  return `${MARGIN}${paint('bold', padEnd(name, 17))}${values}  ${paint(style, change === 0 ? 'unchanged' : signed(change))}`;
}

function changeLines(
  change: VerdictChange,
  comparison: Comparison,
  { paint, width, style }: Pen & { readonly style: Style },
): string[] {
  const way = wayOf(change);
  const [first = '', ...rest] = hang(
    `${MARGIN}${way}  `,
    forTerminal(headlineOf({ ...change, status: change.to.status })),
    width,
  );
  const indent = `${MARGIN}    `;
  const facts = [forTerminal(change.id), KEYWORD_WORDS[change.keyword], ...causeNote(change, comparison)];
  const detail = (name: string, text: string) => {
    const [line = '', ...more] = hang(`${indent}${padEnd(name, 5)}`, forTerminal(text), width);
    return [line.replace(name, paint('gray', name)), ...more];
  };
  return [
    first.replace(way, paint(style, way)),
    ...rest,
    ...hang(indent, facts.join(' · '), width).map((line) => paint('gray', line)),
    ...detail('Was', change.from.evidence),
    ...detail('Is', change.to.evidence),
  ];
}

function grouped({ changes, cause }: Comparison) {
  return CHANGE_DIRECTIONS.map((direction) => ({
    ...CHANGE_HEADINGS[direction],
    ...(cause === 'peers' && PEER_HEADINGS[direction]),
    changes: changes.filter((change) => change.direction === direction),
  })).filter((group) => group.changes.length > 0);
}

/** Returns the checks that only one of the two scorecards judged, grouped by the scorecard that did not judge them. */
export function notJudgedOf({ not_judged }: Comparison) {
  return (['from', 'to'] as const)
    .map((side) => ({
      heading: `Not judged by the rules of the ${side === 'from' ? 'first' : 'second'} scorecard`,
      checks: not_judged.filter((one) => one.side === side),
    }))
    .filter(({ checks }) => checks.length > 0);
}

/** Returns how the verdict changed, such as `PASS → MISSING`. */
function wayOf({ from, to }: VerdictChange): string {
  return `${statusWord(from)} → ${statusWord(to)}`;
}

/** Returns why a check's verdict changed; empty if all changes have this cause. The cause `both` is always shown. */
function causeNote({ cause }: VerdictChange, comparison: Comparison): string[] {
  return cause === comparison.cause && cause !== 'both' ? [] : [CAUSES[cause]];
}

function sideOf({ target, scored_at, spec_version, rules, site_type }: Comparison['from']): string {
  const type = site_type === null ? '' : `, site type ${site_type}`;
  return `${target}, audited ${instant(scored_at)}, standard ${spec_version}, rules ${rules}${type}`;
}

function unchangedOf({ unchanged, same_status_new_evidence }: Comparison): string {
  const other = same_status_new_evidence.length;
  return `${plural(unchanged, 'check')} unchanged${other === 0 ? '' : `, ${other} of them with other evidence`}.`;
}

/** A scorecard in a few lines, for a person who looks at several. Pure. */
import { forTerminal } from '../render/escape.ts';
import {
  clampWidth,
  hang,
  justify,
  MARGIN,
  padEnd,
  padStart,
  painter,
  rule,
  type TextOptions,
} from '../render/layout.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { type ScorecardView, type ScoreView, scorecardView } from '../view/scorecard.ts';
import { headlineOf } from '../view/title.ts';
import { keywordWord, plural, recovered, STATUS_WORDS } from '../view/words.ts';

/** How many fixes are named. */
const TOP_FIXES = 3;

/** Name and address, what the site is, both scores with what they mean, the counts, and what to fix first. */
export function renderSummary(
  site: { readonly title: string; readonly about: string },
  envelope: StoredEnvelope,
  options: TextOptions,
): string {
  const view = scorecardView(envelope);
  const paint = painter(options.color);
  const width = clampWidth(options.width);
  const name = `${MARGIN}${site.title}`;
  const title = justify(name, forTerminal(view.address), width) ?? name;
  const counts = view.counts.map(({ count, word }) => `${count} ${word}`).join(', ');
  const lines = [
    paint('bold', name) + title.slice(name.length),
    rule({ paint, width }),
    ...hang(MARGIN, site.about, width),
    '',
    ...[view.relative, view.global]
      .flatMap((score) => scoreLines(score, width))
      .map((line) => paint('bold', line.slice(0, SCORE_COLUMNS)) + line.slice(SCORE_COLUMNS)),
    ...hang(`${MARGIN}${padEnd('Checks', NAME_COLUMNS)}`, `${counts}.`, width),
    ...fixLines(view, width),
  ];
  return `${lines.join('\n')}\n`;
}

/** In the place of a summary, where the audit has found nothing. */
export function renderFailure(
  site: { readonly title: string },
  failure: string,
  options: TextOptions,
): string {
  const paint = painter(options.color);
  const width = clampWidth(options.width);
  const lines = [
    paint('bold', `${MARGIN}${site.title}`),
    rule({ paint, width }),
    ...hang(MARGIN, `No scorecard: ${forTerminal(failure)}`, width),
  ];
  return `${lines.join('\n')}\n`;
}

const NAME_COLUMNS = 12;
/** The longest name of a score, and a gap. */
const SCORE_NAME_COLUMNS = 31;
const SCORE_COLUMNS = MARGIN.length + SCORE_NAME_COLUMNS + 3;

function scoreLines({ name, value, meaning }: ScoreView, width: number): string[] {
  return hang(`${MARGIN}${padEnd(name, SCORE_NAME_COLUMNS)}${padStart(`${value}%`, 4)}  `, meaning, width);
}

function fixLines({ fixes: { advice } }: ScorecardView, width: number): string[] {
  const lead = `${MARGIN}${padEnd('Fix first', NAME_COLUMNS)}`;
  if (advice.length === 0) return hang(lead, 'Nothing: what applies and was seen passes.', width);
  const shown = advice.slice(0, TOP_FIXES).map(({ failure, points }) => {
    const what = `${STATUS_WORDS[failure.status]}, ${keywordWord(failure.keyword)}`;
    const gains = points === undefined ? '' : `, ${recovered(points)}`;
    return `${forTerminal(headlineOf(failure))} (${what}${gains})`;
  });
  const more = advice.length - shown.length;
  const entries = more > 0 ? [...shown, `and ${plural(more, 'more fix', 'more fixes')}`] : shown;
  const indent = ' '.repeat(lead.length);
  return entries.flatMap((entry, i) => hang(i === 0 ? lead : indent, entry, width));
}

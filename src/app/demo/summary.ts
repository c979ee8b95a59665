/** Renders a scorecard in a few lines, for a list of scorecards. Pure. */

import type { Envelope, Scorecard } from '../../audit/scorecard/schema.ts';
import { forTerminal } from '../../base/escape.ts';
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
} from '../../base/layout.ts';
import { plural } from '../../base/text.ts';
import { fixList } from '../../report/fix-list.ts';
import { type ScoreView, scorecardView } from '../../report/scorecard-view.ts';

/** The maximum number of recommended changes that a summary names. */
const TOP_CHANGES = 3;

/** Returns the site's name, address and description, both scores with their meaning, the counts, and what to change. */
export function renderSummary(
  site: { readonly title: string; readonly about: string },
  envelope: Envelope,
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
    ...fixLines(envelope.scorecard, width),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the text that replaces the summary if the audit failed. */
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
/** The width of the longest score name plus a gap, in columns. */
const SCORE_NAME_COLUMNS = 31;
const SCORE_COLUMNS = MARGIN.length + SCORE_NAME_COLUMNS + 3;

function scoreLines({ name, value, meaning }: ScoreView, width: number): string[] {
  return hang(`${MARGIN}${padEnd(name, SCORE_NAME_COLUMNS)}${padStart(`${value}%`, 4)}  `, meaning, width);
}

function fixLines(scorecard: Scorecard, width: number): string[] {
  const lead = `${MARGIN}${padEnd('To change', NAME_COLUMNS)}`;
  const groups = fixList(scorecard);
  if (groups.length === 0) return hang(lead, 'Nothing that was checked fails.', width);
  const titles = groups.slice(0, TOP_CHANGES).map(({ title }) => forTerminal(title));
  const more = groups.length - titles.length;
  return hang(lead, `${titles.join(', ')}${more > 0 ? ` and ${plural(more, 'more change')}` : ''}.`, width);
}

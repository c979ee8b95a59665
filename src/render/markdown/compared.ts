/** What a scorecard is compared with, as blocks of Markdown: the one before, and the sites of the catalog. */
import type { Envelope } from '../../scorecard/schema.ts';
import { placeText } from '../../view/place.ts';
import type { SinceView } from '../../view/since.ts';
import { STATUS_WORDS } from '../../view/words.ts';
import { markdownCodeCell, markdownText } from '../escape.ts';
import { table } from './table.ts';

/** None of a first scorecard of the catalog. */
export function comparedMarkdown({ place }: Envelope, since: SinceView | undefined): string[] {
  return [...(place === undefined ? [] : [markdownText(placeText(place))]), ...sinceBlocks(since)];
}

function sinceBlocks(view: SinceView | undefined): string[] {
  if (view === undefined) return [];
  const rows = view.rows.map(({ id, title, from, to, way }) => [
    way,
    markdownText(title),
    markdownCodeCell(id),
    `${markdownText(STATUS_WORDS[from])} → ${markdownText(STATUS_WORDS[to])}`,
  ]);
  return [
    '## Since last time',
    `**${view.headline}.** ${view.compared} ${markdownText(view.explanation)}`,
    ...(rows.length === 0 ? [] : [table(['Change', 'Check', 'Id', 'Status'], rows)]),
  ];
}

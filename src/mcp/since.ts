/** What changed since the scorecard before, in an answer that has a limit. */
import { markdownCode, markdownText } from '../render/escape.ts';
import type { Envelope, Since } from '../scorecard/schema.ts';
import { placeText } from '../view/catalog.ts';
import { sinceView } from '../view/scorecard.ts';
import { STATUS_WORDS } from '../view/words.ts';

/** So many changes are named. */
const MOST = 12;

/** The figures, with the changes that there is room for. */
export function shortSince({ changes, ...since }: Since) {
  const more = changes.length - MOST;
  return { ...since, changes: changes.slice(0, MOST), ...(more > 0 && { more_changes: more }) };
}

/** The same for a model, and the place in the catalog; nothing of a first scorecard of the catalog. */
export function comparedText(envelope: Envelope): string[] {
  const { place } = envelope;
  return [...(place === undefined ? [] : [placeText(place)]), ...sinceText(envelope)];
}

function sinceText(envelope: Envelope): string[] {
  const view = sinceView(envelope);
  if (view === undefined) return [];
  const named = view.rows
    .slice(0, MOST)
    .map(({ id, from, to }) => `${markdownCode(id)} ${STATUS_WORDS[from]} → ${STATUS_WORDS[to]}`);
  const more = view.rows.length - named.length;
  const changes = [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ');
  return [
    `Since last time: ${view.headline}. ${view.compared} ${markdownText(view.explanation)}${changes === '' ? '' : `\n${changes}`}`,
  ];
}

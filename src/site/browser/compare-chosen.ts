/** Renders the chosen sites of `/compare`: their names and scores, each with a button that removes the site. */

import { SCORE_OF } from '../../audit/check-texts/vocabulary.ts';
import type { Site } from '../../catalog/compare-choice.ts';
import type { ComparedCard } from '../../catalog/matrix.ts';
import type { StatusCell } from '../../report/checks.ts';
import { STATUS_BAR_HEIGHT, statusBar } from '../../report/plots.ts';
import { type CardColumn, cardDayOf } from './compare-cards.ts';
import { element } from './dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Builds an item of the list of chosen sites, with its status bar; the button calls `remove`. */
export function chosenItem(
  { site, card, isMissing }: CardColumn,
  marks: readonly StatusCell[],
  remove: (site: Site) => void,
): HTMLElement {
  const button = element('button', { type: 'button', 'aria-label': `Remove ${site.name}` }, 'Remove');
  button.addEventListener('click', () => remove(site));
  return element(
    'li',
    {},
    element(
      'div',
      { class: 'who' },
      element('a', { href: `/score/${site.host}` }, site.name),
      element('span', { class: 'host' }, site.host),
    ),
    ...(card === undefined
      ? [element('p', { class: 'soft' }, ...whyNone(site, isMissing === true))]
      : chosenFacts(card, marks)),
    button,
  );
}

function whyNone({ host }: Site, isMissing: boolean): (Element | string)[] {
  return isMissing
    ? ['No scorecard is stored. ', element('a', { href: `/score/${host}` }, 'Audit it'), ', then compare.']
    : ['Its scorecard could not be loaded.'];
}

function chosenFacts(
  { scorecard, freshness }: ComparedCard,
  marks: readonly StatusCell[],
): (Element | string)[] {
  const figure = (name: string, value: number) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, String(value)));
  return [
    stripOf(marks),
    element(
      'dl',
      {},
      figure(SCORE_OF.relative, scorecard.score.relative),
      figure(SCORE_OF.global, scorecard.score.global),
    ),
    element(
      'span',
      { class: 'when' },
      `${scorecard.public_listing === false ? 'Live result of' : 'Audited'} ${cardDayOf(freshness.scored_at)}`,
    ),
  ];
}

/** Draws a status bar. It is hidden from screen readers, because the table has the same information. */
function stripOf(marks: readonly StatusCell[]): Element {
  const { width, paths } = statusBar(marks);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'strip');
  svg.setAttribute('viewBox', `0 0 ${width} ${STATUS_BAR_HEIGHT}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  for (const { status, d } of paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('class', `s-${status}`);
    path.setAttribute('d', d);
    svg.append(path);
  }
  return svg;
}

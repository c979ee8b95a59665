/** Renders the comparison table. Scorecards quote hostile sites, so their text is inserted as text, never as markup. */

import { KEYWORD_WORDS, NOT_JUDGED, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import type { Site } from '../../catalog/compare-choice.ts';
import type {
  CategoryGroup,
  CheckCell,
  CheckRow,
  ComparedCard,
  ComparisonMatrix,
  ScoreRow,
} from '../../catalog/matrix.ts';
import { cardDayOf } from './compare-cards.ts';
import { element } from './dom.ts';

interface LoadedColumn {
  readonly site: Site;
  readonly card: ComparedCard;
}

/** Builds the sections of the table: its head, the scores, and one section for each category in `groups`. */
export function tableSections(
  columns: readonly LoadedColumn[],
  { scores }: Pick<ComparisonMatrix, 'scores'>,
  groups: readonly CategoryGroup[],
  evidence: boolean,
): Element[] {
  return [
    element(
      'thead',
      {},
      element('tr', {}, element('th', { scope: 'col' }, 'Check'), ...columns.map(({ site }) => head(site))),
    ),
    element('tbody', {}, ...scores.map(scoreLine), auditedLine(columns)),
    ...groups.map((group) =>
      element(
        'tbody',
        {},
        groupLine(group),
        ...group.rows.map((row, i) => checkLine(row, group.rows[i - 1], evidence)),
      ),
    ),
  ];
}

function head({ host, name }: Site): Element {
  return element(
    'th',
    { scope: 'col' },
    element('a', { href: `/score/${host}` }, name),
    element('span', { class: 'host' }, host),
  );
}

function scoreLine({ name, cells }: ScoreRow): Element {
  return element(
    'tr',
    { class: 'score-line' },
    element('th', { scope: 'row' }, name),
    ...cells.map(({ value, change, best }) =>
      element(
        'td',
        {},
        element(best ? 'b' : 'span', {}, String(value)),
        ...(change === undefined
          ? []
          : [' ', element('span', { class: 'change' }, change.replace('-', '−'))]),
      ),
    ),
  );
}

function auditedLine(columns: readonly LoadedColumn[]): Element {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, 'Audited'),
    ...columns.map(({ card: { freshness, scorecard } }) =>
      element(
        'td',
        {},
        element('time', { datetime: freshness.scored_at }, cardDayOf(freshness.scored_at)),
        ...(scorecard.public_listing === false ? [', live result'] : []),
      ),
    ),
  );
}

function groupLine({ name, cells, differing }: CategoryGroup): Element {
  return element(
    'tr',
    { class: 'group-line' },
    element(
      'th',
      { scope: 'rowgroup' },
      name,
      ...(differing === 0 ? [' ', element('span', { class: 'soft' }, 'no difference')] : []),
    ),
    ...cells.map((cell) => element('td', {}, cell ?? NOT_JUDGED)),
  );
}

/** Builds a check's row. Omits evidence that is identical to the row above, because many checks use the same observation. */
function checkLine(
  { id, label, keyword, cells }: CheckRow,
  above: CheckRow | undefined,
  evidence: boolean,
): Element {
  return element(
    'tr',
    {},
    element(
      'th',
      { scope: 'row' },
      element('a', { href: `/fix/${id}` }, label),
      ' ',
      element('span', { class: 'level' }, KEYWORD_WORDS[keyword]),
    ),
    ...cells.map((cell, i) =>
      element(
        'td',
        {},
        ...(cell === undefined ? [NOT_JUDGED] : cellContent(cell, above?.cells[i], evidence)),
      ),
    ),
  );
}

function cellContent(
  { status, note, evidence: quoted }: CheckCell,
  above: CheckCell | undefined,
  evidence: boolean,
): Element[] {
  const repeated = quoted === above?.evidence;
  return [
    element('span', { class: `status is-${status}` }, STATUS_WORDS[status]),
    ...(note === undefined ? [] : [element('span', { class: 'note' }, note)]),
    ...(evidence
      ? [
          element(
            'p',
            { class: repeated ? 'soft small' : 'evidence' },
            repeated ? 'Evidence as above.' : quoted,
          ),
        ]
      : []),
  ];
}

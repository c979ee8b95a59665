/**
 * The table of `/compare`, made of the static JSON of each scorecard. The choice is in the address. Scorecards quote
 * hostile sites: all that is theirs enters the page as text, never as markup.
 */
import { KEYWORD_WORDS, plural, STATUS_WORDS } from '../../render/labels.ts';
import {
  type Card,
  type CategoryCell,
  type CategoryGroup,
  type CheckCell,
  type CheckRow,
  cautions,
  matrixOf,
  type ScoreRow,
  shownGroups,
} from '../compare.ts';
import {
  type Asked,
  FEWEST,
  findSite,
  MOST,
  queryOf,
  type Site,
  terminalComparison,
  type View,
  viewOf,
} from '../compare-choice.ts';
import { STRIP_HEIGHT, strip } from '../plots.ts';

/** A chosen site, and its scorecard unless that could not be loaded. */
interface Column {
  readonly site: Site;
  readonly card: Card | undefined;
}

const sites: readonly Site[] = [...document.querySelectorAll<HTMLElement>('#all-sites [data-host]')].map(
  (link) => ({
    host: link.dataset.host ?? '',
    name: link.textContent,
  }),
);
const byHost = new Map(sites.map((site) => [site.host, site]));
const known: ReadonlySet<string> = new Set(byHost.keys());

const addForm = need('add', HTMLFormElement);
const input = need('site', HTMLInputElement);
const viewForm = need('view', HTMLFormElement);
const category = need('category', HTMLSelectElement);
const differences = need('differences', HTMLInputElement);
const evidence = need('evidence', HTMLInputElement);
const said = need('said', HTMLElement);
const title = document.title;

const loads = new Map<string, Promise<Card>>();
let view: View;
let columns: readonly Column[] = [];

addForm.addEventListener('submit', (event) => {
  event.preventDefault();
  add(input.value);
});
viewForm.addEventListener('submit', (event) => event.preventDefault());
viewForm.addEventListener('input', () => {
  view = { ...view, all: !differences.checked, evidence: evidence.checked, category: category.value };
  history.replaceState(null, '', location.pathname + queryOf(view));
  drawTable();
});
addEventListener('popstate', () => void open());
void open();

/** Shows what the address says. */
async function open(): Promise<void> {
  const asked = viewOf(location.search, known);
  view = asked;
  history.replaceState(null, '', location.pathname + queryOf(view));
  await show(problemOf(asked));
}

function problemOf({ unknown, left }: Asked): string {
  return [
    ...(unknown.length > 0 ? [`Not in the catalog: ${unknown.join(', ')}.`] : []),
    ...(left.length > 0 ? [`At most ${MOST} sites stand side by side; left out: ${left.join(', ')}.`] : []),
  ].join(' ');
}

function add(typed: string): void {
  const search = findSite(typed, sites);
  if (search.found === undefined) {
    say(advice(typed, search.candidates));
    return;
  }
  const { host, name } = search.found;
  if (view.hosts.includes(host)) say(`${name} is chosen already.`);
  else if (view.hosts.length >= MOST) say(`At most ${MOST} sites stand side by side. Remove one first.`);
  else {
    input.value = '';
    void choose([...view.hosts, host], `${name} is added.`);
  }
}

function advice(typed: string, candidates: readonly Site[]): string {
  if (typed.trim() === '') return 'Type the name or the host of a site.';
  if (candidates.length === 0) return 'No site of the catalog has that name or host.';
  const some = candidates.slice(0, 5).map(({ host }) => host);
  const more = candidates.length - some.length;
  return `Which one: ${some.join(', ')}${more > 0 ? ` or ${more} more` : ''}?`;
}

async function remove({ host, name }: Site): Promise<void> {
  const index = view.hosts.indexOf(host);
  await choose(
    view.hosts.filter((other) => other !== host),
    `${name} is removed.`,
  );
  const buttons = document.querySelectorAll<HTMLButtonElement>('#chosen-list button');
  (buttons[Math.min(index, buttons.length - 1)] ?? input).focus();
}

async function choose(hosts: readonly string[], message: string): Promise<void> {
  view = { ...view, hosts };
  history.pushState(null, '', location.pathname + queryOf(view));
  await show(message);
}

async function show(message: string): Promise<void> {
  const { hosts } = view;
  if (hosts.some((host) => !loads.has(host))) say('Loading…');
  const loaded = await Promise.all(hosts.map(columnOf));
  // While these were on their way, another choice was made.
  if (hosts !== view.hosts) return;
  columns = loaded;
  drawChoice();
  drawTable();
  const missing = columns.filter(({ card }) => card === undefined).map(({ site }) => site.name);
  say(
    [
      ...(message === '' ? [] : [message]),
      ...(missing.length > 0 ? [`Could not load the scorecard of ${missing.join(', ')}.`] : []),
      ...(hosts.length === 0 ? ['Choose a site to begin with.'] : []),
      ...(hosts.length > 0 && hosts.length < FEWEST ? ['Add another site to compare it with.'] : []),
    ].join(' '),
  );
}

async function columnOf(host: string): Promise<Column> {
  const site = byHost.get(host) ?? { host, name: host };
  try {
    const load = loads.get(host) ?? fetchCard(host);
    loads.set(host, load);
    return { site, card: await load };
  } catch {
    // The next choice tries again.
    loads.delete(host);
    return { site, card: undefined };
  }
}

/** The JSON was validated when the site was built. */
async function fetchCard(host: string): Promise<Card> {
  const answer = await fetch(`/score/${encodeURIComponent(host)}/json`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.json();
}

function drawChoice(): void {
  need('start', HTMLElement).hidden = columns.length > 0;
  need('chosen', HTMLElement).hidden = columns.length === 0;
  need('chosen-list', HTMLElement).replaceChildren(...columns.map(chosenItem));
  need('sites', HTMLElement).replaceChildren(
    ...sites
      .filter(({ host }) => !view.hosts.includes(host))
      .map(({ host, name }) => element('option', { value: host, label: name })),
  );
  const names = columns.map(({ site }) => site.name);
  document.title = names.length < FEWEST ? title : `${names.join(', ')}: ${title}`;
}

function chosenItem({ site, card }: Column): HTMLElement {
  const button = element('button', { type: 'button', 'aria-label': `Remove ${site.name}` }, 'Remove');
  button.addEventListener('click', () => void remove(site));
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
      ? [element('p', { class: 'soft' }, 'Its scorecard could not be loaded.')]
      : chosenFacts(card)),
    button,
  );
}

function chosenFacts({ scorecard, freshness }: Card): (Element | string)[] {
  const figure = (name: string, value: number) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, String(value)));
  return [
    stripOf(scorecard.results),
    element('dl', {}, figure('global', scorecard.score.global), figure('relative', scorecard.score.relative)),
    element('span', { class: 'when' }, `audited ${dayOf(freshness.scored_at)}`),
  ];
}

/** Hidden from screen readers: the table says the same. */
function stripOf(results: Card['scorecard']['results']): Element {
  const { width, paths } = strip(results);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'strip');
  svg.setAttribute('viewBox', `0 0 ${width} ${STRIP_HEIGHT}`);
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

const SVG = 'http://www.w3.org/2000/svg';

function drawTable(): void {
  const shown = columns.flatMap(({ site, card }) => (card === undefined ? [] : [{ site, card }]));
  const result = need('result', HTMLElement);
  result.hidden = shown.length < FEWEST;
  if (result.hidden) return;
  const cards = shown.map(({ card }) => card);
  const matrix = matrixOf(cards);
  const groups = shownGroups(matrix, view);
  restoreForm(groups);
  need('cautions', HTMLElement).replaceChildren(
    ...cautions(cards).map((text) => element('p', { class: 'callout warn' }, text)),
  );
  need('count', HTMLElement).textContent = countText(groups);
  need('basis', HTMLElement).textContent =
    `Scores are compared with ${shown[0]?.site.name ?? ''}, the first column. Of each category: the checks that pass, of those that apply.`;
  need('matrix', HTMLElement).replaceChildren(
    element(
      'thead',
      {},
      element('tr', {}, element('th', { scope: 'col' }, 'Check'), ...shown.map(({ site }) => head(site))),
    ),
    element('tbody', {}, ...matrix.scores.map(scoreLine), auditedLine(cards)),
    ...groups.map((group) =>
      element(
        'tbody',
        {},
        groupLine(group),
        ...group.rows.map((row, i) => checkLine(row, group.rows[i - 1])),
      ),
    ),
  );
  need('address', HTMLElement).textContent = location.href;
  need('terminal', HTMLElement).textContent = terminalComparison(
    shown.map(({ site }) => site.host),
    location.origin,
  );
}

/** The form follows the address, also where that names a category that there is not. */
function restoreForm(groups: readonly CategoryGroup[]): void {
  differences.checked = !view.all;
  evidence.checked = view.evidence;
  category.value = groups.length === 1 ? (groups[0]?.id ?? '') : '';
}

function countText(groups: readonly CategoryGroup[]): string {
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const differing = groups.reduce((sum, group) => sum + group.differing, 0);
  return differing === 0
    ? `None of ${plural(total, 'check')} differs`
    : `${differing} of ${plural(total, 'check')} differ`;
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
    element('th', { scope: 'row' }, `${name} score`),
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

function auditedLine(cards: readonly Card[]): Element {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, 'Audited'),
    ...cards.map(({ freshness }) =>
      element('td', {}, element('time', { datetime: freshness.scored_at }, dayOf(freshness.scored_at))),
    ),
  );
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
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
    ...cells.map((cell) => element('td', {}, passedText(cell))),
  );
}

function passedText(cell: CategoryCell | undefined): string {
  if (cell === undefined) return 'not judged';
  return cell.counted === 0 ? 'none apply' : `${cell.passed} of ${cell.counted}`;
}

/** Many checks of a group may rest on one observation: evidence that stands in the row above is not repeated. */
function checkLine({ id, label, keyword, cells }: CheckRow, above: CheckRow | undefined): Element {
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
      element('td', {}, ...(cell === undefined ? ['not judged'] : cellContent(cell, above?.cells[i]))),
    ),
  );
}

function cellContent({ status, note, evidence: quoted }: CheckCell, above: CheckCell | undefined): Element[] {
  const repeated = quoted === above?.evidence;
  return [
    element('span', { class: `status is-${status}` }, STATUS_WORDS[status]),
    ...(note === undefined ? [] : [element('span', { class: 'note' }, note)]),
    ...(view.evidence
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

function say(message: string): void {
  said.textContent = message;
}

/** An element whose attributes are this project's own; children that are strings become text. */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function need<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

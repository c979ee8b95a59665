import {
  advice,
  FEWEST,
  findSite,
  MOST,
  queryOf,
  type Site,
  sitesMatching,
  terminalComparison,
  type View,
  viewOf,
  viewProblemOf,
} from '../../catalog/compare-choice.ts';
import {
  type CategoryGroup,
  cautions,
  countText,
  matrixOf,
  shownGroups,
  statusCellsOf,
} from '../../catalog/matrix.ts';
import { PAGE_ROWS, type SearchedSite } from '../../catalog/pages.ts';
import { type CardColumn, columnOf, isAsked } from './compare-cards.ts';
import { chosenItem } from './compare-chosen.ts';
import { tableSections } from './compare-table.ts';
import { element, need } from './dom.ts';

let byHost: ReadonlyMap<string, Site> = new Map();
setSites(
  [...document.querySelectorAll<HTMLElement>('#all-sites [data-host]')].map((link) => ({
    host: link.dataset.host ?? '',
    name: link.textContent,
  })),
);

const addForm = need('add', HTMLFormElement);
const input = need('site', HTMLInputElement);
const viewForm = need('view', HTMLFormElement);
const category = need('category', HTMLSelectElement);
const differences = need('differences', HTMLInputElement);
const evidence = need('evidence', HTMLInputElement);
const offered = need('sites', HTMLElement);
const announced = need('said', HTMLElement);
const title = document.title;

let view: View;
let columns: readonly CardColumn[] = [];

addForm.addEventListener('submit', (event) => {
  event.preventDefault();
  void loadSites().then(() => add(input.value));
});
if (offered.dataset.from !== undefined)
  for (const event of ['focus', 'input']) input.addEventListener(event, () => void loadSites().then(offer));
viewForm.addEventListener('submit', (event) => event.preventDefault());
viewForm.addEventListener('input', () => {
  view = { ...view, all: !differences.checked, evidence: evidence.checked, category: category.value };
  history.replaceState(null, '', location.pathname + queryOf(view));
  drawTable();
});
addEventListener('popstate', () => void open());
void open();

async function open(): Promise<void> {
  const requested = viewOf(location.search, new Set(byHost.keys()));
  view = requested;
  history.replaceState(null, '', location.pathname + queryOf(view));
  await show(viewProblemOf(requested));
}

function setSites(sites: readonly Site[]): void {
  byHost = new Map(sites.map((site) => [site.host, site]));
}

let loading: Promise<void> | undefined;
/** Loads the list of sites, which the page omits for a long catalog. If this fails, typed hosts are still accepted. */
async function loadSites(): Promise<void> {
  const { from } = offered.dataset;
  if (from === undefined) return;
  loading ??= fetch(from)
    .then(async (answer) => {
      const all = (await answer.json()) as readonly SearchedSite[];
      setSites(all.map(([name, host]) => ({ host, name })));
    })
    .catch(() => {
      loading = undefined;
    });
  await loading;
}

function offer(): void {
  const sites = [...byHost.values()].filter(({ host }) => !view.hosts.includes(host));
  offered.replaceChildren(
    ...sitesMatching(input.value, sites)
      .slice(0, PAGE_ROWS)
      .map(({ host, name }) => element('option', { value: host, label: name })),
  );
}

function add(typed: string): void {
  const search = findSite(typed, [...byHost.values()]);
  if (search.found === undefined) {
    say(advice(typed, search.candidates));
    return;
  }
  const { host, name } = search.found;
  if (view.hosts.includes(host)) say(`${name} is already chosen.`);
  else if (view.hosts.length >= MOST) say(`You can compare up to ${MOST} sites. Remove one first.`);
  else {
    input.value = '';
    void choose([...view.hosts, host], `${name} added.`);
  }
}

async function remove({ host, name }: Site): Promise<void> {
  const index = view.hosts.indexOf(host);
  await choose(
    view.hosts.filter((other) => other !== host),
    `${name} removed.`,
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
  const chosen = hosts.map((host) => byHost.get(host) ?? { host, name: host });
  if (!chosen.every(isAsked)) say('Loading…');
  const loaded = await Promise.all(chosen.map(columnOf));
  // The choice changed while the scorecards were loading.
  if (hosts !== view.hosts) return;
  columns = loaded;
  drawChoice();
  drawTable();
  const without = (isMissing: boolean) =>
    columns
      .filter((one) => one.card === undefined && (one.isMissing === true) === isMissing)
      .map(({ site }) => site.name);
  const [missing, failed] = [without(true), without(false)];
  say(
    [
      ...(message === '' ? [] : [message]),
      ...(missing.length > 0 ? [`No scorecard of ${missing.join(', ')} is stored.`] : []),
      ...(failed.length > 0 ? [`Could not load the scorecard of ${failed.join(', ')}.`] : []),
      ...(hosts.length === 0 ? ['Choose a site, or start with a suggested pair.'] : []),
      ...(hosts.length > 0 && hosts.length < FEWEST ? ['Add another site to compare it with.'] : []),
    ].join(' '),
  );
}

function drawChoice(): void {
  need('start', HTMLElement).hidden = columns.length > 0;
  need('chosen', HTMLElement).hidden = columns.length === 0;
  const cards = columns.flatMap(({ card }) => card ?? []);
  const marks = new Map(statusCellsOf(cards).map((cells, i) => [cards[i], cells]));
  need('chosen-list', HTMLElement).replaceChildren(
    ...columns.map((column) => chosenItem(column, marks.get(column.card) ?? [], (site) => void remove(site))),
  );
  offer();
  const names = columns.map(({ site }) => site.name);
  document.title = names.length < FEWEST ? title : `${names.join(', ')}: ${title}`;
}

function drawTable(): void {
  const loadedColumns = columns.flatMap(({ site, card }) => (card === undefined ? [] : [{ site, card }]));
  const result = need('result', HTMLElement);
  result.hidden = loadedColumns.length < FEWEST;
  if (result.hidden) return;
  const cards = loadedColumns.map(({ card }) => card);
  const matrix = matrixOf(cards);
  const groups = shownGroups(matrix, view);
  restoreForm(groups);
  need('cautions', HTMLElement).replaceChildren(
    ...cautions(cards).map((text) => element('p', { class: 'callout warn' }, text)),
  );
  need('count', HTMLElement).textContent = countText(groups);
  need('basis', HTMLElement).textContent =
    `Scores are compared with ${loadedColumns[0]?.site.name ?? ''}, the first column. Each category shows how many checks pass, of those that apply.`;
  need('matrix', HTMLElement).replaceChildren(...tableSections(loadedColumns, matrix, groups, view.evidence));
  need('address', HTMLElement).textContent = location.href;
  const terminal = need('terminal', HTMLElement);
  terminal.textContent = terminalComparison(
    loadedColumns.map(({ site }) => site.host),
    location.origin,
    terminal.dataset.cli ?? '',
  );
}

/** Fills the form from the page's URL, which may name an unknown category. */
function restoreForm(groups: readonly CategoryGroup[]): void {
  differences.checked = !view.all;
  evidence.checked = view.evidence;
  category.value = groups.length === 1 ? (groups[0]?.id ?? '') : '';
}

function say(message: string): void {
  announced.textContent = message;
}

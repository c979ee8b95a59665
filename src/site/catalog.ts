/** The catalog as the pages see it: what they need of a target is small. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MOST_CHANGES } from '../results/changes-document.ts';
import { joinedPasts, type Past } from '../results/past.ts';
import { LISTING_STATES } from '../scorecard/listing-state.ts';
import type { ListedHost } from '../scorecard/record.ts';
import { byRank } from '../view/catalog.ts';
import { newestFirst, type SiteChange } from '../view/changes.ts';
import type { Apart, Listed } from '../view/listed.ts';

/** The folder with `targets/`, `scorecards/` and `recordings/`; CATALOG_RESULTS names another one. */
export const CATALOG_FOLDER = process.env.CATALOG_RESULTS ?? 'content';

interface Catalogued {
  readonly listed: readonly Listed[];
  readonly apart: readonly Apart[];
  readonly changes: readonly SiteChange[];
  readonly past: Past;
  readonly waiting: readonly ListedHost[];
}

let catalog: Promise<Catalogued> | undefined;

function catalogued(): Promise<Catalogued> {
  catalog ??= load();
  return catalog;
}

/** All targets that are ranked, in the order of the ranking. Read once in a build. */
export async function listedTargets(): Promise<readonly Listed[]> {
  return (await catalogued()).listed;
}

/** All that are listed apart, those that refuse the auditor first, then by name. */
export async function apartTargets(): Promise<readonly Apart[]> {
  return (await catalogued()).apart;
}

/** Those that nothing is known of yet, in the order of the list. */
export async function waitingTargets(): Promise<readonly ListedHost[]> {
  return (await catalogued()).waiting;
}

/** What changed in the catalog, the newest first, as much of it as is published. */
export async function recentChanges(): Promise<readonly SiteChange[]> {
  return (await catalogued()).changes;
}

/** What is known of the past of all targets, those that are listed apart among them. */
export async function catalogPast(): Promise<Past> {
  return (await catalogued()).past;
}

async function load(): Promise<Catalogued> {
  // As it is, past the bundler: the integration has the same module, and its threads have files.
  const see = pathToFileURL(join(process.cwd(), 'src/site/targets/see.ts')).href;
  const { seeCatalog } = (await import(/* @vite-ignore */ see)) as typeof import('./targets/see.ts');
  const { seen, waiting } = await seeCatalog(CATALOG_FOLDER);
  const listed: Listed[] = [];
  const apart: Apart[] = [];
  for (const { target, scored, listingState } of seen) {
    if (listingState !== undefined) apart.push({ target, listingState, last: scored });
    else if (scored !== undefined) listed.push({ target, scored });
  }
  return {
    listed: listed.toSorted(byRank),
    apart: apart.toSorted(byState),
    waiting,
    changes: newestFirst(seen.flatMap(({ changes }) => changes)).slice(0, MOST_CHANGES),
    past: joinedPasts(new Map(seen.map(({ target, past }) => [target.host, past]))),
  };
}

function byState(a: Apart, b: Apart): number {
  const order = (one: Apart) => LISTING_STATES.indexOf(one.listingState.state);
  return order(a) - order(b) || a.target.name.localeCompare(b.target.name, 'en');
}

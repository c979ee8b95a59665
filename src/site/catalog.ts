/** The catalog as the pages see it. What all pages need of a target is small; the whole scorecard is read on demand. */

import type { Provenance } from '../probes/trace.ts';
import { MOST_CHANGES } from '../results/changes-document.ts';
import { joinedPasts, type Past, pastOf } from '../results/past.ts';
import { eachListed, storeIn } from '../results/scored.ts';
import { provenanceOf } from '../run/provenance.ts';
import { LISTING_STATES } from '../scorecard/listing-state.ts';
import type { ListedHost } from '../scorecard/record.ts';
import type { StoredEnvelope } from '../scorecard/stored.ts';
import { byRank } from '../view/catalog.ts';
import { changesOf, newestFirst, type SiteChange } from '../view/changes.ts';
import { type Apart, type Listed, scoredOf } from '../view/listed.ts';

/** The folder with `targets/`, `scorecards/` and `recordings/`; CATALOG_RESULTS names another one. */
export const CATALOG_FOLDER = process.env.CATALOG_RESULTS ?? 'content';
const store = storeIn(CATALOG_FOLDER);

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

/** What the verdicts of a target's latest scorecard rest on; `undefined` where no recording of it is kept. */
export function storedProvenance(
  target: ListedHost,
  latest: StoredEnvelope,
): Promise<ReadonlyMap<string, Provenance> | undefined> {
  return provenanceOf(target, latest, store);
}

async function load(): Promise<Catalogued> {
  const listed: Listed[] = [];
  const apart: Apart[] = [];
  const changes: SiteChange[] = [];
  const pasts = new Map<string, Past>();
  const waiting = await eachListed(CATALOG_FOLDER, (one) => {
    const { target, latest, listingState } = one;
    changes.push(...changesOf(target, one, listingState));
    pasts.set(target.host, pastOf(one));
    const scored = latest === null ? undefined : scoredOf(latest);
    if (listingState !== undefined) apart.push({ target, listingState, last: scored });
    else if (scored !== undefined) listed.push({ target, scored });
  });
  return {
    listed: listed.toSorted(byRank),
    apart: apart.toSorted(byState),
    waiting,
    changes: newestFirst(changes).slice(0, MOST_CHANGES),
    past: joinedPasts(pasts),
  };
}

function byState(a: Apart, b: Apart): number {
  const order = (one: Apart) => LISTING_STATES.indexOf(one.listingState.state);
  return order(a) - order(b) || a.target.name.localeCompare(b.target.name, 'en');
}

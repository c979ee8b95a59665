/** The catalog as the pages see it. What all pages need of a target is small; the whole scorecard is read on demand. */
import { groundsOf } from '../catalog/grounds.ts';
import type { CatalogTarget, Stored } from '../catalog/schema.ts';
import { eachScored, storeIn } from '../catalog/scored.ts';
import type { Grounds } from '../probes/trace.ts';
import type { Envelope, Scorecard, Status } from '../scorecard/schema.ts';

/** The folder with `targets/`, `scorecards/` and `recordings/`; CATALOG_RESULTS names another one. */
export const CATALOG_FOLDER = process.env.CATALOG_RESULTS ?? 'content';
const store = storeIn(CATALOG_FOLDER);

/** A target of the catalog with the short form of its latest scorecard. */
export interface Listed {
  readonly target: CatalogTarget;
  readonly scored: Scored;
}

/** What tables and plots read of a scorecard. */
export interface Scored {
  readonly at: string;
  readonly score: Scorecard['score'];
  readonly summary: Scorecard['summary'];
  readonly mcp: boolean;
  /** In the order of the catalogue. */
  readonly results: readonly { readonly id: string; readonly status: Status }[];
}

let catalog: Promise<readonly Listed[]> | undefined;

/** All targets that have a scorecard, the best global score first. Read once in a build. */
export function listedTargets(): Promise<readonly Listed[]> {
  catalog ??= load();
  return catalog;
}

/** The stored results of one target of the catalog. */
export async function storedResults(host: string): Promise<Stored & { readonly latest: Envelope }> {
  const stored = await store.read(host);
  const { latest } = stored;
  if (latest === null) throw new Error(`There is no scorecard of ${host}.`);
  return { ...stored, latest };
}

/** What the verdicts of a target's latest scorecard rest on; `undefined` where no recording of it is kept. */
export function storedGrounds(
  target: CatalogTarget,
  latest: Envelope,
): Promise<ReadonlyMap<string, Grounds> | undefined> {
  return groundsOf(target, latest, store);
}

/** Every target with a scorecard, as the paths of a route. */
export async function targetPaths(): Promise<{ params: { target: string }; props: { listed: Listed } }[]> {
  return (await listedTargets()).map((listed) => ({
    params: { target: listed.target.host },
    props: { listed },
  }));
}

async function load(): Promise<readonly Listed[]> {
  const listed: Listed[] = [];
  await eachScored(CATALOG_FOLDER, ({ target, latest }) => {
    listed.push({ target, scored: shortOf(latest) });
  });
  return listed.toSorted(byScore);
}

function byScore(a: Listed, b: Listed): number {
  return (
    b.scored.score.global - a.scored.score.global ||
    b.scored.score.relative - a.scored.score.relative ||
    (a.target.host < b.target.host ? -1 : 1)
  );
}

function shortOf({ scorecard, freshness }: Envelope): Scored {
  return {
    at: freshness.scored_at,
    score: scorecard.score,
    summary: scorecard.summary,
    mcp: scorecard.mcp_endpoint !== null,
    results: scorecard.results.map(({ id, status }) => ({ id, status })),
  };
}

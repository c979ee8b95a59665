/**
 * The catalog's lists in the database. Each site has one row, with the data that tables, downloads and sitemaps show about the
 * site. A new result updates the row, so that a page of a list needs only one index scan. Statistics of all sites are recomputed
 * from time to time and stored as one row.
 */
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { LISTING_STATES, type ListingState } from '../../audit/scorecard/listing-state.ts';
import { type ListedHost, type Stored, targetSchema } from '../../audit/scorecard/record.ts';
import { rulesOf } from '../../audit/scorecard/rules.ts';
import { parseJsonText } from '../../base/json.ts';
import { changesOf } from '../../report/changes.ts';
import { Tally } from '../catalog.ts';
import { type Apart, type Listed, rankKey, type ScoredSite, scoredOf } from '../listed.ts';
import type { ListQuery, SiteLists, StoredFigures } from '../pages.ts';
import { listedOf } from '../results/scored.ts';
import { auditedDomain } from '../run/due.ts';
import { likeText } from './connect.ts';
import { packedEntry, unpackedEntry } from './schema.ts';

/** The values of the column `state`: ranked, not ranked (one state for each reason), waiting for the first audit, demo site. */
const RANKED = 0;
const WAITING = LISTING_STATES.length + 1;
export const DEMO = WAITING + 1;

type Database = Pick<Pool | PoolClient, 'query'>;

/** The data about a site that pages show. It is stored in the column `entry` of `catalog.listed`. */
interface Entry {
  readonly target: ListedHost;
  readonly scored?: ScoredSite | undefined;
  readonly listingState?: ListingState | undefined;
  /** The times of the site's first and latest scorecard. */
  readonly scoredAt: readonly string[];
}

/** Returns the target in a row of `catalog.targets`; `undefined` if the row cannot be read. */
export function targetIn(body: Buffer): ListedHost | undefined {
  const json = parseJsonText(body.toString('utf8'));
  return json.ok ? targetSchema.safeParse(json.value).data : undefined;
}

/** Writes rows of `catalog.listed` for these results. Skips targets that are not listed or cannot be read. */
export async function putListed(database: Database, results: readonly Stored[]): Promise<void> {
  const { rows } = await database.query<{ host: string; body: Buffer }>(
    'SELECT host, body FROM catalog.targets WHERE host = ANY($1)',
    [results.map(({ host }) => host)],
  );
  const bodies = new Map(rows.map(({ host, body }) => [host, body]));
  const targets = results.map((stored) => ({ body: bodies.get(stored.host), stored }));
  await putEntries(
    database,
    targets.flatMap(({ body, stored }) => (body === undefined ? [] : [{ target: targetIn(body), stored }])),
  );
}

/** Writes a row of `catalog.listed` for each entry. Skips entries whose target could not be read (`undefined`). */
export async function putEntries(
  database: Database,
  entries: readonly { readonly target: ListedHost | undefined; readonly stored: Stored }[],
): Promise<void> {
  const rows = entries.flatMap(({ target, stored }) => (target === undefined ? [] : [rowOf(target, stored)]));
  await database.query(
    `INSERT INTO catalog.listed (host, newest, at, changed, relative, global, state, mcp, name, domain, category, entry)
       SELECT host, newest, at, changed, relative, global, state, mcp, name, domain, category, decode(entry, 'base64')
         FROM jsonb_to_recordset($1::jsonb) AS row (host text, newest bigint, at timestamptz, changed timestamptz,
           relative int, global int, state smallint, mcp boolean, name text, domain text, category text, entry text)
       ON CONFLICT (host) DO UPDATE SET (newest, at, changed, relative, global, state, mcp, name, domain, category, entry)
         = ROW (excluded.newest, excluded.at, excluded.changed, excluded.relative, excluded.global, excluded.state,
           excluded.mcp, excluded.name, excluded.domain, excluded.category, excluded.entry)`,
    [JSON.stringify(rows)],
  );
}

function rowOf(target: ListedHost, stored: Stored) {
  const listed = listedOf(target, stored);
  const { latest = null, listingState } = listed ?? {};
  const scored = latest === null ? undefined : scoredOf(latest);
  const [newest] = listed === undefined ? [] : changesOf(target, listed, listingState);
  const times = (listed?.history ?? []).map(({ scored_at }) => scored_at).toSorted();
  const scoredAt = [...times.slice(0, 1), ...times.slice(-1)];
  const entry: Entry = { target, scored, listingState, scoredAt };
  const { host } = target;
  const domain = auditedDomain(target);
  return {
    host,
    state: target.demo === true ? DEMO : stateOf(entry),
    name: target.name.toLowerCase(),
    domain: domain === host ? null : domain,
    category: target.category.toLowerCase(),
    relative: scored === undefined ? 0 : rankKey(scored.score),
    global: -(scored?.score.global ?? 0),
    newest: scored === undefined ? 0 : -Date.parse(scored.at),
    mcp: scored?.mcp === true,
    at: listingState?.at ?? scored?.at ?? null,
    changed: newest?.at ?? null,
    entry: packedEntry(JSON.stringify(entry)).toString('base64'),
  };
}

function stateOf({ scored, listingState }: Entry): number {
  if (listingState !== undefined) return LISTING_STATES.indexOf(listingState.state) + 1;
  return scored === undefined ? WAITING : RANKED;
}

type Ask = <Row extends QueryResultRow>(
  statement: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Row[] }>;

interface EntryRow {
  readonly entry: Buffer;
}

function entryIn({ entry }: EntryRow): Entry {
  return JSON.parse(unpackedEntry(entry));
}

/** The maximum number of URLs in a sitemap (sitemaps.org). */
const MOST_ADDRESSES = 50_000;
/** The number of URLs in a new sitemap. Smaller files are served faster and have room for sites that are added later. */
const ADDRESSES = 10_000;

/** @param ask runs one SQL statement and returns its rows */
export function listsIn(ask: Ask): SiteLists {
  const entries = async (statement: string, values: readonly unknown[]): Promise<Entry[]> =>
    (await ask<EntryRow>(statement, values)).rows.map(entryIn);
  return {
    async site(host) {
      const [entry] = await entries('SELECT entry FROM catalog.listed WHERE host = $1', [host]);
      return entry && (rankedIn(entry)[0] ?? apartIn(entry)[0]);
    },
    ranked: async (query) => (await entries(...rankedStatement(query))).flatMap(rankedIn),
    async apart(limit, category, [state, host] = [0, '']) {
      const statement = `SELECT entry FROM catalog.listed
         WHERE state > ${RANKED} AND state < ${WAITING} AND (state, host) > ($1, $2) AND ($3::text IS NULL OR category = $3)
         ORDER BY state, host LIMIT $4`;
      return (await entries(statement, [state, host, category?.toLowerCase() ?? null, limit])).flatMap(
        apartIn,
      );
    },
    async apartCounts(category) {
      const statement = `SELECT state, count(*)::int AS sites FROM catalog.listed
         WHERE state > ${RANKED} AND state < ${WAITING} AND ($1::text IS NULL OR category = $1) GROUP BY state`;
      const { rows } = await ask<{ state: number; sites: number }>(statement, [
        category?.toLowerCase() ?? null,
      ]);
      const count = (wanted: ListingState['state']) =>
        rows.find(({ state }) => state === LISTING_STATES.indexOf(wanted) + 1)?.sites ?? 0;
      return { refusing: count('refuses'), declined: count('declined'), unreachable: count('unreachable') };
    },
    async waiting(limit, after = '') {
      const statement = `SELECT entry FROM catalog.listed WHERE state = ${WAITING} AND host > $1 ORDER BY host LIMIT $2`;
      return (await entries(statement, [after, limit])).map(({ target }) => target);
    },
    async addresses(after, upTo) {
      const statement = `SELECT host, at FROM catalog.listed
         WHERE state < ${WAITING} AND host > $1 AND ($2::text IS NULL OR host <= $2) ORDER BY host LIMIT ${MOST_ADDRESSES}`;
      const { rows } = await ask<{ host: string; at: Date }>(statement, [after, upTo ?? null]);
      return rows.map(({ host, at }) => ({ host, at: at.toISOString() }));
    },
    async figures() {
      const [row] = (await ask<{ body: string }>('SELECT body FROM catalog.figures LIMIT 1', [])).rows;
      return row === undefined ? new FigureTally().figures() : JSON.parse(row.body);
    },
  };
}

function rankedIn({ target, scored, listingState }: Entry): Listed[] {
  return scored === undefined || listingState !== undefined ? [] : [{ target, scored }];
}

function apartIn({ target, scored, listingState }: Entry): Apart[] {
  return listingState === undefined ? [] : [{ target, listingState, last: scored }];
}

function rankedStatement({ sort, category, minScore, hasMcp, start, after, limit }: ListQuery) {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = [`state = ${RANKED}`];
  if (category !== undefined) conditions.push(`category = ${value(category.toLowerCase())}`);
  if (minScore !== undefined) conditions.push(`relative <= ${value(-minScore * 1e3)}`);
  if (hasMcp === true) conditions.push('mcp');
  if (start !== undefined) {
    const like = value(`${likeText(start.toLowerCase())}%`);
    conditions.push(`(host LIKE ${like} OR domain LIKE ${like} OR name LIKE ${like})`);
  }
  const key = sort === 'host' ? 'host' : `${sort}, host`;
  if (after !== undefined) {
    const place = sort === 'host' ? value(after[1]) : `(${value(after[0])}, ${value(after[1])})`;
    conditions.push(sort === 'host' ? `host > ${place}` : `(${sort}, host) > ${place}`);
  }
  const statement = `SELECT entry FROM catalog.listed WHERE ${conditions.join(' AND ')} ORDER BY ${key} LIMIT ${value(limit)}`;
  return [statement, values] as const;
}

/** Returns the hosts whose results changed most recently, newest change first. */
export async function newestChanged(pool: Database, count: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ host: string }>(
    `SELECT host FROM catalog.listed WHERE changed IS NOT NULL AND state < ${WAITING} ORDER BY changed DESC LIMIT $1`,
    [count],
  );
  return rows.map(({ host }) => host);
}

const BATCH = 1_000;

/**
 * Computes the statistics of all sites, and stores them for builds and the service.
 * @param maxAgeMin stored statistics up to this age, in minutes, are kept
 */
export async function storeFigures(pool: Database, maxAgeMin = 0): Promise<void> {
  const { rowCount } = await pool.query(
    'SELECT FROM catalog.figures WHERE at > now() - make_interval(mins => $1)',
    [maxAgeMin],
  );
  if (rowCount !== 0) return;
  const tally = new FigureTally();
  for (let after = ''; ; ) {
    const { rows } = await pool.query<EntryRow & { host: string }>(
      `SELECT host, entry FROM catalog.listed WHERE state < ${DEMO} AND host > $1 ORDER BY host LIMIT ${BATCH}`,
      [after],
    );
    for (const row of rows) tally.add(entryIn(row));
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.host;
  }
  await pool.query(
    'WITH gone AS (DELETE FROM catalog.figures) INSERT INTO catalog.figures (at, body) VALUES (now(), $1)',
    [JSON.stringify(tally.figures())],
  );
}

class FigureTally {
  readonly #tally = new Tally();
  readonly #apart: Partial<Record<ListingState['state'], number>> = {};
  readonly #groups = new Map<string, StoredFigures['groups'][number] & { scores: Record<string, number> }>();
  readonly #sitemaps: string[] = [];
  #scoredAt: readonly string[] = [];
  #waiting = 0;
  #addresses = 0;
  #last = '';

  add(entry: Entry): void {
    const { target, scored, listingState } = entry;
    const [listed] = rankedIn(entry);
    const times = [...this.#scoredAt, ...entry.scoredAt].toSorted();
    this.#scoredAt = [...times.slice(0, 1), ...times.slice(-1)];
    if (listed === undefined && listingState === undefined) {
      this.#waiting += 1;
      return;
    }
    if (this.#addresses > 0 && this.#addresses % ADDRESSES === 0) this.#sitemaps.push(this.#last);
    this.#addresses += 1;
    this.#last = target.host;
    if (listingState !== undefined)
      this.#apart[listingState.state] = (this.#apart[listingState.state] ?? 0) + 1;
    if (listed === undefined || scored === undefined) return;
    this.#tally.add(listed);
    const { category, site_type = null } = target;
    const rules = rulesOf(scored.rules);
    const key = JSON.stringify([category, site_type, rules]);
    const group = this.#groups.get(key) ?? { category, site_type, rules, scores: {} };
    this.#groups.set(key, group);
    group.scores[scored.score.relative] = (group.scores[scored.score.relative] ?? 0) + 1;
  }

  figures(): StoredFigures {
    return {
      ...this.#tally.figures(this.#apart, this.#waiting),
      scoredAt: this.#scoredAt,
      groups: [...this.#groups.values()],
      sitemaps: this.#sitemaps,
    };
  }
}

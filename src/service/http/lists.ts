/** Serves the table, downloads, search and sitemaps of a catalog that is too large for a static build, from its database. */
import type { Context } from 'hono';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import { rankKey } from '../../catalog/listed.ts';
import { catalogPageMarkdown } from '../../catalog/markdown.ts';
import {
  type ListPlace,
  PAGE_ROWS,
  pageAfter,
  SITES_PATH,
  type SiteLists,
  searchedSites,
} from '../../catalog/pages.ts';
import { listPageJson, listPath, PAGE_ENTRIES } from '../../catalog/results/downloads.ts';
import { sitemapXml } from '../../catalog/sitemap.ts';
import { aboutCatalogPage, catalogPage } from '../../catalog/table.ts';
import { forAgents, withFrontMatter } from '../../report/markdown/document.ts';
import { openAnswer, REVALIDATED } from './caching.ts';
import type { Pages } from './pages.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The maximum length of a search text, in characters. */
const MOST_SEARCHED = 60;

/**
 * Responds to a request for a page of the table, a download, the search or a sitemap. Returns `undefined` for other paths.
 * @param sitemaps for each sitemap except the final one, the last host that it lists
 */
export async function answerList(
  c: Context,
  lists: SiteLists,
  { pages, sitemaps }: { readonly pages: Pages; readonly sitemaps: readonly string[] },
): Promise<Response | undefined> {
  const { path } = c.req;
  if (path === SITES_PATH) return openAnswer(c, JSON_TYPE, REVALIDATED).body(await found(c, lists));
  const [, kind = '', name = '', extension = ''] =
    /^\/(score\/page|catalog|sitemap)\/(.{1,300}?)(\.md|\.json|\.xml)?$/.exec(path) ?? [];
  if (kind === 'score/page' && extension !== '.json') return tablePage(c, lists, pages, name, extension);
  if (kind === 'catalog' && extension === '.json') {
    const text = await entries(lists, name, pages.origin);
    return text === undefined ? undefined : openAnswer(c, JSON_TYPE, REVALIDATED).body(text);
  }
  const number = Number(name);
  if (kind !== 'sitemap' || extension !== '.xml' || !/^[1-9]\d{0,4}$/.test(name)) return undefined;
  if (number > sitemaps.length + 1) return undefined;
  const addresses = await lists.addresses(sitemaps[number - 2] ?? '', sitemaps[number - 1]);
  const listed = addresses.map(({ host, at }) => ({ path: `/score/${host}`, audited: at }));
  c.header('Content-Type', 'application/xml; charset=utf-8');
  c.header('Cache-Control', REVALIDATED);
  return c.body(sitemapXml(listed, pages.origin));
}

/** Parses a position in the ranking, such as `98075-shop.example` (sort key and host); `undefined` if malformed. */
function placeIn(text: string): ListPlace | undefined {
  const [, key, host] = /^(\d{1,6})-([a-z0-9][a-z0-9.:-]{0,258})$/.exec(text) ?? [];
  return key === undefined || host === undefined ? undefined : [-Number(key), host];
}

async function tablePage(
  c: Context,
  lists: SiteLists,
  pages: Pages,
  name: string,
  extension: string,
): Promise<Response | undefined> {
  const after = placeIn(name);
  if (after === undefined) return undefined;
  const [sites, figures] = await Promise.all([
    lists.ranked({ sort: 'relative', after, limit: PAGE_ROWS }),
    lists.figures(),
  ]);
  if (sites.length === 0) return undefined;
  const page = { sites, previous: undefined, next: pageAfter(sites) };
  const about = aboutCatalogPage(page);
  const path = `/score/page/${name}`;
  c.header('Cache-Control', REVALIDATED);
  if (extension === '.md') {
    c.header('Content-Type', 'text/markdown; charset=utf-8');
    const text = withFrontMatter(about, catalogPageMarkdown(page, figures, pages.origin));
    return c.body(forAgents(text, pages.origin));
  }
  return pages.respond(c, {
    ...about,
    url: pages.origin + path,
    alternate: `${path}.md`,
    formats: [],
    index: true,
    main: String(catalogPage(page, figures)),
  });
}

/** Returns the sites that match a search as JSON, best first, up to the number of rows on a page of the table. */
async function found(c: Context, lists: SiteLists): Promise<string> {
  const start = c.req.query('q')?.trim().slice(0, MOST_SEARCHED);
  const min = Number(c.req.query('min') ?? '');
  const sites = await lists.ranked({
    sort: 'relative',
    category: c.req.query('kind') || undefined,
    minScore: min > 0 ? min : undefined,
    hasMcp: c.req.query('mcp') === '1',
    start: start || undefined,
    limit: PAGE_ROWS,
  });
  return JSON.stringify(searchedSites(sites));
}

const LISTS = ['ranked', 'apart', 'waiting'] as const;

/**
 * Returns a page of `/catalog.json`. The ranked sites come first, then the sites that cannot be audited (`apart`), then the
 * sites not yet audited (`waiting`).
 * @param name `ranked` for the first page of that list; `ranked-98075-shop.example` for the page after the site with this
 *   sort key and host
 */
async function entries(lists: SiteLists, name: string, origin: string): Promise<string | undefined> {
  const list = LISTS.find((one) => name === one || name.startsWith(`${one}-`));
  const after = list === undefined ? undefined : placeIn(name.slice(list.length + 1));
  if (list === undefined || (after === undefined && name !== list)) return undefined;
  const limit = PAGE_ENTRIES;
  const state = after === undefined ? undefined : ([-Number(after[0]), after[1]] as const);
  const listed = list === 'ranked' ? await lists.ranked({ sort: 'relative', after, limit }) : [];
  const apart = list === 'apart' ? await lists.apart(limit, undefined, state) : [];
  const waiting = list === 'waiting' ? await lists.waiting(limit, after?.[1]) : [];
  const keys: readonly ListPlace[] = [
    ...listed.map((one) => [-rankKey(one.scored.score), one.target.host] as const),
    ...apart.map(
      ({ target, listingState }) => [LISTING_STATES.indexOf(listingState.state) + 1, target.host] as const,
    ),
    ...waiting.map(({ host }) => [0, host] as const),
  ];
  const last = keys[limit - 1];
  const following = LISTS[LISTS.indexOf(list) + 1];
  const next = last === undefined ? following && listPath(following) : listPath(list, last);
  return listPageJson(
    { figures: await lists.figures(), isWhole: false, listed, apart, waiting },
    next === undefined ? null : origin + next,
    origin,
  );
}

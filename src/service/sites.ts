/** Lists the catalog's sites for tools and pages, from the index of a build or from a database. */
import { rulesOf } from '../audit/scorecard/rules.ts';
import { type Apart, type Listed, rankKey } from '../catalog/listed.ts';
import type { ListPlace, SiteLists } from '../catalog/pages.ts';
import type { SiteIndex } from '../catalog/results/service-files.ts';
import { placeAmong, placeOf } from '../report/place.ts';
import type { ApartSite, CatalogSite, SiteQuery, Sites } from './api.ts';

/** The sort keys. Smaller keys come first, and sites with equal keys are ordered by host. */
const KEY: Readonly<Record<SiteQuery['sort'], (site: CatalogSite) => ListPlace[0]>> = {
  global: ({ score }) => -score.global,
  // This is the catalog's ranking, in which the global score breaks ties.
  relative: ({ score }) => rankKey(score),
  newest: ({ scored_at }) => -Date.parse(scored_at),
  host: ({ host }) => host,
};

function compare([keyA, hostA]: ListPlace, [keyB, hostB]: ListPlace): number {
  if (keyA !== keyB) return keyA < keyB ? -1 : 1;
  return hostA === hostB ? 0 : hostA < hostB ? -1 : 1;
}

/** Returns the site lists of a build's index, which is read on first use and then kept in memory. */
export function indexedSites(index: () => Promise<Pick<SiteIndex, 'sites' | 'apart'>>): Sites {
  const isOf = (category: string | undefined) => (site: { readonly category: string }) =>
    category === undefined || site.category.toLowerCase() === category.toLowerCase();
  return {
    async site(host) {
      const { sites, apart } = await index();
      return [...sites, ...apart].find((site) => site.host === host);
    },
    async ranked({ sort, category, minScore = 0, after, limit }) {
      const fitting = (await index()).sites
        .filter(isOf(category))
        .filter(({ score }) => score.relative >= minScore)
        .map((site) => ({ site, at: [KEY[sort](site), site.host] as const }))
        .sort((a, b) => compare(a.at, b.at));
      const rest = after === undefined ? fitting : fitting.filter(({ at }) => compare(at, after) > 0);
      return { total: fitting.length, sites: rest.slice(0, limit) };
    },
    async apart(limit, category) {
      const sites = (await index()).apart.filter(isOf(category));
      const count = (wanted: ApartSite['state']) => sites.filter(({ state }) => state === wanted).length;
      return {
        refusing: count('refuses'),
        declined: count('declined'),
        unreachable: count('unreachable'),
        sites: sites.slice(0, limit),
      };
    },
    categories: async () => [...new Set((await index()).sites.map(({ category }) => category))],
    hosts: async (start) =>
      (await index()).sites.map(({ host }) => host).filter((host) => host.startsWith(start)),
    place: async (envelope) => placeAmong(envelope, (await index()).sites),
    async summary() {
      const { sites, apart } = await index();
      const times = sites.map(({ scored_at }) => scored_at).toSorted();
      const refusing = apart.filter(({ state }) => state === 'refuses').length;
      return { sites: sites.length, refusing, latest_audit: times.at(-1) ?? null };
    },
  };
}

/** The maximum number of suggested hosts. The MCP SDK sends 100 of them and tells the client if there are more. */
const SUGGESTED = 101;

/** Returns the site lists of a database. Each call reads a bounded number of rows. */
export function storedSites(lists: SiteLists, origin: string): Sites {
  // Load this code on demand, because only large catalogs need it.
  const indexed = async (listed: readonly Listed[], apart: readonly Apart[]) =>
    (await import('../catalog/results/downloads.ts')).siteIndex(listed, apart, origin);
  const place = (one: Listed, sort: SiteQuery['sort'], site: CatalogSite) => ({
    site,
    at: [KEY[sort](site), one.target.host] as const,
  });
  return {
    async site(host) {
      const one = await lists.site(host);
      if (one === undefined) return undefined;
      const { sites, apart } = 'last' in one ? await indexed([], [one]) : await indexed([one], []);
      return sites[0] ?? apart[0];
    },
    async ranked(query) {
      const { sort, category, minScore = 0 } = query;
      const listed = await lists.ranked(query);
      const { sites } = await indexed(listed, []);
      const { groups } = await lists.figures();
      const total = groups
        .filter((group) => category === undefined || group.category.toLowerCase() === category.toLowerCase())
        .flatMap(({ scores }) => Object.entries(scores))
        .reduce((sum, [score, count]) => sum + (Number(score) >= minScore ? count : 0), 0);
      return {
        total,
        sites: sites.flatMap((site, i) => {
          const one = listed[i];
          return one === undefined ? [] : [place(one, sort, site)];
        }),
      };
    },
    async apart(limit, category) {
      const [counts, sites] = await Promise.all([lists.apartCounts(category), lists.apart(limit, category)]);
      return { ...counts, sites: (await indexed([], sites)).apart };
    },
    categories: async () => (await lists.figures()).kinds.map(({ id }) => id),
    hosts: async (start) =>
      (await lists.ranked({ sort: 'relative', start, limit: SUGGESTED }))
        .map(({ target }) => target.host)
        .filter((host) => host.startsWith(start)),
    async place(envelope) {
      const { site_type } = envelope.scorecard;
      const rules = rulesOf(envelope.scorecard);
      const [{ groups }, listed] = await Promise.all([lists.figures(), lists.site(envelope.target)]);
      const isOwn =
        listed !== undefined && 'scored' in listed && (listed.target.site_type ?? null) === site_type;
      const ownScore =
        isOwn && rulesOf(listed.scored.rules) === rules ? listed.scored.score.relative : undefined;
      const counts = new Map<number, number>();
      for (const group of groups) {
        if (group.site_type !== site_type || group.rules !== rules) continue;
        for (const [score, count] of Object.entries(group.scores))
          counts.set(Number(score), (counts.get(Number(score)) ?? 0) + count);
      }
      const withSameScore = ownScore === undefined ? 0 : (counts.get(ownScore) ?? 0);
      if (ownScore !== undefined && withSameScore > 0) counts.set(ownScore, withSameScore - 1);
      return placeOf(envelope, counts);
    },
    async summary() {
      const { counts, latest } = await lists.figures();
      return { sites: counts.ranked, refusing: counts.refusing, latest_audit: latest };
    },
  };
}

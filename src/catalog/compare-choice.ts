/** Reads the state of the page `/compare` from the query of its URL, and writes the state back. */

/** The minimum number of sites to compare; `MOST` is the maximum. */
export const FEWEST = 2;
export const MOST = 4;

/** A site to compare: a site of the catalog, or any other host that may have been audited on request. */
export interface Site {
  readonly host: string;
  readonly name: string;
}

export interface View {
  /** The hosts in the order of their columns. All scores are compared with those of the first host. */
  readonly hosts: readonly string[];
  readonly all: boolean;
  readonly evidence: boolean;
  /** The id of a category of checks; empty for all categories. */
  readonly category: string;
}

interface RequestedView extends View {
  /** Hosts in the query that are not in the catalog and cannot be audited. */
  readonly unknown: readonly string[];
  /** Hosts in the query beyond the maximum number. */
  readonly omitted: readonly string[];
}

/** Matches a host that can be audited. Pages and shell commands show hosts, so all other characters are rejected. */
const AUDITED_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/;

/** Parses the query of a URL. Anyone can write such a URL, so only hosts are accepted as sites. */
export function viewOf(query: string, known: ReadonlySet<string>): RequestedView {
  const params = new URLSearchParams(query);
  const named = [...new Set(params.getAll('t').map(hostOf))].filter((host) => host !== '');
  const canBe = (host: string) => known.has(host) || AUDITED_HOST.test(host);
  const hosts = named.filter(canBe);
  return {
    hosts: hosts.slice(0, MOST),
    omitted: hosts.slice(MOST),
    unknown: named.filter((host) => !canBe(host)),
    all: params.get('all') === '1',
    evidence: params.get('evidence') === '1',
    category: params.get('category') ?? '',
  };
}

/** Returns a message about the hosts in the query that could not be shown; empty if there are none. */
export function viewProblemOf({ unknown, omitted }: RequestedView): string {
  return [
    ...(unknown.length > 0
      ? [`Neither in the catalog nor a host that can be audited: ${unknown.join(', ')}.`]
      : []),
    ...(omitted.length > 0 ? [`You can compare up to ${MOST} sites; omitted: ${omitted.join(', ')}.`] : []),
  ].join(' ');
}

/** Returns the query that restores a view. Default values are left out. */
export function queryOf({ hosts, all, evidence, category }: View): string {
  const params = new URLSearchParams(hosts.map((host) => ['t', host]));
  if (all) params.set('all', '1');
  if (evidence) params.set('evidence', '1');
  if (category !== '') params.set('category', category);
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

/** The result of a search by host, URL or name. The site found need not be in the catalog. */
type Search = { readonly found: Site } | { readonly found: undefined; readonly candidates: readonly Site[] };

export function findSite(typed: string, sites: readonly Site[]): Search {
  const words = typed.trim().toLowerCase();
  if (words === '') return { found: undefined, candidates: [] };
  const host = hostOf(words);
  const exact =
    sites.find((site) => site.host === host) ?? sites.find((site) => site.name.toLowerCase() === words);
  if (exact !== undefined) return { found: exact };
  const candidates = sitesMatching(words, sites);
  const [only] = candidates;
  if (only !== undefined) return candidates.length === 1 ? { found: only } : { found: undefined, candidates };
  return AUDITED_HOST.test(host) ? { found: { host, name: host } } : { found: undefined, candidates };
}

/** Returns the sites whose name or host contains the typed text. An empty text matches all sites. */
export function sitesMatching(typed: string, sites: readonly Site[]): readonly Site[] {
  const words = typed.trim().toLowerCase();
  return sites.filter((site) => site.host.includes(words) || site.name.toLowerCase().includes(words));
}

/** Returns a hint for the user after a search that found several sites or none. */
export function advice(typed: string, candidates: readonly Site[]): string {
  if (typed.trim() === '') return 'Type the name or the host of a site.';
  if (candidates.length === 0)
    return 'No site in the catalog has that name. For another site, type its host.';
  const some = candidates.slice(0, 5).map(({ host }) => host);
  const more = candidates.length - some.length;
  return `Which one: ${some.join(', ')}${more > 0 ? ` or ${more} more` : ''}?`;
}

/** Returns the host in a user's input, for example `docs.example` for `https://Docs.example/a`; empty if there is none. */
function hostOf(text: string): string {
  const address = `https://${text.trim().replace(/^https?:\/\//i, '')}`;
  return URL.canParse(address) ? new URL(address).host : '';
}

/**
 * Returns shell commands that make the same comparison as the page. The `compare` command accepts two sites, so each site
 * after the first is compared with the first.
 * @param cli the command that runs this project's command-line tool, passed in to keep its module out of the browser
 */
export function terminalComparison(hosts: readonly string[], origin: string, cli: string): string {
  const [first, ...others] = hosts;
  return [
    ...hosts.map((host) => `curl -s '${origin}/score/${host}/json' -o '${host}.json'`),
    ...others.map((other) => `${cli} compare '${first}.json' '${other}.json'`),
  ].join('\n');
}

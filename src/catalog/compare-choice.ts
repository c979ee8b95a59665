/** What `/compare` is asked to show: the sites and the view, read from the address and written back to it. */

/** How many sites stand side by side. */
export const FEWEST = 2;
export const MOST = 4;

/** A site that can be chosen: of the catalog, or one that may have a live result, named by its host. */
export interface Site {
  readonly host: string;
  readonly name: string;
}

export interface View {
  /** In the order of the columns; differences of scores are to the first. */
  readonly hosts: readonly string[];
  /** Every check, not only those that differ. */
  readonly all: boolean;
  readonly evidence: boolean;
  /** One category of checks by its id; the empty string is all of them. */
  readonly category: string;
}

interface RequestedView extends View {
  /** Hosts of the address that are none of the catalog, and cannot have a live result. */
  readonly unknown: readonly string[];
  /** Hosts for which there was no place. */
  readonly left: readonly string[];
}

/** A host that an audit can be of. What it may hold is shown, asked for and written into commands. */
const AUDITED_HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/;

/** Reads the query of an address. Anyone can write one, so nothing in it is taken but hosts. */
export function viewOf(query: string, known: ReadonlySet<string>): RequestedView {
  const params = new URLSearchParams(query);
  const named = [...new Set(params.getAll('t').map(hostOf))].filter((host) => host !== '');
  const canBe = (host: string) => known.has(host) || AUDITED_HOST.test(host);
  const hosts = named.filter(canBe);
  return {
    hosts: hosts.slice(0, MOST),
    left: hosts.slice(MOST),
    unknown: named.filter((host) => !canBe(host)),
    all: params.get('all') === '1',
    evidence: params.get('evidence') === '1',
    category: params.get('category') ?? '',
  };
}

/** What of the address could not be shown, in sentences; the empty string where all could. */
export function viewProblemOf({ unknown, left }: RequestedView): string {
  return [
    ...(unknown.length > 0
      ? [`Neither in the catalog nor a host that can be audited: ${unknown.join(', ')}.`]
      : []),
    ...(left.length > 0 ? [`You can compare up to ${MOST} sites; left out: ${left.join(', ')}.`] : []),
  ].join(' ');
}

/** The query that shows the view again: what is not said is the default. */
export function queryOf({ hosts, all, evidence, category }: View): string {
  const params = new URLSearchParams(hosts.map((host) => ['t', host]));
  if (all) params.set('all', '1');
  if (evidence) params.set('evidence', '1');
  if (category !== '') params.set('category', category);
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

/** What people type: a host, an address, a name, or a part of one of these. A host outside of the catalog is taken as it is. */
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

/** The sites that have what was typed in their name or host: all of them where nothing was. */
export function sitesMatching(typed: string, sites: readonly Site[]): readonly Site[] {
  const words = typed.trim().toLowerCase();
  return sites.filter((site) => site.host.includes(words) || site.name.toLowerCase().includes(words));
}

/** What to type instead, where `candidates` are all that fits what was typed. */
export function advice(typed: string, candidates: readonly Site[]): string {
  if (typed.trim() === '') return 'Type the name or the host of a site.';
  if (candidates.length === 0)
    return 'No site of the catalog has that name. For a site outside of it, type its host.';
  const some = candidates.slice(0, 5).map(({ host }) => host);
  const more = candidates.length - some.length;
  return `Which one: ${some.join(', ')}${more > 0 ? ` or ${more} more` : ''}?`;
}

/** `https://Docs.example/a` → `docs.example`; the empty string where nothing in the text can be a host. */
function hostOf(text: string): string {
  const address = `https://${text.trim().replace(/^https?:\/\//i, '')}`;
  return URL.canParse(address) ? new URL(address).host : '';
}

/**
 * Returns the commands for the same comparison on the command line, which compares two at a time: each other site with the
 * first.
 *
 * @param cli the command that runs the command line. The browser reads it from the page, to load nothing for it.
 */
export function terminalComparison(hosts: readonly string[], origin: string, cli: string): string {
  const [first, ...others] = hosts;
  return [
    ...hosts.map((host) => `curl -s '${origin}/score/${host}/json' -o '${host}.json'`),
    ...others.map((other) => `${cli} compare '${first}.json' '${other}.json'`),
  ].join('\n');
}

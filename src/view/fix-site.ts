/** What is known of a site when its fixes are written: its address, and what is there to lead on to. */
import type { StoredEnvelope, StoredResult } from '../scorecard/stored.ts';

/** A path that cannot say anything to who reads it: the site chooses its paths. */
const PLAIN_PATH = /^[\w./~-]{1,60}$/;

/** A site, as the documents that are written for it name it. */
export interface FixSite {
  readonly origin: string;
  readonly host: string;
  /** Where each is, or will be once the plan is worked through; nothing where the site has none. */
  readonly sitemap: string | undefined;
  readonly openapi: string | undefined;
  readonly mcp: string | undefined;
  readonly markdown: boolean;
  /** Below which its API answers, where one of its addresses was asked (`/items`). */
  readonly api: string | undefined;
}

/**
 * What is known of the site of a scorecard.
 *
 * @param origin by which its documents name it
 * @param planned checks that the plan mends
 */
export function fixSiteOf(
  { target_url, scorecard }: StoredEnvelope,
  origin: string,
  planned: ReadonlySet<string>,
): FixSite {
  const found = (id: string) => scorecard.results.find((one) => one.id === id && one.status === 'pass');
  const own = (address: string | undefined) => {
    if (address === undefined || !URL.canParse(address)) return undefined;
    const url = new URL(address);
    const isOwn = URL.canParse(target_url) && url.origin === new URL(target_url).origin;
    return PLAIN_PATH.test(url.pathname) && url.search === ''
      ? `${isOwn ? origin : url.origin}${url.pathname}`
      : undefined;
  };
  const place = (id: string, usual: string) => {
    const result = found(id);
    if (result === undefined) return planned.has(id) ? `${origin}${usual}` : undefined;
    return own(result.details?.facts.find(({ status }) => status === 200)?.url) ?? `${origin}${usual}`;
  };
  return {
    origin,
    host: new URL(origin).host,
    sitemap: place('sitemap', '/sitemap.xml'),
    openapi: place('openapi', '/openapi.json'),
    mcp: own(scorecard.mcp_endpoint ?? undefined),
    markdown: found('accept-markdown') !== undefined || planned.has('accept-markdown'),
    api: scorecard.results.filter(({ id }) => API_CHECKS.has(id)).flatMap(apiPathsIn)[0],
  };
}

/** Checks that ask for an address of the API. */
const API_CHECKS = new Set(['json-errors', 'rate-limit-headers']);
/** The first part of a path that has another. */
const API_PATH = /^(\/[\w-]{1,40})\//;
/** A description at its usual place is no call. */
const DOCUMENT = /\.(?:json|ya?ml)$/;

function apiPathsIn({ details }: StoredResult): string[] {
  return (details?.facts ?? []).flatMap(({ url = '' }) => {
    const path = URL.canParse(url) ? new URL(url).pathname : url;
    return DOCUMENT.test(path) ? [] : (API_PATH.exec(path)?.[1] ?? []);
  });
}

/** The site's own API in place of `/api` in a guide. */
export function withOwnApi(text: string, { api = '/api' }: Pick<FixSite, 'api'>): string {
  return text.replaceAll(/(?<![\w.-])\/api(?=[/'"` *])/g, api);
}

/** The endpoint in guides. */
const EXAMPLE_MCP = 'https://example.com/mcp';

/** Where a line of a snippet begins that only names something: in a list, a header, an element, an array. */
const NAMES_ONE =
  /^\s*(?:- \[|['"]<|add_header Link|Header add Link|header @home|Link: <|<link |<a |c\.header\('Link'|\{ (?:rel|tagName|source):)/;

/**
 * Snippets that lead on to other documents, without those that the site has not got.
 *
 * @param text Markdown of a guide, whose documents are at their usual places
 */
export function withoutMissing(
  text: string,
  { sitemap, openapi, mcp, markdown }: Pick<FixSite, 'sitemap' | 'openapi' | 'mcp' | 'markdown'>,
): string {
  const missing = [
    '/docs',
    ...(openapi === undefined ? ['/openapi.json'] : []),
    ...(sitemap === undefined ? ['/sitemap.xml', '/sitemap-index.xml'] : []),
    ...(mcp === undefined ? [EXAMPLE_MCP] : []),
    ...(markdown ? [] : ['/index.md']),
  ];
  const names = missing.map((path) => path.replaceAll('.', '\\.')).join('|');
  const item = new RegExp(`- \\[[^\\]]*\\]\\((?:${names})[^)]*\\)\\\\n`, 'g');
  const link = new RegExp(`, <(?:${names})[^>]*>(?:; \\w+=\\\\?"[^"]*")*`, 'g');
  const anchor = new RegExp(`(?<=</a>),? <a href="(?:${names})[^"]*">[^<]*</a>`, 'g');
  return text
    .split('\n')
    .filter((line) => !(NAMES_ONE.test(line) && missing.some((path) => line.includes(path))))
    .map((line) => line.replace(item, '').replace(link, '').replace(anchor, ''))
    .join('\n');
}

/** What guides say of their example, and what in its place only the owner of the site can say. */
const EXAMPLE_WORDS: readonly (readonly [said: RegExp, asked: (host: string) => string])[] = [
  [
    /(?:Example is a|A) hosted queue\b[^"'`<{\\\n]*/g,
    (host) => `(In one or two sentences: what ${host} is, and for whom.)`,
  ],
  [/Searches the documentation of Example\./g, () => '(In one sentence: what the server does.)'],
  [/Example documentation(?=["'])/g, () => '(The title of the server.)'],
];

/** The site's own addresses in place of those of the example in a guide: other hosts of the example stay. What it is, its owner says. */
export function withOwnAddresses(
  text: string,
  { origin, host, mcp }: Pick<FixSite, 'origin' | 'host' | 'mcp'>,
): string {
  return EXAMPLE_WORDS.reduce((rest, [said, asked]) => rest.replaceAll(said, asked(host)), text)
    .replaceAll(/https:\/\/example\.com\/mcp(?![\w/.-])/g, mcp ?? `${origin}/mcp`)
    .replaceAll(/https:\/\/example\.com(?![\w.-])/g, origin)
    .replaceAll(/(?<![\w.@/-])example\.com(?![\w-]|\.\w)/g, host)
    .replaceAll('com.example/docs', `${namespaceOf(origin)}/mcp`);
}

/** A host as the names of MCP servers begin: in reverse. */
function namespaceOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\w.-]+$/.test(hostname) ? hostname.split('.').toReversed().join('.') : 'localhost';
}

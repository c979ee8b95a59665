/** The root page, as it was seen, and what it says a site is made with. */

import { headerOf } from '../../base/headers.ts';
import { sameSite } from '../../base/same-site.ts';
import type { HtmlPage } from '../parse/html-facts.ts';
import type { Link } from '../parse/link-header.ts';
import { isRateLimited, type Reply } from './reply.ts';
import type { Surface } from './surface.ts';

/** The root page: 2xx. `html` is there when it is HTML. */
export interface RootPage {
  readonly html: HtmlPage | undefined;
  /** Its Link header fields (RFC 8288), targets resolved. */
  readonly links: readonly Link[];
}

/** The HTML of the root page; `absent` says why there is none, and whatever reads it does not apply then. */
export type RootHtml = Surface<HtmlPage>;

/**
 * The origin where an agent ends up. If the root redirects to another host or scheme, the whole audit moves there, once
 * (.github/DECISIONS.md, "Reading answers"). One that leads nowhere moves it between `example.com` and `www.example.com`
 * alone, on whose way there may be the login of somebody else.
 *
 * @param asked the root URL that was asked for
 */
export function auditOrigin(asked: string, root: Reply): URL {
  if (root.kind !== 'answer' && root.kind !== 'blocked') return new URL('/', asked);
  const { url, hops, lost } = root.answer;
  if (lost === undefined) return new URL('/', url);
  const own = [...hops.map((hop) => hop.url), url].findLast((one) => nameOf(one) === nameOf(asked));
  return new URL('/', own ?? asked);
}

function nameOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

/** A refresh is a redirect up to so many seconds: nobody reads a page that goes away sooner. */
const MAX_REFRESH_SECONDS = 5;

/**
 * Where a home page leads by `<meta http-equiv="refresh">`, as documentation with versions does: to another page of the same
 * site, at once or nearly so.
 *
 * @param url of the page
 */
export function refreshTarget({ refresh }: HtmlPage, url: string): string | undefined {
  if (refresh === undefined || refresh.seconds > MAX_REFRESH_SECONDS) return undefined;
  const [from, to] = [url, refresh.href].map((one) => one.split('#', 1)[0]);
  return from !== to && sameSite(refresh.href, url) ? refresh.href : undefined;
}

/** A platform of the guides, and what shows it. */
export interface PlatformSeen {
  readonly id: string;
  /** In words of ours, without what else the site wrote there. */
  readonly by: string;
}

/** Fields of the answer, how their values begin, and the platforms that they show. */
const HEADERS: readonly (readonly [field: string, value: string, platform: string])[] = [
  ['Server', 'nginx', 'nginx'],
  ['Server', 'Apache', 'apache'],
  ['Server', 'Caddy', 'caddy'],
  ['Server', 'Netlify', 'netlify'],
  ['Server', 'Vercel', 'vercel'],
  ['Server', 'GitHub.com', 'github-pages'],
  ['Server', 'AmazonS3', 's3'],
  ['Powered-By', 'Shopify', 'shopify'],
  ['X-Powered-By', 'Next.js', 'nextjs'],
  ['X-Powered-By', 'Nuxt', 'nuxt'],
  ['X-Powered-By', 'Express', 'express'],
];

/** How the generator that the page names begins. */
const GENERATORS: readonly (readonly [name: string, platform: string])[] = [
  ['Astro', 'astro'],
  ['Discourse', 'discourse'],
  ['Docusaurus', 'docusaurus'],
  ['DokuWiki', 'dokuwiki'],
  ['Drupal', 'drupal'],
  ['Eleventy', 'eleventy'],
  ['Gatsby', 'gatsby'],
  ['Ghost', 'ghost'],
  ['Hexo', 'hexo'],
  ['Hugo', 'hugo'],
  ['Jekyll', 'jekyll'],
  ['Joomla!', 'joomla'],
  ['MediaWiki', 'mediawiki'],
  ['MkDocs', 'mkdocs'],
  ['Pelican', 'pelican'],
  ['Sphinx', 'sphinx'],
  ['Starlight', 'starlight'],
  ['VitePress', 'vitepress'],
  ['WordPress', 'wordpress'],
];

/**
 * The platforms that the home page names. A generator comes first: it makes the site, while `X-Powered-By` and `Server` name
 * what passes it on. Nothing is asked for it, and no verdict follows from it.
 */
export function platformsSeen(root: Surface<RootPage> | undefined): PlatformSeen[] {
  if (root?.state !== 'found') return [];
  const { answer, value } = root;
  const named = value.html?.generator ?? '';
  return [
    ...GENERATORS.flatMap(([name, id]) => (begins(named, name) ? [{ id, by: `generator: ${name}` }] : [])),
    ...HEADERS.toReversed().flatMap(([field, value, id]) =>
      begins(headerOf(answer.headers, field) ?? '', value) ? [{ id, by: `${field}: ${value}` }] : [],
    ),
  ];
}

/** A whole word, in any case: what follows is a version, or another name. */
function begins(text: string, word: string): boolean {
  const lower = text.trim().toLowerCase();
  return lower.startsWith(word.toLowerCase()) && !/^[\w-]/.test(lower.slice(word.length));
}

/** The home page for an AI agent and under the auditor's own name, requested again one after the other. */
export interface RootAskedAgain {
  readonly own: Reply;
  readonly agent: Reply;
}

export function gotPage(reply: Reply): boolean {
  return reply.kind === 'answer' && reply.answer.status >= 200 && reply.answer.status < 300;
}

/**
 * Whether the responses to `/` say that the site turns agents away: agents get no page and others do, or a wall refuses
 * every client.
 *
 * @param others what the same request gets under the auditor's own name
 * @param browser what a browser's request got first
 */
export function accusesSite(agent: Reply, others: Reply, browser: Reply): boolean {
  if (gotPage(agent) || (agent.kind !== 'answer' && agent.kind !== 'blocked')) return false;
  if (gotPage(others)) return true;
  return agent.kind === 'blocked' && browser.kind === 'blocked' && !isRateLimited(browser);
}

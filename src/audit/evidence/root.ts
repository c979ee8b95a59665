/** Finds the origin to audit, the home page and the site's platform in the responses for the root path. */

import { headerOf } from '../../base/headers.ts';
import { sameSite } from '../../base/same-site.ts';
import type { HtmlPage } from '../parse/html-facts.ts';
import type { Link } from '../parse/link-header.ts';
import { isRateLimited, type Reply } from './reply.ts';
import type { Surface } from './surface.ts';

/** The root page, if its status is 2xx. `html` is missing if the page is not HTML. */
export interface RootPage {
  readonly html: HtmlPage | undefined;
  readonly links: readonly Link[];
}

/** The root page's HTML. If it is `absent`, the checks that need it do not apply. */
export type RootHtml = Surface<HtmlPage>;

/**
 * Returns the origin to audit. If the root redirects to another host or scheme, the whole audit moves to that origin
 * (.github/DECISIONS.md, "Reading answers"). If there are too many redirects or one is invalid, the audit moves only to a URL
 * with the target's host name, with or without `www.`. Later URLs may belong to another site, such as a login service.
 */
export function auditOrigin(start: string, root: Reply): URL {
  if (root.kind !== 'answer' && root.kind !== 'blocked') return new URL('/', start);
  const { url, hops, lost } = root.answer;
  if (lost === undefined) return new URL('/', url);
  const lastOfSite = [...hops.map((hop) => hop.url), url].findLast((one) => nameOf(one) === nameOf(start));
  return new URL('/', lastOfSite ?? start);
}

function nameOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

/** The maximum delay of a refresh that counts as a redirect, in seconds. Nobody can read the page in this time. */
const MAX_REFRESH_SECONDS = 5;

/**
 * Returns the target of a home page's `<meta http-equiv="refresh">`, if it is another page of the same site and the delay is
 * short. Versioned documentation often redirects in this way.
 */
export function refreshTarget({ refresh }: HtmlPage, url: string): string | undefined {
  if (refresh === undefined || refresh.seconds > MAX_REFRESH_SECONDS) return undefined;
  const [from, to] = [url, refresh.href].map((one) => one.split('#', 1)[0]);
  return from !== to && sameSite(refresh.href, url) ? refresh.href : undefined;
}

/** A platform that the site seems to run on, such as WordPress, and the sign that reveals it. */
export interface PlatformSeen {
  readonly id: string;
  /** The sign in the auditor's own words, without text from the site. */
  readonly by: string;
}

/** Response headers with the beginnings of their values, and the platforms that they reveal. */
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

/** The beginnings of generator names (`<meta name="generator">`), and the platforms that they reveal. */
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

/** Returns the platforms that the home page reveals: first by its `generator`, then by headers. They do not affect verdicts. */
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

/** Returns whether a text begins with a word, ignoring case. A version or another name may follow. */
function begins(text: string, word: string): boolean {
  const lower = text.trim().toLowerCase();
  return lower.startsWith(word.toLowerCase()) && !/^[\w-]/.test(lower.slice(word.length));
}

export interface RootAskedAgain {
  readonly auditor: Reply;
  readonly agent: Reply;
}

export function gotPage(reply: Reply): boolean {
  return reply.kind === 'answer' && reply.answer.status >= 200 && reply.answer.status < 300;
}

/**
 * Returns whether the responses to `/` suggest that the site refuses agents: either agents get no page although others do, or
 * bot protection refuses every client.
 *
 * @param others the response to the same request with the auditor's own User-Agent
 * @param browser the first response to a browser's request
 */
export function accusesSite(agent: Reply, others: Reply, browser: Reply): boolean {
  if (gotPage(agent) || (agent.kind !== 'answer' && agent.kind !== 'blocked')) return false;
  if (gotPage(others)) return true;
  return agent.kind === 'blocked' && browser.kind === 'blocked' && !isRateLimited(browser);
}

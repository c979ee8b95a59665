/** Web servers, content systems and frameworks, with what is true of each. */
import type { Stack } from './process.ts';
import { nest, next, openIdProvider, vitepress } from './servers/frameworks.ts';
import { mediawiki, wordpress } from './servers/php.ts';
import { django, fastApi } from './servers/python.ts';
import { apache, caddy, lighttpd, nginxStatic, phpBuiltIn, pythonHttpServer } from './servers/static.ts';
import { ANSWERS, BARE, BOTH_LANES, PAGE, type Truth } from './truth.ts';

/** A stack of the zoo. */
export interface Case {
  readonly name: string;
  readonly start: () => Promise<Stack>;
  readonly truth: Truth;
}

/** What `site/` has beside its pages: robots.txt with two AI crawlers in a group, and an llms.txt with one link. */
const FILES: Truth = {
  robots: 'pass',
  'robots-ai-rules': 'pass',
  'content-signals': 'absent',
  'llms-txt': 'pass',
  'llms-txt-format': 'pass',
  // Its one section is called "Pages".
  'llms-txt-when-to-use': 'absent',
  'llms-txt-links': 'pass',
};

/** `site/` as it is, from a server that says 404 for all that is not in it. */
export const SITE: Truth = {
  ...PAGE,
  ...FILES,
  'root-meta-description': 'pass',
  'semantic-html': 'pass',
};

/** `site/` from PHP's own server, whose home page is the answer to every path without a dot. */
export const SITE_WITHOUT_404: Truth = {
  ...without(SITE, 'agent-friendly-404-md'),
  'agent-friendly-404': 'broken',
};

/** A JSON API at its root, described at /openapi.json, with JSON errors and no word of its limits. */
const API: Truth = {
  ...ANSWERS,
  openapi: 'pass',
  'json-errors': 'pass',
  'rate-limit-headers': 'absent',
};

/** The API behind express-rate-limit, which names its limits. */
export const LIMITED_API: Truth = { ...API, 'rate-limit-headers': 'pass' };

export const WEB: readonly Case[] = [
  // The well-known folder is a 403 like every dot file, and the rest a 404: nothing is refused, nothing is there.
  { name: 'nginx that denies dot files', start: nginxStatic, truth: SITE },
  {
    name: 'Apache as it is installed',
    start: apache,
    // "It works!" stands in a div: text is there, a heading is not.
    truth: { ...PAGE, 'content-without-js': 'noncompliant' },
  },
  // Its 404 has no body.
  { name: 'Caddy', start: caddy, truth: SITE },
  {
    name: 'lighttpd with a directory listing',
    start: lighttpd,
    // The listing's heading is an h2, and it is a table and nothing else: text without an h1.
    truth: { ...PAGE, ...FILES, 'content-without-js': 'noncompliant' },
  },
  // It answers every POST with 501.
  { name: "Python's http.server", start: pythonHttpServer, truth: SITE },
  { name: "PHP's built-in server", start: phpBuiltIn, truth: SITE_WITHOUT_404 },
  {
    name: 'WordPress',
    start: () => wordpress(),
    truth: {
      ...PAGE,
      // /robots.txt is made up by WordPress and names its sitemap; /sitemap.xml redirects there.
      robots: 'pass',
      sitemap: 'pass',
      'robots-ai-rules': 'absent',
      'content-signals': 'absent',
      // Its Link header has the relation https://api.w.org/, its <link>s are feeds and editing services: neither counts.
      'semantic-html': 'pass',
    },
  },
  // `/` redirects to the main page, which has landmarks as roles and an alternate of its own wiki type.
  { name: 'MediaWiki', start: mediawiki, truth: { ...PAGE, 'semantic-html': 'pass' } },
  // The page is a div, and has no description.
  { name: 'Django', start: django, truth: { ...PAGE, sitemap: 'pass' } },
  { name: 'FastAPI', start: fastApi, truth: API },
  // Its root is "Hello World!" as text/html, which is not HTML.
  { name: 'NestJS with Swagger', start: nest, truth: API },
  {
    name: 'Next.js with mcp-handler',
    start: next,
    truth: {
      ...PAGE,
      ...BOTH_LANES,
      robots: 'pass',
      'robots-ai-rules': 'pass',
      'content-signals': 'absent',
      sitemap: 'pass',
      'root-meta-description': 'pass',
      // -32602 on both lanes.
      'mcp-unknown-tool': 'pass',
      // 406 on the lane of 2025, JSON on the modern one.
      'mcp-accept-unsatisfiable': 'pass',
    },
  },
  {
    name: 'VitePress with its llms.txt plugin',
    start: vitepress,
    truth: {
      ...PAGE,
      sitemap: 'pass',
      // Its only <link> for machines is rel="describedby" to llms.txt, which the check does not count.
      'llms-txt': 'pass',
      'llms-txt-format': 'pass',
      'llms-txt-when-to-use': 'absent',
      'llms-txt-links': 'pass',
      'llms-full-txt': 'pass',
      'root-meta-description': 'pass',
      'semantic-html': 'pass',
    },
  },
  { name: 'oidc-provider', start: openIdProvider, truth: { ...BARE, 'oauth-discovery': 'pass' } },
];

function without(truth: Truth, id: string): Truth {
  return Object.fromEntries(Object.entries(truth).filter(([one]) => one !== id));
}

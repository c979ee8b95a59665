/** Web servers, content management systems and frameworks, with the truth about each. */
import type { Stack } from './process.ts';
import { next, openIdProvider, vitepress } from './servers/frameworks.ts';
import { limitedRequests, oneConnection, oneWorker, pythonServer, secondClosed } from './servers/limiters.ts';
import { wordpress } from './servers/php.ts';
import { fastApi } from './servers/python.ts';
import { apache, nginxStatic } from './servers/static.ts';
import { ANSWERS, BARE, BOTH_LANES, PAGE, type Truth } from './truth.ts';

export interface Case {
  readonly name: string;
  readonly start: () => Promise<Stack>;
  readonly truth: Truth;
}

/** Files of `site/` besides its pages: robots.txt with two AI crawlers in a group, and an llms.txt with one link. */
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

const SITE: Truth = {
  ...PAGE,
  ...FILES,
  'root-meta-description': 'pass',
  'semantic-html': 'pass',
};

/** A JSON API at the root, described at /openapi.json, with JSON errors and no limits documented. */
const API: Truth = {
  ...ANSWERS,
  openapi: 'pass',
  'json-errors': 'pass',
  'rate-limit-headers': 'absent',
};

export const WEB: readonly Case[] = [
  // The well-known folder is 403 like every dot file, and the rest 404: that is not a refusal, the files are missing.
  { name: 'nginx that denies dot files', start: nginxStatic, truth: SITE },
  {
    name: 'Apache as it is installed',
    start: apache,
    // "It works!" is in a div: there is text, but no heading.
    truth: { ...PAGE, 'content-without-js': 'noncompliant' },
  },
  {
    name: 'WordPress',
    start: () => wordpress(),
    truth: {
      ...PAGE,
      // WordPress generates /robots.txt and names its sitemap; /sitemap.xml redirects there.
      robots: 'pass',
      sitemap: 'pass',
      'robots-ai-rules': 'absent',
      'content-signals': 'absent',
      // Its Link header has the relation https://api.w.org/, its <link>s are feeds and editing services: neither counts.
      'semantic-html': 'pass',
    },
  },
  { name: 'FastAPI', start: fastApi, truth: API },
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

/** Servers with low limits: the truth is what a slow client sees. */
export const LIMITED: readonly Case[] = [
  { name: 'nginx limit_req with a burst, 503', start: () => limitedRequests(5, 'burst=5'), truth: SITE },
  { name: 'nginx limit_req without a burst, 503', start: () => limitedRequests(10), truth: SITE },
  { name: 'HAProxy that closes the second connection', start: secondClosed, truth: SITE },
  { name: 'HAProxy maxconn 1', start: oneConnection, truth: SITE },
  { name: 'Apache with one worker and KeepAlive', start: oneWorker, truth: SITE },
  { name: 'HTTPServer of Python with HTTP/1.1', start: pythonServer, truth: SITE },
];

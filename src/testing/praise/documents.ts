/** The documents of a site, each with the check that judges it, and possible replacements. */

import type { Handler } from '../../app/demo/site.ts';
import type { CheckId } from '../../audit/check-texts/index.ts';

/** The paths of each document, by the check that judges whether it exists. */
export const DOCUMENTS: Readonly<Partial<Record<CheckId, readonly string[]>>> = {
  robots: ['/robots.txt'],
  sitemap: ['/sitemap.xml', '/maps/main.xml'],
  'llms-txt': ['/llms.txt'],
  'llms-full-txt': ['/llms-full.txt'],
  'llms-txt-scoped': ['/docs/llms.txt', '/stations/llms.txt'],
  'web-bot-auth': ['/.well-known/http-message-signatures-directory'],
  'security-txt': ['/.well-known/security.txt'],
  openapi: ['/openapi.json', '/openapi.yaml', '/.well-known/openapi.json'],
  'api-catalog': ['/.well-known/api-catalog'],
  'json-schemas': ['/schemas/station.json', '/schemas/tide.json', '/schemas/ship.json'],
  'well-known-mcp-card': ['/.well-known/mcp/server-card.json'],
  'mcp-usage-doc': ['/mcp.md'],
  'oauth-discovery': ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'],
  'oauth-protected-resource': [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
  ],
  'auth-md': ['/.well-known/auth.md', '/auth.md'],
  'ai-catalog': ['/.well-known/ai-catalog.json'],
  'a2a-agent-card': ['/.well-known/agent-card.json'],
  'agent-skills': ['/.well-known/agent-skills/index.json'],
};

/**
 * Checks that apply because a document exists and that may fail because of something else on the site, with the reason.
 * Without the document they do not apply, so removing it may raise the relative score, but only through these checks.
 */
export const FAILS_BECAUSE_OF: Readonly<
  Partial<Record<CheckId, Readonly<Partial<Record<CheckId, string>>>>>
> = {
  robots: {
    'robots-ai-rules': 'the catalogue applies it to every robots.txt, also to one that names no AI crawler',
    'content-signals': 'the catalogue applies it to every robots.txt, also to one that declares no signals',
  },
  'llms-txt': {
    'llms-txt-format': 'the text does not have the format of an llms.txt',
    'llms-txt-when-to-use': 'the catalogue applies it to every llms.txt',
    'llms-txt-links': 'pages that the text links to do not answer',
    'llms-full-txt': 'the catalogue applies it to every site with an llms.txt',
  },
  openapi: {
    'json-errors': 'the described API answers errors in another format',
    'rate-limit-headers': 'the described API answers without them',
  },
  'well-known-mcp-card': {
    'mcp-initialize': 'the endpoint that the card names does not answer',
  },
};

const HTML = `<!doctype html><title>Harbour</title>${'<p>The harbour is open. '.repeat(7)}`;
const NO_PAGE = '/no-such-page-at-all';

/** Replaces a document: builds a response from the site's own response to the request. */
type Instead = (own: Response, ask: (path: string) => Promise<Response>) => Response | Promise<Response>;

const withBody = (own: Response, body: string, type?: string) => {
  const headers = new Headers(own.headers);
  if (type !== undefined) headers.set('content-type', type);
  headers.delete('content-length');
  return new Response(body, { headers });
};
const textOf =
  (path: string): Instead =>
  async (own, ask) =>
    withBody(own, await (await ask(path)).text());

/** Responses that are not a valid document, by name. */
export const REPLACEMENTS: Readonly<Record<string, Instead>> = {
  'the error page': async (_, ask) => {
    const { headers, body } = await ask(NO_PAGE);
    return new Response(body, { headers });
  },
  '{}': (own) => withBody(own, '{}'),
  '{} as JSON': (own) => withBody(own, '{}', 'application/json'),
  nothing: (own) => withBody(own, ''),
  ...Object.fromEntries(
    ['/robots.txt', '/llms.txt', '/.well-known/ai-catalog.json', '/.well-known/api-catalog'].map((path) => [
      path,
      textOf(path),
    ]),
  ),
  '200 bytes of HTML': (own) => withBody(own, HTML, 'text/html'),
};

/** Returns the site with replaced responses at some paths, if the site responds with 200 there. */
export function replacing(site: Handler, paths: readonly string[], instead: Instead): Handler {
  return async (request) => {
    const own = await site(request);
    const { pathname, origin } = new URL(request.url);
    if (!paths.includes(pathname) || own.status !== 200) return own;
    return instead(own, async (path) => site(new Request(origin + path, { headers: request.headers })));
  };
}

export function without(site: Handler, paths: readonly string[]): Handler {
  return (request) => {
    const { pathname, origin } = new URL(request.url);
    return site(
      paths.includes(pathname) ? new Request(origin + NO_PAGE, { headers: request.headers }) : request,
    );
  };
}

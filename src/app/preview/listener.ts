/** Serves the built site as Netlify does, with its redirects, edge function, files, header rules and Netlify function. */
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { config } from '../../../functions/service.ts';
import { answerPage } from '../answer-page.ts';
import { patternOf, type SiteRules, siteRules } from './site-rules.ts';

const RULES = new URL('../../../netlify.toml', import.meta.url);
const DYNAMIC = [config.path ?? []].flat().map(patternOf);
/** The header that must not be sent over plain HTTP (RFC 6797, section 7.2). */
const ONLY_OVER_TLS = 'strict-transport-security';
/** The Cache-Control that Netlify sends with files by default. */
const REVALIDATED = 'public, max-age=0, must-revalidate';
const NOT_ALLOWED = new Response('This server accepts only GET and HEAD.\n', {
  status: 405,
  headers: { allow: 'GET, HEAD' },
});

interface SiteListenerOptions {
  readonly folder: string;
  /** Responds if the path has no file. `ip` is the address of the connection, even if a header names another address. */
  readonly answer: (request: Request, ip: string | undefined) => Promise<Response>;
}

/** Returns a listener that responds as Netlify does, but without Netlify's rate limits. */
export async function siteListener({ folder, answer }: SiteListenerOptions): Promise<RequestListener> {
  const rules = await siteRules(RULES);
  const files = filesIn(folder);
  const notFound = await readFile(join(folder, '404.html'));
  return getRequestListener(
    async (request, { incoming }) => {
      const redirect = rules.redirectAt(pathOf(request));
      if (redirect !== undefined) {
        return new Response(null, { status: redirect.status, headers: { location: redirect.to } });
      }
      const next = async (nextRequest: Request): Promise<Response> => {
        const file = await files.fetch(nextRequest);
        if (file.status !== 404) return byRules(rules, nextRequest, file);
        if (isDynamic(pathOf(nextRequest))) {
          return answer(nextRequest, incoming.socket.remoteAddress);
        }
        if (nextRequest.method !== 'GET' && nextRequest.method !== 'HEAD')
          return byRules(rules, nextRequest, NOT_ALLOWED.clone());
        return byRules(rules, nextRequest, new Response(notFound, { status: 404 }));
      };
      return (await answerPage(request, { next })) ?? next(request);
    },
    { overrideGlobalObjects: false },
  );
}

/** Serves files as Netlify does. ETags are computed from the content, because deployed files have no date. */
function filesIn(folder: string): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.res.headers.delete('last-modified');
    if (c.res.ok) c.res.headers.set('cache-control', REVALIDATED);
  });
  app.use(etag());
  app.get('*', serveStatic({ root: folder }));
  app.get(
    '*',
    serveStatic({ root: folder, rewriteRequestPath: (path) => `${path.replace(/\/$/, '')}.html` }),
  );
  return app;
}

/** Sets the headers that the path's rules define. A 404 has the content type of the 404 page, whatever the path. */
function byRules(rules: SiteRules, request: Request, answer: Response): Response {
  const { headers } = answer;
  for (const [name, value] of rules.headersAt(pathOf(request))) {
    if (name !== ONLY_OVER_TLS || request.url.startsWith('https:')) headers.set(name, value);
  }
  if (answer.status === 404) headers.set('content-type', 'text/html; charset=utf-8');
  return answer;
}

/** Returns whether Netlify routes a path to its function. Case and one trailing slash do not matter. */
function isDynamic(path: string): boolean {
  const matched = path.replace(/(?<=.)\/$/, '').toLowerCase();
  return DYNAMIC.some((pattern) => pattern.test(matched));
}

function pathOf({ url }: Request): string {
  return new URL(url).pathname;
}

/** Who may keep a response, for how long, and who has it already. */
import type { Context, MiddlewareHandler } from 'hono';
import type { ServiceSettings } from '../settings.ts';

/** What the platform's own caches may do with an answer; browsers never see it. */
export const SHARED_CACHE = 'Netlify-CDN-Cache-Control';

/**
 * They keep it as long as the deployment lasts: what is stored of a site changes with a deployment only, and each one empties
 * them (https://docs.netlify.com/build/caching/caching-overview/, "Automatic invalidation with atomic deploys"). `durable`:
 * the places of the network share it.
 */
const WHILE_DEPLOYED = 'public, durable, s-maxage=31536000';
/** What an operator's database has may change at any time. */
const A_MINUTE = 'public, s-maxage=60';

/** How long they keep what is made of a stored scorecard. */
export function sharedCacheOf({ database }: Pick<ServiceSettings, 'database'>): string {
  return database ? A_MINUTE : WHILE_DEPLOYED;
}

/** Browsers may keep it for so long. */
export const HOUR = 'public, max-age=3600';
/** Of an answer that the next audit may replace. */
export const MINUTES = 'public, max-age=300';
/** Browsers ask each time whether it is still the same, as of files. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** Lets pages and programs of other sites read and show the response, as the files of the catalog (scripts/netlify-rules.ts). */
export function openAnswer(c: Context, type: string, cache: string): Context {
  c.header('Content-Type', type);
  c.header('Cache-Control', cache);
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  return c;
}

/** Fields that a 304 has of the answer that it stands for (RFC 9110, section 15.4.5), and those that are of the call. */
const OF_CONTENT = /^content-|^last-modified$/;

/**
 * Answers 304 to a client that already has the newest answer (RFC 9110, section 13.1.3). An ETag counts before a date.
 * Answers without `Last-Modified` stay as they are.
 */
export function heedModifiedSince(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const since = Date.parse(c.req.header('if-modified-since') ?? '');
    const modified = Date.parse(c.res.headers.get('last-modified') ?? '');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const isFresh = c.res.status === 200 && modified <= since;
    if (!isRead || !isFresh || c.req.header('if-none-match') !== undefined) return;
    const headers = new Headers([...c.res.headers].filter(([name]) => !OF_CONTENT.test(name)));
    // What is set would be joined to what the answer has.
    c.res = undefined;
    c.res = new Response(null, { status: 304, headers });
  };
}

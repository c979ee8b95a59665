import type { Context, MiddlewareHandler } from 'hono';
import type { ServiceSettings } from '../settings.ts';

/** A cache header that only the platform's caches read; browsers never receive it. */
export const SHARED_CACHE = 'Netlify-CDN-Cache-Control';

/** A header with tags, by which the command `withdraw` finds responses in the platform's caches to remove them. */
export const CACHE_TAG = 'Netlify-Cache-Tag';

/** The cache header for a static catalog. Each deployment empties the caches, which edge locations share (`durable`). */
const WHILE_DEPLOYED = 'public, durable, s-maxage=31536000';
/** The cache header for a catalog in a database, which may change at any time. */
const A_MINUTE = 'public, s-maxage=60';

/** Returns the cache header that tells the platform how long to keep a response built from a stored scorecard. */
export function sharedCacheOf({ database }: Pick<ServiceSettings, 'database'>): string {
  return database ? A_MINUTE : WHILE_DEPLOYED;
}

export const HOUR = 'public, max-age=3600';
/** The cache header for responses that the next audit may replace. */
export const MINUTES = 'public, max-age=300';
/** The cache header for responses that browsers must revalidate before each use, like static files. */
export const REVALIDATED = 'public, max-age=0, must-revalidate';

/** Lets pages on other sites read and embed the response, like static files (scripts/netlify-rules.ts). */
export function openAnswer(c: Context, type: string, cache: string): Context {
  for (const [name, value] of Object.entries(openHeaders(type, cache))) c.header(name, value);
  return c;
}

export function openHeaders(type: string, cache: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': type,
    'Cache-Control': cache,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** Matches headers about the content, which a 304 omits (RFC 9110, section 15.4.5). */
const OF_CONTENT = /^content-|^last-modified$/;

/** Responds with 304 if the client has the newest version (RFC 9110, section 13.1.3). An ETag takes precedence. */
export function heedModifiedSince(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const since = Date.parse(c.req.header('if-modified-since') ?? '');
    const modified = Date.parse(c.res.headers.get('last-modified') ?? '');
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const isFresh = c.res.status === 200 && modified <= since;
    if (!isRead || !isFresh || c.req.header('if-none-match') !== undefined) return;
    const headers = new Headers([...c.res.headers].filter(([name]) => !OF_CONTENT.test(name)));
    // Clear the response first, because assigning over an existing response merges the headers of both.
    c.res = undefined;
    c.res = new Response(null, { status: 304, headers });
  };
}

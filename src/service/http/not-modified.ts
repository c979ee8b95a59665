/** Answers 304 to a client that already has the newest answer (RFC 9110, section 13.1.3). An ETag counts before a date. */
import type { MiddlewareHandler } from 'hono';

/** Fields that a 304 has of the answer that it stands for (RFC 9110, section 15.4.5), and those that are of the call. */
const OF_CONTENT = /^content-|^last-modified$/;

/** For answers with `Last-Modified`; others stay as they are. */
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

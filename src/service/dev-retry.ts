/**
 * A quirk of `netlify dev`: where a GET is answered with 403 or 404, it asks again for the path with `.html`, `.htm`,
 * `/index.html` and `/index.htm` behind it, and the client gets the last of these answers.
 */

const RETRIED = /(?:\/index)?\.html?$/;

/** The path that a client asked for, where `netlify dev` may be trying others in its place. */
export function beforeRetry(path: string): string {
  return path.replace(RETRIED, '');
}

/** The request for that path. */
export function requestBeforeRetry(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = beforeRetry(url.pathname);
  return request.method === 'GET' && url.href !== request.url ? new Request(url, request) : request;
}

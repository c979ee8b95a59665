/** Responses that several demo sites share. */

import type { Context } from 'hono';
import { type PageType, pageType } from '../../service/incoming/negotiation.ts';

/** Returns the format that a client prefers. */
export function formatFor(c: Context): PageType {
  return pageType({ accept: c.req.header('accept'), userAgent: c.req.header('user-agent') });
}

/** Returns a page as HTML or Markdown, depending on the format that the client prefers. */
export function negotiated(
  c: Context,
  page: { readonly markdown: string; readonly html: string; readonly status?: 200 | 404 },
): Response {
  const format = formatFor(c);
  const body = format === 'text/html' ? page.html : page.markdown;
  return c.body(body, page.status ?? 200, {
    'Content-Type': `${format}; charset=utf-8`,
    Vary: 'Accept, User-Agent',
  });
}

export function text(body: string, type = 'text/plain', headers: Record<string, string> = {}): Response {
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers } });
}

export function json(
  value: unknown,
  type = 'application/json',
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(value, null, 2), { headers: { 'Content-Type': type, ...headers } });
}

/** Returns an API error as problem details (RFC 9457). */
export function problem(
  status: number,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

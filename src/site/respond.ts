/** Builds the responses of endpoints. A static build keeps only their bodies; `astro dev` also sends the media types. */

import type { About } from '../report/about.ts';
import { forAgents, withFrontMatter } from '../report/markdown/document.ts';

export function markdownResponse(text: string, site: URL | undefined): Response {
  return new Response(forAgents(text, originOf(site)), {
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  });
}

export function alternateResponse(about: About, text: string, site: URL | undefined): Response {
  return markdownResponse(withFrontMatter(about, text), site);
}

export function jsonResponse(value: unknown): Response {
  return new Response(`${JSON.stringify(value, null, 2)}\n`, {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** Returns the site's origin. @throws Error if the configuration names no site */
export function originOf(site: URL | undefined): string {
  if (site === undefined) throw new Error('astro.config.mjs names no site.');
  return site.origin;
}

/** Checks whether links for programs, such as links to llms.txt, work. Sends at most two requests that no other probe sends. */

import { atOrigin } from '../../base/same-site.ts';
import { documentUrl } from '../../base/url.ts';
import {
  type DeadLink,
  deadLink,
  isAgentLink,
  isGone,
  isMachineLink,
  isMachineSurface,
  isTextPage,
  recoveryLinks,
} from '../evidence/dead-links.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { askRoot } from './root.ts';

/** Paths that other probes request in every full audit. Links to these paths need no new requests: responses are shared. */
export const ASKED_ANYWAY = new Set([
  '/.well-known/agent-card.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/agent.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/auth.md',
  '/.well-known/http-message-signatures-directory',
  '/.well-known/mcp/server-card.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openapi.json',
  '/.well-known/openid-configuration',
  '/.well-known/security.txt',
  '/.well-known/skills/index.json',
  '/auth.md',
  '/llms-full.txt',
  '/llms.txt',
  '/openapi.json',
  '/openapi.yaml',
  '/robots.txt',
  '/sitemap.xml',
]);

/** Matches the paths of MCP endpoints, which may respond to a GET with 404 although they exist. */
const CALLED = /\/(mcp|sse)\/?$/i;

export const deadLinksProbes = {
  async rootDeadLinks(context) {
    // Requests the root (the response is shared), so this probe's trace contains the page with the links.
    const [root, html] = await Promise.all([context.get('root'), context.get('rootHtml'), askRoot(context)]);
    const { links, noscripts } = html.state === 'found' ? html.value : { links: [], noscripts: [] };
    return findDead(context, [
      root.state === 'found' ? root.value.links.filter(isAgentLink).map(({ href }) => href) : [],
      links.filter(isMachineLink).map(({ href }) => href),
      noscripts.flat().filter(isMachineSurface),
    ]);
  },

  async notFoundDeadLinks(context) {
    const reply = await context.get('notFoundMarkdown');
    return reply.kind === 'answer' && isGone(reply.answer) && isTextPage(reply.answer)
      ? findDead(context, [recoveryLinks(reply.answer)])
      : [];
  },
} satisfies Partial<Probes>;

/** Returns the dead links in several lists. If one link of a list may work, the rest of the list is not requested. */
async function findDead(
  context: ProbeContext,
  lists: readonly (readonly string[])[],
): Promise<readonly DeadLink[]> {
  const [origin, notFound] = await Promise.all([context.origin(), context.get('notFound')]);
  const dead = new Map<string, DeadLink>();
  let more: string | undefined;
  const isDead = async (href: string, url: URL) => {
    const link = deadLink(href, await context.client.request(url), notFound);
    if (link !== undefined) dead.set(href, link);
    return link !== undefined;
  };
  for (const list of lists) {
    const named = [...new Set(list)].map((href) => ({ href, url: urlToAsk(href, origin) }));
    const known = named.filter(({ url }) => url !== undefined && ASKED_ANYWAY.has(url.pathname + url.search));
    const others = named.filter((one) => !known.includes(one));
    if (!(await every(known, isDead))) continue;
    const targets = new Set(others.map(({ url }) => url?.href));
    const [target] = targets;
    // A check fails only if all its links are dead. The one new request allowed can show this only if one link is left.
    if (targets.size !== 1 || target === undefined || (more ?? target) !== target) continue;
    more = target;
    await every(others, isDead);
  }
  return [...dead.values()];
}

/** Returns whether all links are dead. Stops at the first link that may work. */
async function every(
  links: readonly { readonly href: string; readonly url: URL | undefined }[],
  isDead: (href: string, url: URL) => Promise<boolean>,
): Promise<boolean> {
  for (const { href, url } of links) if (url === undefined || !(await isDead(href, url))) return false;
  return true;
}

/** Returns the URL to request for a link; `undefined` for the home page, other hosts and MCP endpoints. */
function urlToAsk(href: string, origin: URL): URL | undefined {
  const url = atOrigin(documentUrl(href), origin);
  return url === undefined || url.href === origin.href || CALLED.test(url.pathname) ? undefined : url;
}

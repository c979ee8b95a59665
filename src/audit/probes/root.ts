/** Probes that request the home page, as different clients, and an unknown path. */

import { isHtmlType } from '../../base/media-type.ts';
import { answerFacts, replyFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { accusesSite, auditOrigin, gotPage, type RootPage, refreshTarget } from '../evidence/root.ts';
import { type Found, inconclusive, isHtml, type SiteBehavior, type Surface } from '../evidence/surface.ts';
import { parseHtml } from '../parse/html.ts';
import { parseLinkHeader } from '../parse/link-header.ts';
import type { ReferenceRequests } from './client.ts';
import type { ProbeContext, Probes } from './probe.ts';

export const UNKNOWN_PATH = '/anc-web-audit-no-such-page';
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const CONTROL = { control: true };
const ROOT_OPTIONS = { accept: BROWSER_ACCEPT, ...CONTROL };

/** Returns the requests for comparison: the root as a browser requests it, and a path that does not exist. */
export function referenceRequests(start: string): ReferenceRequests {
  return {
    root: { url: start, options: ROOT_OPTIONS },
    unknown: (root) => ({ url: new URL(UNKNOWN_PATH, auditOrigin(start, root)), options: CONTROL }),
  };
}

/** Requests the home page like a browser. */
export function askRoot({ client, start }: ProbeContext): Promise<Reply> {
  return client.request(start, ROOT_OPTIONS);
}

export const rootProbes = {
  rootReply: askRoot,

  root: async ({ client, get }) => {
    const root = readRoot(await get('rootReply'));
    const html = root.state === 'found' ? root.value.html : undefined;
    if (root.state !== 'found' || html === undefined) return root;
    const target = refreshTarget(html, root.answer.url);
    return target === undefined ? root : refreshed(root, await client.request(target, ROOT_OPTIONS));
  },

  rootHtml: async ({ get }) => {
    const root = await get('root');
    if (root.state !== 'found') return root;
    const { html } = root.value;
    return html === undefined
      ? {
          state: 'absent',
          evidence: answerFacts(root.answer, `not HTML but ${kindOf(root.answer)}`),
        }
      : { ...root, value: html };
  },

  notFound: async ({ client, origin }) => client.request(new URL(UNKNOWN_PATH, await origin()), CONTROL),

  notFoundMarkdown: async ({ client, origin }) =>
    client.request(new URL(UNKNOWN_PATH, await origin()), {
      accept: 'text/markdown, text/plain;q=0.9, */*;q=0.1',
    }),

  rootForAgent: async ({ client, origin, agentUserAgent }) =>
    client.request(await origin(), { userAgent: agentUserAgent, ...CONTROL }),

  rootForOthers: async ({ client, origin, get }) => {
    const agent = await get('rootForAgent');
    return gotPage(agent) ? get('rootReply') : client.request(await origin(), CONTROL);
  },

  rootAskedAgain: async ({ client, origin, agentUserAgent, get }) => {
    const [agent, others, browser] = [
      await get('rootForAgent'),
      await get('rootForOthers'),
      await get('rootReply'),
    ];
    if (!accusesSite(agent, others, browser)) return undefined;
    const ownReply = await client.requestAlone(await origin());
    return {
      auditor: ownReply,
      agent: await client.requestAlone(await origin(), { userAgent: agentUserAgent }),
    };
  },
} satisfies Partial<Probes>;

function kindOf({ type }: Answer): string {
  return isHtmlType(type)
    ? 'text without markup, sent as HTML'
    : (type?.essence ?? 'a body without a Content-Type');
}

function readRoot(reply: Reply): Surface<RootPage> {
  const hidden = inconclusive(reply);
  if (hidden !== undefined || reply.kind !== 'answer')
    return hidden ?? { state: 'absent', evidence: replyFacts(reply) };
  const { answer } = reply;
  const evidence = answerFacts(answer);
  if (answer.status < 200 || answer.status > 299) return { state: 'absent', evidence };
  // Each header is parsed separately, so a malformed header does not affect the next one.
  const fields = answer.headers.filter(([name]) => name === 'link');
  const links = fields.flatMap(([, value]) => parseLinkHeader(value, answer.url));
  return {
    state: 'found',
    answer,
    evidence,
    value: { html: isHtml(answer) ? parseHtml(answer.text, answer.url) : undefined, links },
  };
}

/** Returns the target page of a home page's `<meta http-equiv="refresh">`, or the home page if the target is not HTML. */
function refreshed(root: Found<RootPage>, reply: Reply): Surface<RootPage> {
  const target = readRoot(reply);
  if (target.state === 'inconclusive') return target;
  if (target.state !== 'found' || target.value.html === undefined) return root;
  const { url, status, hops } = root.answer;
  const answer = { ...target.answer, hops: [...hops, { url, status }, ...target.answer.hops] };
  return { ...target, answer, evidence: answerFacts(answer, 'meta refresh followed like a redirect') };
}

/** Returns the responses for an unknown path and the home page. Probes compare other responses with them. */
export async function siteBehavior(context: {
  get(key: 'notFound'): Promise<Reply>;
  get(key: 'root'): Promise<Surface<RootPage>>;
}): Promise<SiteBehavior> {
  const [notFound, root] = await Promise.all([context.get('notFound'), context.get('root')]);
  const answer: Answer | undefined = root.state === 'found' ? root.answer : undefined;
  return { notFound, root: answer };
}

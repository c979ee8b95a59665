/** The root page, for everyone and for an AI agent, and the page for unknown paths. */

import { answerFacts, replyFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isHtml, type SiteBehaviour, type Surface, unseen } from '../evidence/surface.ts';
import { parseHtml } from '../parse/html.ts';
import type { HtmlPage } from '../parse/html-facts.ts';
import { type Link, parseLinkHeader } from '../parse/link-header.ts';
import { isHtmlType } from '../parse/media-type.ts';
import type { ReferenceRequests } from './client.ts';
import { auditOrigin } from './origin.ts';
import type { Probes } from './probe.ts';

/** The root page: 2xx. `html` is there when it is HTML. */
export interface RootPage {
  readonly html: HtmlPage | undefined;
  /** Its Link header fields (RFC 8288), targets resolved. */
  readonly links: readonly Link[];
}

/** The HTML of the root page; `absent` says why there is none, and whatever reads it does not apply then. */
export type RootHtml = Surface<HtmlPage>;

export interface RootEvidence {
  /** The reply to `GET /` as a browser asks. */
  readonly rootReply: Reply;
  readonly root: Surface<RootPage>;
  readonly rootHtml: RootHtml;
  /** The reply to a path that does not exist. */
  readonly notFound: Reply;
  /** The same, asking for Markdown. */
  readonly notFoundMarkdown: Reply;
  /** The reply to `GET /` with the User-Agent of an AI assistant. */
  readonly rootForAgent: Reply;
  /** The same request with the auditor's own User-Agent: what others get. Asked only where the agent got no page. */
  readonly rootForOthers: Reply;
}

export const UNKNOWN_PATH = '/anc-web-audit-no-such-page';
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const ROOT_OPTIONS = { accept: BROWSER_ACCEPT };

/** What all answers of a site are compared with: its root as a browser asks, and a path that does not exist. */
export function referenceRequests(start: string): ReferenceRequests {
  return {
    root: { url: start, options: ROOT_OPTIONS },
    unknown: (root) => ({ url: new URL(UNKNOWN_PATH, auditOrigin(start, root)), options: {} }),
  };
}

export const rootProbes: Probes<RootEvidence> = {
  rootReply: async ({ client, start }) => client.request(start, ROOT_OPTIONS),

  root: async ({ get }) => readRoot(await get('rootReply')),

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

  notFound: async ({ client, origin }) => client.request(new URL(UNKNOWN_PATH, await origin())),

  notFoundMarkdown: async ({ client, origin }) =>
    client.request(new URL(UNKNOWN_PATH, await origin()), {
      accept: 'text/markdown, text/plain;q=0.9, */*;q=0.1',
    }),

  rootForAgent: async ({ client, origin, agentUserAgent }) =>
    client.request(await origin(), { userAgent: agentUserAgent }),

  rootForOthers: async ({ client, origin, get }) => {
    const agent = await get('rootForAgent');
    const gotPage = agent.kind === 'answer' && agent.answer.status >= 200 && agent.answer.status < 300;
    return gotPage ? get('rootReply') : client.request(await origin());
  },
};

function kindOf({ type }: Answer): string {
  return isHtmlType(type) ? 'text without markup, sent as HTML' : (type?.essence ?? 'untyped');
}

function readRoot(reply: Reply): Surface<RootPage> {
  const blind = unseen(reply);
  if (blind !== undefined || reply.kind !== 'answer')
    return blind ?? { state: 'absent', evidence: replyFacts(reply) };
  const { answer } = reply;
  const evidence = answerFacts(answer);
  if (answer.status < 200 || answer.status > 299) return { state: 'absent', evidence };
  // Field by field, so that a malformed one does not reach into the next.
  const fields = answer.headers.filter(([name]) => name === 'link');
  const links = fields.flatMap(([, value]) => parseLinkHeader(value, answer.url));
  return {
    state: 'found',
    answer,
    evidence,
    value: { html: isHtml(answer) ? parseHtml(answer.text, answer.url) : undefined, links },
  };
}

/** What other probes compare an answer with. */
export async function siteBehaviour(context: {
  get(key: 'notFound'): Promise<Reply>;
  get(key: 'root'): Promise<Surface<RootPage>>;
}): Promise<SiteBehaviour> {
  const [notFound, root] = await Promise.all([context.get('notFound'), context.get('root')]);
  const answer: Answer | undefined = root.state === 'found' ? root.answer : undefined;
  return { notFound, root: answer };
}

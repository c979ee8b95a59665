/** Finds soft 404s that only one directory or extension has, such as one page that is sent for all of `/.well-known/*`. */

import { parseJsonText } from '../../base/json.ts';
import { answerFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isHtml, type Surface } from '../evidence/surface.ts';
import { saysNoSuchPage } from '../parse/no-such-page.ts';
import { samePage } from '../parse/same-page.ts';
import type { ProbeContext } from './probe.ts';
import type { RequestOptions } from './request.ts';
import { siteBehavior } from './root.ts';

/** Kinds of documents. If paths of two different kinds get the same response, the response is not a document of either kind. */
export type DocumentKind = keyof typeof PLACES | 'json schema' | 'mcp usage' | 'resource metadata';

const AS_IT_IS: RequestOptions = { follow: false };

/** The fixed paths of each kind of document, with request options. Leaves out paths whose requests depend on other responses. */
const PLACES = {
  robots: [['/robots.txt']],
  sitemap: [['/sitemap.xml']],
  'llms.txt': [['/llms.txt']],
  'llms-full.txt': [['/llms-full.txt']],
  'security.txt': [['/.well-known/security.txt']],
  'signature keys': [['/.well-known/http-message-signatures-directory']],
  openapi: [['/openapi.json'], ['/openapi.yaml'], ['/.well-known/openapi.json']],
  'api-catalog': [['/.well-known/api-catalog']],
  'ai-catalog': [['/.well-known/ai-catalog.json']],
  'agent card': [['/.well-known/agent-card.json'], ['/.well-known/agent.json']],
  'agent skills': [['/.well-known/agent-skills/index.json'], ['/.well-known/skills/index.json']],
  'mcp card': [
    ['/.well-known/mcp/server-card.json'],
    ['/.well-known/mcp.json', AS_IT_IS],
    ['/.well-known/mcp', AS_IT_IS],
    ['/mcp.json', AS_IT_IS],
  ],
  'server metadata': [['/.well-known/oauth-authorization-server'], ['/.well-known/openid-configuration']],
  'auth.md': [['/.well-known/auth.md'], ['/auth.md']],
} as const satisfies Record<string, readonly (readonly [path: string, options?: RequestOptions])[]>;

/** Text documents for people and agents. A site may use one of them as its home page. */
const TEXTS = ['llms.txt', 'llms-full.txt', 'auth.md', 'mcp usage'] as const;
/** Documents that are never JSON, even if their media type says so. */
const PROSE: ReadonlySet<DocumentKind> = new Set(['robots', ...TEXTS]);
const MAY_BE_HOME: ReadonlySet<DocumentKind> = new Set(TEXTS);
/** The maximum length of an error message, in characters. A longer text is content. */
const MAX_MESSAGE = 2_000;

/**
 * Returns an absent surface if the response is not the requested document; otherwise `surface`. It is not the document if it
 * only says "not found", is JSON instead of text, or equals the response for an unknown path or another kind of document. It may
 * equal the home page only if the kind is in `TEXTS`. Sends no extra requests to get responses for this comparison.
 *
 * @param isReal returns whether the content proves the kind of document; if so, the response is not compared with others
 */
export async function unlessShared<T>(
  context: ProbeContext,
  kind: DocumentKind,
  reply: Reply,
  surface: Surface<T>,
  isReal: (value: T, url: string) => boolean,
): Promise<Surface<T>> {
  if (surface.state !== 'broken' && surface.state !== 'found') return surface;
  if (reply.kind !== 'answer' || reply.answer.status !== 200) return surface;
  const { answer } = reply;
  if (surface.state === 'found' && isReal(surface.value, answer.url)) return surface;
  const isData = surface.state === 'found' && PROSE.has(kind) && isJson(answer.text);
  const why = isData ? 'JSON' : (saysMissing(answer) ?? (await pageOf(context, kind, answer)));
  return why === undefined ? surface : { state: 'absent', evidence: answerFacts(answer, why) };
}

function saysMissing(answer: Answer): string | undefined {
  const { text } = answer;
  const isMessage = text.length <= MAX_MESSAGE && !isJson(text) && !isHtml(answer) && saysNoSuchPage(text);
  return isMessage ? 'a text that says that the page does not exist' : undefined;
}

function isJson(text: string): boolean {
  return /^\ufeff?\s*[{[]/.test(text) && parseJsonText(text).ok;
}

/** Returns a description of the page that equals this response; `undefined` if no page does. */
async function pageOf(
  context: ProbeContext,
  kind: DocumentKind,
  answer: Answer,
): Promise<string | undefined> {
  const { notFound, root } = await siteBehavior(context);
  if (notFound.kind === 'answer' && samePage(answer, notFound.answer))
    return 'the same page as for unknown paths';
  if (root !== undefined && !MAY_BE_HOME.has(kind) && samePage(answer, root))
    return 'the same as the home page';
  const origin = await context.origin();
  for (const [other, places] of Object.entries(PLACES)) {
    if (other === kind) continue;
    for (const [path, options] of places as readonly (readonly [string, RequestOptions?])[]) {
      const reply = await context.client.requested(new URL(path, origin), options);
      if (reply?.kind === 'answer' && reply.answer.status === 200 && samePage(answer, reply.answer))
        return `the same as ${path}`;
    }
  }
  return undefined;
}

/** A page, negotiated as Markdown: by its media type, and by who asks. The home page, else one other page of the site. */

import { answerFacts, says } from '../evidence/facts.ts';
import type { Reply } from '../evidence/reply.ts';
import { readSurface, type SiteBehaviour, type Surface } from '../evidence/surface.ts';
import { headerOf } from '../parse/headers.ts';
import type { MediaType } from '../parse/media-type.ts';
import { looksLikeHtml } from '../parse/text.ts';
import type { RequestOptions } from './client.ts';
import { type ContentPage, contentPage } from './content-page.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';
import { CLI_USER_AGENT } from './user-agents.ts';

/** The Markdown twin of a page. */
export interface MarkdownTwin {
  readonly text: string;
  /** The `Vary` of its answer and, where that was redirected to, of the redirect; empty strings where there is none. */
  readonly vary: readonly string[];
}

export interface MarkdownEvidence {
  /** The page that is asked where the home page is answered with no Markdown. */
  readonly contentPage: Surface<ContentPage>;
  /** Asked with `Accept: text/markdown`. */
  readonly markdownByAccept: Surface<MarkdownTwin>;
  /** Asked with `Accept: text/plain`. */
  readonly markdownByPlain: Surface<MarkdownTwin>;
  /** Asked by a bare command-line client. */
  readonly markdownForCli: Surface<MarkdownTwin>;
  /** Asked by an AI assistant for its user. */
  readonly markdownForAgent: Surface<MarkdownTwin>;
  /**
   * Asked by the auditor under its own name with the same Accept as these two, where either got Markdown: whether it is
   * their names that the answer changes by.
   */
  readonly markdownForAuditor: Surface<MarkdownTwin>;
}

export const markdownProbes: Probes<MarkdownEvidence> = {
  contentPage,
  markdownByAccept: (context) => askTwin(context, { accept: 'text/markdown' }),
  markdownByPlain: (context) => askTwin(context, { accept: 'text/plain' }),
  markdownForCli: (context) => askTwin(context, { userAgent: CLI_USER_AGENT }),
  markdownForAgent: (context) =>
    askTwin(context, { userAgent: context.agentUserAgent }, () => context.get('rootForAgent')),

  async markdownForAuditor(context) {
    const named = await Promise.all([context.get('markdownForCli'), context.get('markdownForAgent')]);
    const twin = named.find(({ state }) => state === 'found');
    if (twin?.state !== 'found') return { state: 'absent', evidence: says('not asked') };
    return askPage(context, twin.answer.asked, {});
  },
};

/** Asks only where the root is HTML: otherwise it has no twin, and the surface says what the root is. */
async function askTwin(
  context: ProbeContext,
  options: RequestOptions,
  askHome?: () => Promise<Reply>,
): Promise<Surface<MarkdownTwin>> {
  const rootHtml = await context.get('rootHtml');
  if (rootHtml.state !== 'found') return rootHtml;
  const home = await askPage(context, (await context.origin()).href, options, askHome);
  if (home.state !== 'absent') return home;
  const page = await context.get('contentPage');
  if (page.state === 'unseen') return page;
  if (page.state !== 'found') return home;
  const other = await askPage(context, page.value.url, options);
  return other.state === 'absent'
    ? { state: 'absent', evidence: [...home.evidence, ...other.evidence] }
    : other;
}

async function askPage(
  context: ProbeContext,
  url: string,
  options: RequestOptions,
  ask = () => context.client.request(url, options),
): Promise<Surface<MarkdownTwin>> {
  const [reply, site] = await Promise.all([ask(), siteBehaviour(context)]);
  const redirectVary = await varyOfRedirect(reply, context, options);
  return readTwin(reply, site, redirectVary);
}

/**
 * Reads one variant of a page. An HTML answer, an empty one or one of any other type is the absence of a twin; HTML that
 * is declared as Markdown or plain text is broken.
 *
 * @param redirectVary the `Vary` of the redirect that led to the answer
 */
export function readTwin(
  reply: Reply,
  site: SiteBehaviour,
  redirectVary: readonly string[] = [],
): Surface<MarkdownTwin> {
  if (reply.kind === 'answer' && reply.answer.status === 200) {
    const { answer } = reply;
    if (!isTwinType(answer.type)) {
      const type = answer.type?.essence ?? 'no content type';
      return { state: 'absent', evidence: answerFacts(answer, type) };
    }
    if (looksLikeHtml(answer.text)) {
      const detail = `${answer.type?.essence}, but the body is HTML`;
      return { state: 'broken', evidence: answerFacts(answer, detail) };
    }
  }
  return readSurface(reply, site, ({ text, headers }) => ({
    ok: true,
    value: { text, vary: [headerOf(headers, 'vary') ?? '', ...redirectVary] },
  }));
}

/** A type that contains `markdown`, whatever its tree, or plain text. */
function isTwinType(type: MediaType | undefined): boolean {
  return type !== undefined && (type.essence.includes('markdown') || type.essence === 'text/plain');
}

/** A site may negotiate by redirecting to a file of its own: then it is the redirect that must vary, not the file. */
async function varyOfRedirect(
  reply: Reply,
  context: ProbeContext,
  options: RequestOptions,
): Promise<string[]> {
  if (reply.kind !== 'answer' || reply.answer.hops.length === 0 || !isTwinType(reply.answer.type)) return [];
  const redirect = await context.client.request(reply.answer.asked, { ...options, follow: false });
  return redirect.kind === 'answer' ? [headerOf(redirect.answer.headers, 'vary') ?? ''] : [];
}

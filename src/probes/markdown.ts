/** A page, asked for as Markdown by media type and by User-Agent: the home page, or else one other page of the site. */

import { says } from '../evidence/facts.ts';
import { isAlternateType, type MarkdownAlternate, readAlternate } from '../evidence/markdown.ts';
import type { Reply } from '../evidence/reply.ts';
import type { Surface } from '../evidence/surface.ts';
import { headerOf } from '../parse/headers.ts';
import { contentPage } from './content-page.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { RequestOptions } from './request.ts';
import { siteBehaviour } from './root.ts';
import { CLI_USER_AGENT } from './user-agents.ts';

export const markdownProbes = {
  contentPage,
  markdownByAccept: (context) => askAlternate(context, { accept: 'text/markdown' }),
  markdownByPlain: (context) => askAlternate(context, { accept: 'text/plain' }),
  markdownForCli: (context) => askAlternate(context, { userAgent: CLI_USER_AGENT }),
  markdownForAgent: (context) =>
    askAlternate(context, { userAgent: context.agentUserAgent }, () => context.get('rootForAgent')),

  async markdownForAuditor(context) {
    const named = await Promise.all([context.get('markdownForCli'), context.get('markdownForAgent')]);
    const alternate = named.find(({ state }) => state === 'found');
    if (alternate?.state !== 'found') return { state: 'absent', evidence: says('not asked') };
    return askPage(context, alternate.answer.asked, {});
  },
} satisfies Partial<Probes>;

/** Asks only where the root is HTML: otherwise it has no alternate, and the surface says what the root is. */
async function askAlternate(
  context: ProbeContext,
  options: RequestOptions,
  askHome?: () => Promise<Reply>,
): Promise<Surface<MarkdownAlternate>> {
  const rootHtml = await context.get('rootHtml');
  if (rootHtml.state !== 'found') return rootHtml;
  const home = await askPage(context, (await context.origin()).href, options, askHome);
  if (home.state !== 'absent') return home;
  const page = await context.get('contentPage');
  if (page.state === 'inconclusive') return page;
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
): Promise<Surface<MarkdownAlternate>> {
  const [reply, site] = await Promise.all([ask(), siteBehaviour(context)]);
  const redirectVary = await varyOfRedirect(reply, context, options);
  return readAlternate(reply, site, redirectVary);
}

/** A site may negotiate by redirecting to a file of its own: then it is the redirect that must vary, not the file. */
async function varyOfRedirect(
  reply: Reply,
  context: ProbeContext,
  options: RequestOptions,
): Promise<string[]> {
  if (reply.kind !== 'answer' || reply.answer.hops.length === 0 || !isAlternateType(reply.answer.type))
    return [];
  const redirect = await context.client.request(reply.answer.asked, { ...options, follow: false });
  return redirect.kind === 'answer' ? [headerOf(redirect.answer.headers, 'vary') ?? ''] : [];
}

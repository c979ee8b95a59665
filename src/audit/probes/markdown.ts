/** Requests the home page as Markdown, with an `Accept` or a `User-Agent` header. If this fails, requests another page. */

import { atOrigin } from '../../base/same-site.ts';
import { documentUrl, webUrl } from '../../base/url.ts';
import { answerFacts, replyFacts, says } from '../evidence/facts.ts';
import { type ContentPage, type MarkdownAlternate, readAlternate } from '../evidence/markdown.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import {
  inconclusive,
  isHtml,
  isInconclusive,
  type SiteBehavior,
  type Surface,
} from '../evidence/surface.ts';
import { saysNoSuchPage } from '../parse/no-such-page.ts';
import { samePage } from '../parse/same-page.ts';
import type { ProbeContext, Probes } from './probe.ts';
import type { RequestOptions } from './request.ts';
import { BROWSER_ACCEPT, siteBehavior, UNKNOWN_PATH } from './root.ts';
import { CLI_USER_AGENT } from './user-agents.ts';

export const markdownProbes = {
  async contentPage(context) {
    const [origin, site] = await Promise.all([context.origin(), siteBehavior(context)]);
    const { urls, hidden } = await candidates(context, origin);
    const looked: Surface<ContentPage>[] = [];
    for (const url of urls) {
      const page = readPage(await context.client.request(url, { accept: BROWSER_ACCEPT }), site, origin);
      if (page.state === 'found') return page;
      looked.push(page);
    }
    return (
      looked.find(isInconclusive) ??
      (looked.length === 0 ? hidden : undefined) ?? {
        state: 'absent',
        evidence: looked[0]?.evidence ?? says('llms.txt, the sitemap and the home page list no other page'),
      }
    );
  },
  markdownByAccept: (context) => askAlternate(context, { accept: 'text/markdown' }),
  markdownByPlain: (context) => askAlternate(context, { accept: 'text/plain' }),
  markdownForCli: (context) => askAlternate(context, { userAgent: CLI_USER_AGENT }),
  markdownForAgent: (context) =>
    askAlternate(context, { userAgent: context.agentUserAgent }, () => context.get('rootForAgent')),

  async markdownForAuditor(context) {
    const named = await Promise.all([context.get('markdownForCli'), context.get('markdownForAgent')]);
    const alternate = named.find(({ state }) => state === 'found');
    if (alternate?.state !== 'found') return { state: 'absent', evidence: says('not requested') };
    return askPage(context, alternate.answer.requestedUrl, {});
  },
} satisfies Partial<Probes>;

/** Requests the home page as Markdown or, if this fails, another page. If the home page is not HTML, requests nothing. */
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
  const [reply, site, origin] = await Promise.all([ask(), siteBehavior(context), context.origin()]);
  const html = url === origin.href ? await context.get('root') : await context.get('contentPage');
  const alternate = readAlternate(reply, site, html.state === 'found' ? html.answer : undefined);
  if (alternate.state !== 'found' || !(await isErrorPage(context, alternate.answer, options)))
    return alternate;
  const detail = 'the page for unknown paths, which says that the page does not exist';
  return { state: 'absent', evidence: answerFacts(alternate.answer, detail) };
}

/** Returns whether a 200 response is an error page: it says "not found" and is the same as the response for unknown paths. */
async function isErrorPage(context: ProbeContext, answer: Answer, options: RequestOptions): Promise<boolean> {
  if (!saysNoSuchPage(answer.text)) return false;
  const isSame = (reply: Reply) => reply.kind === 'answer' && samePage(answer, reply.answer);
  if (isSame(await context.get('notFoundMarkdown')) || isSame(await context.get('notFound'))) return true;
  return (
    options.userAgent !== undefined &&
    isSame(await context.client.request(new URL(UNKNOWN_PATH, await context.origin()), options))
  );
}

/** The maximum number of pages requested as Markdown, one after the other. In most audits, the first page works. */
const MAX_TRIED = 3;
/** The maximum number of links read from each of llms.txt, the sitemap and the home page. */
const MAX_LOOKED_AT = 5_000;
/** Matches file names with an extension that pages do not have, such as `.png`. */
const OTHER_FILE = /\.(?!x?html?$|php$|aspx?$|jsp$)[a-z][a-z0-9]{0,9}$/i;
/** Matches paths of pages that have no content or need a login. */
const NO_CONTENT =
  /^\/(\.well-known|api|mcp|graphql|log-?(in|out)|sign-?(in|up|out)|auth|oauth2?|account|admin|wp-(admin|json|login)[^/]*|cart|checkout|search)(\/|$)/i;

/** Returns up to three pages, first from llms.txt, then from the sitemap, then from the links of the home page. */
async function candidates({ get }: ProbeContext, origin: URL) {
  const urls = new Set<string>();
  const add = (named: readonly string[]) => {
    for (const href of named.slice(0, MAX_LOOKED_AT)) {
      if (urls.size >= MAX_TRIED) return;
      const url = atOrigin(documentUrl(href), origin);
      if (url === undefined || !isContent(url)) continue;
      urls.add(url.href);
    }
  };
  const llms = await get('llmsTxt');
  if (llms.state === 'found') add(llms.value.links.map(({ url }) => url));
  const sitemap = urls.size < MAX_TRIED ? await get('sitemap') : undefined;
  if (sitemap?.state === 'found' && sitemap.value.kind === 'urlset') add(sitemap.value.locations);
  const home = urls.size < MAX_TRIED ? await get('rootHtml') : undefined;
  if (home?.state === 'found') add(home.value.anchors);
  return { urls, hidden: [llms, sitemap].find(isInconclusive) };
}

/** Returns whether a URL seems to be that of a page with content. */
function isContent({ pathname, search }: URL): boolean {
  return (
    search === '' &&
    !/^\/(index\.\w+)?$/.test(pathname) &&
    !OTHER_FILE.test(pathname) &&
    !NO_CONTENT.test(pathname)
  );
}

/** Reads an HTML page. A copy of the home page or of the page for unknown paths is treated as absent. */
function readPage(reply: Reply, site: SiteBehavior, { origin }: URL): Surface<ContentPage> {
  if (reply.kind !== 'answer') return inconclusive(reply);
  const { answer } = reply;
  const { notFound, root } = site;
  const again =
    (root !== undefined && samePage(answer, root)) ||
    (notFound.kind === 'answer' && samePage(answer, notFound.answer));
  const isPage = answer.status === 200 && isHtml(answer) && webUrl(answer.url)?.origin === origin && !again;
  return isPage
    ? { state: 'found', value: { url: answer.url }, answer, evidence: replyFacts(reply) }
    : { state: 'absent', evidence: replyFacts(reply, 'not a separate HTML page') };
}

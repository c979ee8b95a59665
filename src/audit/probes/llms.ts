/** Probes for llms.txt and llms-full.txt, at the root and in directories. */

import { isHtmlType } from '../../base/media-type.ts';
import type { Parsed } from '../../base/parsed.ts';
import { atOrigin } from '../../base/same-site.ts';
import { looksLikeHtml } from '../../base/text.ts';
import { webUrl } from '../../base/url.ts';
import { answerFacts, replyFacts, says, withDetail } from '../evidence/facts.ts';
import {
  indexLinks,
  linkOutcome,
  type MarkdownFile,
  ofRightType,
  sampleLinks,
  type TextFile,
} from '../evidence/llms.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { firstFound, isHtml, readSurface, type SiteBehavior, type Surface } from '../evidence/surface.ts';
import { type LlmsTxt, parseLlmsTxt } from '../parse/llms-txt.ts';
import { saysNoSuchPage } from '../parse/no-such-page.ts';
import { samePage } from '../parse/same-page.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehavior } from './root.ts';
import { unlessShared } from './shared-page.ts';

export const llmsProbes = {
  llmsTxt: (context) => readAt<LlmsTxt>('llms.txt', context, parse, isIndex),
  llmsFullTxt: (context) => readAt<TextFile>('llms-full.txt', context, measure, () => false),

  async llmsLinks(context) {
    const llmsTxt = ofRightType(await context.get('llmsTxt'));
    if (llmsTxt.state !== 'found') return llmsTxt;
    const origin = await context.origin();
    const links = indexLinks(llmsTxt.value.links);
    const replies = sampleLinks(links, origin).map(({ url }) =>
      context.client.request(url, { sample: true }),
    );
    const [site, ...answers] = await Promise.all([siteBehavior(context), ...replies]);
    const outcomes = answers.map((reply) => {
      const outcome = linkOutcome(reply, site, origin);
      return outcome.state === 'resolves' && isSharedMessage(reply, answers)
        ? {
            ...outcome,
            state: 'dead' as const,
            evidence: replyFacts(reply, 'says that the page does not exist'),
          }
        : outcome;
    });
    return { ...llmsTxt, value: { total: links.length, outcomes } };
  },

  llmsTxtScoped: async (context) =>
    inDirectories('llms.txt', ofRightType(await context.get('llmsTxt')), context),
  llmsFullTxtScoped: async (context) =>
    inDirectories('llms-full.txt', ofRightType(await context.get('llmsFullTxt')), context),
} satisfies Partial<Probes>;

/** Returns whether a response is a soft 404, because it has the same "not found" text as the response for another link. */
function isSharedMessage(reply: Reply, others: readonly Reply[]): boolean {
  if (reply.kind !== 'answer') return false;
  const { answer } = reply;
  const isSame = (other: Reply) =>
    other.kind === 'answer' && other.answer.url !== answer.url && samePage(answer, other.answer);
  return !isHtml(answer) && saysNoSuchPage(answer.text) && others.some(isSame);
}

async function readAt<T>(
  name: FileName,
  context: ProbeContext,
  parse: (answer: Answer) => Parsed<T & MarkdownFile>,
  isReal: (value: T) => boolean,
): Promise<Surface<T & MarkdownFile>> {
  const fileReply = context.client.request(new URL(`/${name}`, await context.origin()));
  const [reply, site] = await Promise.all([fileReply, siteBehavior(context)]);
  return unlessShared(context, name, reply, readMarkdown(reply, site, parse), isReal);
}

type FileName = 'llms.txt' | 'llms-full.txt';

function parse({ text, url }: Answer): Parsed<LlmsTxt> {
  return { ok: true, value: parseLlmsTxt(text, url) };
}

/** Returns whether an llms.txt is an index. Error pages and other texts rarely have both a title and a list of links. */
function isIndex({ title, hasIndex, hasBareUrls }: LlmsTxt): boolean {
  return title !== undefined && (hasIndex || hasBareUrls);
}

/** Reads a Markdown file, even if its media type is HTML. In this case, the evidence mentions the wrong media type. */
function readMarkdown<T>(
  reply: Reply,
  site: SiteBehavior,
  parse: (answer: Answer) => Parsed<T & MarkdownFile>,
): Surface<T & MarkdownFile> {
  if (reply.kind !== 'answer' || !isMarkdownDeclaredHtml(reply.answer))
    return readSurface(reply, site, parse);
  const { answer } = reply;
  const surface = readSurface({ kind: 'answer', answer: { ...answer, type: undefined } }, site, parse);
  if (surface.state !== 'found') return surface;
  const wrongType = answer.type?.essence ?? '';
  const evidence = answerFacts(answer, `Markdown, but its content type is ${wrongType}`);
  return { ...surface, answer, value: { ...surface.value, wrongType }, evidence };
}

function isMarkdownDeclaredHtml(answer: Answer): boolean {
  if (!isHtmlType(answer.type)) return false;
  const isMarkdown = /^\s*(#{1,6} |>|---\s)/.test(answer.text.slice(0, 1000)) && !looksLikeHtml(answer.text);
  return isMarkdown || !isHtml(answer);
}

function measure({ text }: Answer): Parsed<TextFile> {
  return { ok: true, value: { characters: text.length } };
}

const MAX_DIRECTORIES = 8;
const NOT_LOOKED_FOR = says('neither llms.txt nor the sitemap lists a directory with content');

/**
 * Looks for a file in up to eight first-level directories: those in llms.txt's links first, then those in the sitemap. The
 * file counts only if it differs from the file at the root. The directories are guesses, so any other response (an HTML page,
 * a server error) means that the file does not exist.
 *
 * @param root the file with this name at the root; if it is not found, no directory is requested
 */
async function inDirectories(
  name: FileName,
  root: Surface<unknown>,
  context: ProbeContext,
): Promise<Surface<TextFile>> {
  if (root.state !== 'found') return root;
  const [llmsTxt, base] = await Promise.all([context.get('llmsTxt'), context.origin()]);
  const links = llmsTxt.state === 'found' ? llmsTxt.value.links.map(({ url }) => url) : [];
  const ask = (directory: string) => context.client.request(new URL(`/${directory}/${name}`, base));

  const linked = contentDirectories(links, base).slice(0, MAX_DIRECTORIES);
  // Requests these files before the sitemap arrives. The sitemap is needed only if they are fewer than `MAX_DIRECTORIES`.
  const files = linked.map(ask);
  const sitemap = linked.length < MAX_DIRECTORIES ? await context.get('sitemap') : undefined;
  const mapped =
    sitemap?.state === 'found' && sitemap.value.kind !== 'sitemapindex'
      ? contentDirectories(withoutTrailingSlash(sitemap.value.locations), base)
      : [];
  const more = mapped.filter((directory) => !linked.includes(directory));
  files.push(...more.slice(0, MAX_DIRECTORIES - linked.length).map(ask));

  const [site, ...replies] = await Promise.all([siteBehavior(context), ...files]);
  const isReal = ({ text, url }: Answer) => name === 'llms.txt' && isIndex(parseLlmsTxt(text, url));
  const read = replies.map(async (reply): Promise<Surface<TextFile>> => {
    const any = readSurface(reply, site, measure);
    const isOwn = () => reply.kind === 'answer' && isReal(reply.answer);
    const surface = await unlessShared(context, name, reply, any, isOwn);
    if (surface.state === 'broken') return { state: 'absent', evidence: surface.evidence };
    if (surface.state !== 'found') return surface;
    const { answer, evidence } = surface;
    if (!isTextOfItsOwn(answer, root.answer))
      return { state: 'absent', evidence: withDetail(evidence, `the same as /${name}, or empty`) };
    const isAgain = replies.some(
      (other) =>
        other !== reply &&
        other.kind === 'answer' &&
        other.answer.status === 200 &&
        samePage(answer, other.answer),
    );
    if (!isAgain || isReal(answer)) return surface;
    return { state: 'absent', evidence: withDetail(evidence, 'the same as in another directory') };
  });
  const surfaces = await Promise.all(read);
  if (sitemap?.state === 'inconclusive') surfaces.push(sitemap);
  return surfaces.length > 0 ? firstFound(surfaces) : { state: 'absent', evidence: NOT_LOOKED_FOR };
}

/** Removes trailing slashes, so that `contentDirectories` treats `/about/` as a page, not as a directory of pages. */
function withoutTrailingSlash(urls: readonly string[]): string[] {
  return urls.map((url) => url.replace(/\/$/, ''));
}

function isTextOfItsOwn(answer: Answer, root: Answer): boolean {
  return answer.text.trim() !== '' && !samePage(answer, root);
}

/** Matches names of directories that contain assets, not pages. */
const ASSETS =
  /^(assets?|static|public|dist|build|images?|img|media|css|styles?|js|scripts?|fonts?|icons?|uploads?|downloads?|files|cdn-cgi|wp-(content|includes|admin|json))$/i;
/** Matches names of directories for metadata and build output, such as `.well-known` and `_next`. */
const TECHNICAL = /^[._]/;
/** The sort weight of the URL of a directory's own llms.txt. Every other URL in a directory has the weight 1. */
const NAMED = 1e9;

/**
 * Returns the first-level directories in the URLs of an origin, such as `['docs', 'blog']`. Directories whose own `llms.txt` or
 * `llms-full.txt` is among the URLs come first. The others are sorted by frequency, then by order of appearance.
 */
export function contentDirectories(urls: Iterable<string>, origin: URL): string[] {
  const weights = new Map<string, number>();
  for (const url of urls) {
    const parsed = atOrigin(webUrl(url), origin);
    if (parsed === undefined) continue;
    const [first = '', ...below] = parsed.pathname.slice(1).split('/', 3);
    if (first === '' || below.length === 0 || TECHNICAL.test(first) || ASSETS.test(first)) continue;
    const named = below.length === 1 && /^llms(-full)?\.txt$/.test(below[0] ?? '');
    weights.set(first, (weights.get(first) ?? 0) + (named ? NAMED : 1));
  }
  return [...weights].sort(([, a], [, b]) => b - a).map(([directory]) => directory);
}

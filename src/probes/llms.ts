/** llms.txt and its companions. */

import { answerFacts } from '../evidence/facts.ts';
import {
  indexLinks,
  linkOutcome,
  type MarkdownFile,
  ofRightType,
  sampleLinks,
  type TextFile,
} from '../evidence/llms.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { isHtml, readSurface, type SiteBehaviour, type Surface } from '../evidence/surface.ts';
import { type LlmsTxt, parseLlmsTxt } from '../parse/llms-txt.ts';
import { isHtmlType } from '../parse/media-type.ts';
import type { Parsed } from '../parse/parsed.ts';
import { looksLikeHtml } from '../parse/text.ts';
import { inDirectories } from './llms-scoped.ts';
import type { ProbeContext, Probes } from './probe.ts';
import { siteBehaviour } from './root.ts';

export const llmsProbes = {
  llmsTxt: (context) =>
    readAt<LlmsTxt>('/llms.txt', context, ({ text, url }) => ({ ok: true, value: parseLlmsTxt(text, url) })),
  llmsFullTxt: (context) => readAt<TextFile>('/llms-full.txt', context, measure),

  /** Where the links in llms.txt lead. */
  async llmsLinks(context) {
    const llmsTxt = ofRightType(await context.get('llmsTxt'));
    if (llmsTxt.state !== 'found') return llmsTxt;
    const origin = await context.origin();
    const links = indexLinks(llmsTxt.value.links);
    const replies = sampleLinks(links, origin).map(({ url }) =>
      context.client.request(url, { sample: true }),
    );
    const [site, ...answers] = await Promise.all([siteBehaviour(context), ...replies]);
    const outcomes = answers.map((reply) => linkOutcome(reply, site, origin));
    return { ...llmsTxt, value: { total: links.length, outcomes } };
  },

  llmsTxtScoped: async (context) =>
    inDirectories('llms.txt', ofRightType(await context.get('llmsTxt')), context),
  llmsFullTxtScoped: async (context) =>
    inDirectories('llms-full.txt', ofRightType(await context.get('llmsFullTxt')), context),
} satisfies Partial<Probes>;

async function readAt<T>(
  path: string,
  context: ProbeContext,
  parse: (answer: Answer) => Parsed<T & MarkdownFile>,
): Promise<Surface<T & MarkdownFile>> {
  const asked = context.client.request(new URL(path, await context.origin()));
  const [reply, site] = await Promise.all([asked, siteBehaviour(context)]);
  return readMarkdown(reply, site, parse);
}

/**
 * Reads a Markdown file. Markdown that is declared as HTML is of the wrong type, and that is what the evidence says:
 * it is not the HTML page that its type makes it seem.
 */
function readMarkdown<T>(
  reply: Reply,
  site: SiteBehaviour,
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

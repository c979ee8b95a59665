/** Measures how much text an agent must read for a home page. Sends no requests of its own, and does not affect scores. */
import { textStart } from '../parse/text-start.ts';
import type { MarkdownAlternate } from './markdown.ts';
import type { Answer } from './reply.ts';
import type { RootPage } from './root.ts';
import type { Surface } from './surface.ts';

interface TextCost {
  /** The decompressed size, in bytes. */
  readonly bytes: number;
  readonly tokens: number;
}

/** The sizes of the home page, its Markdown form and llms.txt, to two significant digits. Truncated responses are left out. */
export interface Cost {
  readonly tokenizer: string;
  /** The home page. `text_begins` is the position of its first visible text, in percent; missing if it has no text. */
  readonly html?: TextCost & { readonly text_begins?: number };
  readonly markdown?: TextCost;
  readonly llms_txt?: TextCost;
}

export interface CostEvidence {
  readonly root: Surface<RootPage> | undefined;
  /** The responses to requests for Markdown. Some may be for a page other than the home page. */
  readonly markdown: readonly (Surface<MarkdownAlternate> | undefined)[];
  readonly llmsTxt: Surface<unknown> | undefined;
}

interface TokenCounter {
  readonly TOKENIZER: string;
  readonly tokensOf: (text: string) => number;
}

/** Returns the sizes of the home page, its Markdown form and llms.txt; `undefined` if the page is not HTML or was truncated. */
export function costOf({ root, markdown, llmsTxt }: CostEvidence, counter: TokenCounter): Cost | undefined {
  if (root?.state !== 'found' || root.value.html === undefined || root.answer.truncated) return undefined;
  const page = root.answer;
  const costs = ({ body, text }: Answer): TextCost => ({
    bytes: twoDigits(body.byteLength),
    tokens: twoDigits(counter.tokensOf(text)),
  });
  const begins = textStart(page.text);
  const alternate = markdown.find(
    (one) => one?.state === 'found' && one.answer.requestedUrl === page.requestedUrl && !one.answer.truncated,
  );
  return {
    tokenizer: counter.TOKENIZER,
    html: {
      ...costs(page),
      ...(begins !== undefined && { text_begins: Math.floor((100 * begins) / page.text.length) }),
    },
    ...(alternate?.state === 'found' && { markdown: costs(alternate.answer) }),
    ...(llmsTxt?.state === 'found' && !llmsTxt.answer.truncated && { llms_txt: costs(llmsTxt.answer) }),
  };
}

function twoDigits(count: number): number {
  return Number(count.toPrecision(2));
}

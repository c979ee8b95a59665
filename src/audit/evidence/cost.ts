/** Measures how much an agent must read for a home page, from bodies that the audit already has. It affects no score. */
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

/** The size of the home page and its alternatives, rounded to two digits. Responses that were cut are left out. */
export interface Cost {
  readonly tokenizer: string;
  /** The home page. `text_begins` is where its visible text begins, in percent of its length; missing without text. */
  readonly html?: TextCost & { readonly text_begins?: number };
  readonly markdown?: TextCost;
  readonly llms_txt?: TextCost;
}

export interface CostEvidence {
  readonly root: Surface<RootPage> | undefined;
  /** The Markdown responses. Some may be for another page than the home page. */
  readonly markdown: readonly (Surface<MarkdownAlternate> | undefined)[];
  readonly llmsTxt: Surface<unknown> | undefined;
}

interface TokenCounter {
  readonly TOKENIZER: string;
  readonly tokensOf: (text: string) => number;
}

/** Returns the sizes; `undefined` if the home page is not HTML or was not read completely. */
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

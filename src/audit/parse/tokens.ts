/** Counts a text's tokens for a language model, with an open tokenizer. It is large, so only code that counts imports it. */
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

/**
 * As published by OpenAI (github.com/openai/tiktoken). Other models count differently, within the same order of magnitude.
 */
export const TOKENIZER = 'cl100k_base';

/** Characters per slice: the tokenizer is quadratic in the longest run of letters, spaces or signs. */
const SLICE = 500;
/** The maximum number of slices counted. A longer text is sampled evenly. */
const MOST_SLICES = 400;
/** No text is read as a special token: `<|endoftext|>` on a page is text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Returns the number of tokens, to within a few percent. Linear in the length of `text`, up to 200,000 characters. */
export function tokensOf(text: string): number {
  const slices = Math.ceil(text.length / SLICE);
  const step = Math.max(1, slices / MOST_SLICES);
  let tokens = 0;
  let characters = 0;
  for (let i = 0; i < slices; i += step) {
    const start = Math.floor(i) * SLICE;
    const slice = text.slice(start, start + SLICE);
    tokens += countTokens(slice, PLAIN);
    characters += slice.length;
  }
  return characters === 0 ? 0 : (tokens * text.length) / characters;
}

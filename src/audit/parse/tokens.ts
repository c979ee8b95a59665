/** Counts a text's tokens for a language model. The tokenizer is open source and large: import this only to count. */
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

/** The encoding, as published by OpenAI (github.com/openai/tiktoken). Other models' token counts are similar. */
export const TOKENIZER = 'cl100k_base';

/** The length of a slice, in characters. The tokenizer takes quadratic time for a long run of letters, spaces or signs. */
const SLICE = 500;
/** The maximum number of slices counted. If there are more, an even sample is counted. */
const MOST_SLICES = 400;
/** Treats special tokens as text, because on a page, `<|endoftext|>` is text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Returns the approximate number of tokens, within a few percent. Takes linear time, for up to 200,000 characters. */
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

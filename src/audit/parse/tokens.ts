/** Counts the tokens in a text. Import this module only where tokens are counted, because the tokenizer is large. */
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';

/** The encoding published by OpenAI (github.com/openai/tiktoken). Token counts of other models are similar. */
export const TOKENIZER = 'cl100k_base';

/** The length of a slice, in characters. The tokenizer takes quadratic time for long runs of letters, spaces or symbols. */
const SLICE = 500;
/** The maximum number of slices counted. Longer texts are sampled evenly. */
const MOST_SLICES = 400;
/** Treats special tokens as text, because `<|endoftext|>` on a page is text. */
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/** Returns the number of tokens, within a few percent. Takes linear time: at most 200,000 characters are tokenized. */
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

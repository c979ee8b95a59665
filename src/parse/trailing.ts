/** Finds what is at the end of a text. */

/**
 * A text without the characters of one kind that it ends in. A pattern such as `/\/+$/` tries each run of them anew from
 * each of its characters, which is quadratic.
 */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

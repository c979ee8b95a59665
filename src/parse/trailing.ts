/** Finds what is at the end of a text. */

/**
 * A text without what it ends in of these characters. A pattern such as `/\/+$/` tries each run of them anew from
 * each of its characters, which is quadratic.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

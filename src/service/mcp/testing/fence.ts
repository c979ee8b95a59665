/** What a text says outside of its fenced evidence. */

export const OPEN = '<<<UNTRUSTED-EVIDENCE';
export const CLOSE = 'UNTRUSTED-EVIDENCE>>>';

/** Returns the lines that are not between the marker lines. */
export function outsideFence(text: string): string[] {
  let within = false;
  return text.split('\n').filter((line) => {
    if (line === OPEN) within = true;
    const shown = !within;
    if (line === CLOSE) within = false;
    return shown;
  });
}

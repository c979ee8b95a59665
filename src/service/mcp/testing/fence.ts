import { closingOf } from '../../../audit/scorecard/remediation.ts';

/** Returns the lines of a text that are not between the markers of fenced evidence. */
export function outsideFence(text: string): string[] {
  let closing: string | undefined;
  return text.split('\n').filter((line) => {
    closing ??= closingOf(line);
    const shown = closing === undefined;
    if (line === closing) closing = undefined;
    return shown;
  });
}

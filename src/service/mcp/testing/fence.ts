/** What a text says outside of its fenced evidence. */
import { closingOf } from '../../../audit/scorecard/remediation.ts';

/** Returns the lines that are not between the marker lines. */
export function outsideFence(text: string): string[] {
  let closing: string | undefined;
  return text.split('\n').filter((line) => {
    closing ??= closingOf(line);
    const shown = closing === undefined;
    if (line === closing) closing = undefined;
    return shown;
  });
}

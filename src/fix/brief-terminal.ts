/** Formats Markdown for a terminal: the same words, wrapped and without markup. */
import { closingOf } from '../audit/scorecard/remediation.ts';
import { hang, MARGIN, penOf, type TextOptions } from '../base/layout.ts';

const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^- (.*)$/;

/**
 * Returns Markdown as text for a terminal. Wraps quotes from the site, but not other code blocks, because people copy code.
 * @param markdown without control characters
 */
export function markdownForTerminal(markdown: string, options: TextOptions): string {
  const { paint, width } = penOf(options);
  let isCode = false;
  let closing: string | undefined;
  const lines = markdown
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) {
        isCode = !isCode;
        return [];
      }
      if (isCode) {
        closing ??= closingOf(line);
        const isEvidence = closing !== undefined;
        if (line === closing) closing = undefined;
        return isEvidence ? hang(MARGIN, line, width) : [`${MARGIN}  ${line}`.trimEnd()];
      }
      if (line === '') return [''];
      const [, marks, heading] = HEADING.exec(line) ?? [];
      if (heading !== undefined)
        return hang(MARGIN, withoutMarks(heading), width).map((one) =>
          paint(marks === '###' ? 'cyan' : 'bold', one),
        );
      const [, item] = ITEM.exec(line) ?? [];
      return item === undefined
        ? hang(MARGIN, withoutMarks(line), width)
        : hang(`${MARGIN}- `, withoutMarks(item), width);
    });
  return `\n${lines.join('\n')}\n`;
}

function withoutMarks(text: string): string {
  return text
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replaceAll(/\\([^\w\s])/g, '$1');
}

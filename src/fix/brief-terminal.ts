/** Markdown laid out for a terminal: the same words as in the Markdown, wrapped, without its marks. */
import { hang, MARGIN, penOf, type TextOptions } from '../base/layout.ts';

/** A heading, a list item or a paragraph. */
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^- (.*)$/;

/**
 * Returns Markdown as text for a terminal. Lines of code blocks and of untrusted evidence stay whole, because they are copied.
 *
 * @param markdown without control characters
 */
export function markdownForTerminal(markdown: string, options: TextOptions): string {
  const { paint, width } = penOf(options);
  let isCode = false;
  const lines = markdown
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) {
        isCode = !isCode;
        return [];
      }
      if (isCode) return [`${MARGIN}  ${line}`.trimEnd()];
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

/** Text without backticks, emphasis and escapes. */
function withoutMarks(text: string): string {
  return text
    .replaceAll('**', '')
    .replaceAll('`', '')
    .replaceAll(/\\([^\w\s])/g, '$1');
}

import { parse } from 'node-html-parser';
import { codeBox } from '../report/html/elements.ts';
import { codeNames } from '../report/html/markdown.ts';
import { trusted } from '../report/html/markup.ts';

/** Adds a header and a copy button to each code block. Takes file names from `markdown`, because the HTML has none. */
export function withCodeHeads(html: string, markdown: string): string {
  const root = parse(html);
  const names = codeNames(markdown);
  for (const [index, pre] of root.querySelectorAll('pre').entries()) {
    const id = `code-${index + 1}`;
    pre.setAttribute('id', id);
    pre.replaceWith(String(codeBox(id, names[index] ?? '', trusted(pre.toString()))));
  }
  // Prevent line breaks within a flag such as `--plan`. Other hyphens allow a line break.
  for (const code of root.querySelectorAll(':not(pre) > code')) {
    if (/^--?[a-z-]*$/.test(code.text)) code.classList.add('flag');
  }
  return root.toString();
}

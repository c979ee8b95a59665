/** Puts the code of a text that Astro has made HTML of into boxes with a head. */
import { parse } from 'node-html-parser';
import { codeBox } from '../report/html/elements.ts';
import { codeNames } from '../report/html/markdown.ts';
import { trusted } from '../report/html/markup.ts';

/** @param markdown of the same text: the file that a fence names (`title="…"`) is not in the HTML */
export function withCodeHeads(html: string, markdown: string): string {
  const root = parse(html);
  const names = codeNames(markdown);
  for (const [index, pre] of root.querySelectorAll('pre').entries()) {
    const id = `code-${index + 1}`;
    pre.setAttribute('id', id);
    pre.replaceWith(String(codeBox(id, names[index] ?? '', trusted(pre.toString()))));
  }
  // Lines may end at a hyphen: not in `--plan`.
  for (const code of root.querySelectorAll(':not(pre) > code')) {
    if (/^--?[a-z-]*$/.test(code.text)) code.classList.add('flag');
  }
  return root.toString();
}

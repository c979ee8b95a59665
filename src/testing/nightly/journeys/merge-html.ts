/** Lines that a snippet has in the head of a page, or at the start of its body, put there in a page that is there. */
import type { Block } from '../../snippets/blocks.ts';

/** Merges a block into the text of a page: a whole page by its parts, a fragment by the element that it is. */
export function mergeHtml(present: string, { code }: Pick<Block, 'code'>): string {
  const head = /<head>([\s\S]*?)<\/head>/.exec(code)?.[1];
  const body = /<body>([\s\S]*?)<\/body>/.exec(code)?.[1];
  if (head !== undefined || body !== undefined) {
    return inBody(
      inHead(present, linesOf(head ?? '', 'meta|link|script')),
      elementOf(body ?? '', 'noscript'),
    );
  }
  const isHead = /^\s*(?:<!--[\s\S]*?-->\s*)?<(?:meta|link|script|title)\b/.test(code);
  return isHead ? inHead(present, code.trim().split('\n')) : inBody(present, code.trim());
}

/** What the head has already (its charset) is not written again. */
function inHead(page: string, lines: readonly string[]): string {
  const added = lines.filter((line) => line.trim() !== '' && !page.includes(line.trim()));
  return page.replace(/ *<\/head>/, (end) => [...added, end].join('\n'));
}

const inBody = (page: string, element: string) =>
  element === '' || page.includes('<noscript>')
    ? page
    : page.replace(/<body[^>]*>/, (begin) => `${begin}\n${element}`);

const linesOf = (head: string, elements: string) =>
  head.split('\n').filter((line) => new RegExp(`^\\s*<(?:${elements})\\b(?! charset)`).test(line));

const elementOf = (body: string, name: string) =>
  new RegExp(`<${name}>[\\s\\S]*?</${name}>`).exec(body)?.[0] ?? '';

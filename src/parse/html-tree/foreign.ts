/** What stands in SVG and MathML (HTML, section 13.2.6.5). */

import type { TreeBuilder } from './builder.ts';
import { TEXT_INTEGRATION, words } from './elements.ts';
import { isHtmlIntegrationPoint } from './integration.ts';
import { isSpace, type StartTag, type Token } from './tokens.ts';
import { foreignName } from './tree.ts';

/** Elements that can only be HTML's: they end all SVG and MathML around them. */
const BREAKOUT = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
const BREAKOUT_FONT = ['color', 'face', 'size'];

export function foreignContent(page: TreeBuilder, token: Token): void {
  switch (token.type) {
    case 'text':
      if (!isSpace(token.data.replaceAll('\0', ''))) page.framesetOk = false;
      page.insertText(token.data.replaceAll('\0', '\uFFFD'));
      break;
    case 'start':
      if (BREAKOUT.has(token.name) || isBreakoutFont(token)) breakOut(page, token);
      else page.insertForeign(token, page.open.current?.namespace ?? 'svg');
      break;
    case 'end':
      if (token.name === 'br' || token.name === 'p') breakOut(page, token);
      else close(page, token.name, token);
      break;
  }
}

function breakOut(page: TreeBuilder, token: Token): void {
  for (let { current } = page.open; current !== undefined; { current } = page.open) {
    if (current.namespace === undefined) break;
    if (TEXT_INTEGRATION.has(current.name) || isHtmlIntegrationPoint(current)) break;
    page.open.pop();
  }
  page.use(page.mode, token);
}

function close(page: TreeBuilder, name: string, token: Token): void {
  const names = [foreignName('svg', name), foreignName('math', name)];
  const element = names.some((foreign) => page.open.has(foreign))
    ? page.open.find(
        (open) => names.includes(open.name),
        (open) => open.namespace === undefined,
      )
    : undefined;
  if (element === undefined) page.use(page.mode, token);
  else page.open.popThroughElement(element);
}

function isBreakoutFont({ name, attributes }: StartTag): boolean {
  return name === 'font' && BREAKOUT_FONT.some((attribute) => attributes.has(attribute));
}

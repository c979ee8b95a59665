/** What parse5, which follows the HTML standard to the letter, makes of a page; tests hold our own reading to it. */
import { type DefaultTreeAdapterTypes as Parse5, parse } from 'parse5';
import type { HtmlPage } from '../html-facts.ts';
import { PageReader } from '../html-facts.ts';
import { buildTree } from '../html-tree/build.ts';
import { localName, type TreeElement } from '../html-tree/tree.ts';

const PREFIXES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/svg': 'svg:',
  'http://www.w3.org/1998/Math/MathML': 'math:',
};

/** An agent without scripts reads what stands in `<noscript>` as markup. */
const WITHOUT_SCRIPTS = { scriptingEnabled: false };

/** The facts of a page as parse5's tree gives them. */
export function factsByParse5(html: string, url: string): HtmlPage {
  const reader = new PageReader();
  const rest: (Parse5.Node | undefined)[] = [parse(html, WITHOUT_SCRIPTS)];
  while (rest.length > 0) {
    const node = rest.pop();
    if (node === undefined) {
      reader.close();
    } else if ('value' in node) {
      reader.text(node.value);
    } else if ('childNodes' in node) {
      if ('tagName' in node) {
        reader.open(nameOf(node), attributesOf(node));
        rest.push(undefined);
      }
      rest.push(...childrenOf(node).toReversed());
    }
  }
  return reader.page(url);
}

/** The elements and texts of a page, one a line, indented: as parse5 has them. */
export function outlineByParse5(html: string): string {
  return outline<Parse5.Node>(parse(html, WITHOUT_SCRIPTS), (node) => ({
    name: 'tagName' in node ? nameOf(node) : undefined,
    text: 'value' in node ? node.value : undefined,
    children: 'childNodes' in node ? childrenOf(node) : [],
  }));
}

/** The same as we have them. */
export function outlineByUs(html: string): string {
  return outline<ReturnType<typeof childrenOfElement>[number]>(buildTree(html), (node) => ({
    name: node.kind === 'element' ? nameOfElement(node) : undefined,
    text: node.kind === 'text' ? node.text : undefined,
    children: node.kind === 'element' ? childrenOfElement(node) : [],
  }));
}

interface OutlineNode<T> {
  readonly name: string | undefined;
  readonly text: string | undefined;
  readonly children: readonly T[];
}

function outline<T>(root: T, read: (node: T) => OutlineNode<T>): string {
  const lines: string[] = [];
  let text = '';
  const flush = (indent: string) => {
    if (text !== '') lines.push(indent + JSON.stringify(text));
    text = '';
  };
  const visit = (node: T, indent: string): void => {
    for (const child of read(node).children) {
      const shown = read(child);
      if (shown.text !== undefined) {
        text += shown.text;
      } else if (shown.name !== undefined) {
        flush(indent);
        lines.push(`${indent}<${shown.name}>`);
        visit(child, `${indent}  `);
      }
    }
    flush(indent);
  };
  visit(root, '');
  return lines.join('\n');
}

function nameOf(node: Parse5.Element): string {
  return ((PREFIXES[node.namespaceURI] ?? '') + node.tagName).toLowerCase();
}

/** `xlink:href` has the name `href` in parse5, and an `href` beside it counts instead. */
function attributesOf({ attrs }: Parse5.Element): Record<string, string> {
  const prefixed = attrs.filter(({ prefix }) => prefix !== undefined && prefix !== '');
  const plain = attrs.filter((attribute) => !prefixed.includes(attribute));
  return Object.fromEntries([...prefixed, ...plain].map(({ name, value }) => [name, value]));
}

function childrenOf(node: Parse5.ParentNode): Parse5.Node[] {
  return 'content' in node ? node.content.childNodes : node.childNodes;
}

function nameOfElement(element: TreeElement): string {
  const { namespace } = element;
  return namespace === undefined ? element.name : `${namespace}:${localName(element)}`;
}

function childrenOfElement(element: TreeElement): NonNullable<TreeElement['first']>[] {
  const children = [];
  for (let child = element.first; child !== undefined; child = child.next) children.push(child);
  return children;
}

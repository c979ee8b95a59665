/** An HTML page → the facts that checks read: the HTML standard's tree, read in one walk without recursion. */
import { attributeReader } from './html-attributes.ts';
import { type HtmlPage, PageReader } from './html-facts.ts';
import { buildTree } from './html-tree/build.ts';
import { isHtmlElement } from './html-tree/elements.ts';
import { Tokenizer } from './html-tree/tokens.ts';
import { localName, type TreeElement, type TreeNode } from './html-tree/tree.ts';

/**
 * Reads a page as the HTML standard's parsing algorithm does for a reader without scripts. Never throws; where it nests too
 * deeply or becomes too much the reading ends. Linear in the length of `text`.
 *
 * @param url of the page, which relative targets are resolved against (`<base href>` counts)
 */
export function parseHtml(text: string, url: string): HtmlPage {
  const reader = new PageReader();
  const attributesOf = attributeReader();
  const root = buildTree(text);
  let node: TreeNode | undefined = root.first;
  while (node !== undefined) {
    if (node.kind === 'text') {
      reader.text(node.text);
    } else {
      reader.open(nameOf(node), attributesOf(node));
      if (node.first !== undefined) {
        node = node.first;
        continue;
      }
      reader.close();
    }
    while (node.next === undefined && node.parent !== undefined && node.parent !== root) {
      node = node.parent;
      reader.close();
    }
    node = node.next;
  }
  return reader.page(url);
}

/** Elements of SVG and MathML have their namespace as a prefix: `svg:title`. */
function nameOf(element: TreeElement): string {
  const { namespace, name } = element;
  return namespace === undefined ? name : `${namespace}:${localName(element)}`;
}

/**
 * Whether a text has markup of HTML in it: a doctype, or a tag of an element that HTML knows. `Hello World!` has none,
 * whatever type it is sent with, nor has `a <b` or `<https://site.example>`.
 */
export function hasMarkup(text: string): boolean {
  const tokens = new Tokenizer(text);
  for (let token = tokens.next(false); token.type !== 'eof'; token = tokens.next(false)) {
    if (token.type === 'doctype' || (token.type === 'start' && isHtmlElement(token.name))) return true;
  }
  return false;
}

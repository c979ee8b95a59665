/**
 * Any markup → markup that node-html-parser reads as the HTML standard says. That parser knows no optional tags, ends tags
 * at the wrong places and takes quadratic time on deep nesting; so the page is parsed by the standard's algorithm first,
 * and written again as what cannot be misread: every element closed, every character escaped that could be markup.
 */
import { buildTree } from './html-tree/builder.ts';
import { decodeValue } from './html-tree/character-references.ts';
import { localName, type TreeElement, type TreeNode } from './html-tree/tree.ts';

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** The attributes that checks ask for; there is no end of others. */
const ATTRIBUTES = 'alt content href hidden hreflang name rel role src toolname type'.split(' ');
/** Names that the parser takes as they are; of other names there are only elements that nobody looks for. */
const ORDINARY_NAME = /^[a-z][a-z0-9-]{0,20}$/;
const OTHER_NAME = 'other';

/**
 * The same page, well-formed, up to where it nests too deeply or becomes too much. Elements of SVG and MathML carry their
 * namespace as a prefix (`<svg:title>`). Linear in the length of `html`.
 */
export function balanceHtml(html: string): string {
  const parts: string[] = [];
  const root = buildTree(html);
  let node: TreeNode | undefined = root.first;
  while (node !== undefined) {
    if (node.kind === 'text') {
      parts.push(escapeText(node.text));
    } else {
      parts.push(startTag(node));
      if (node.first !== undefined) {
        node = node.first;
        continue;
      }
      parts.push(endTag(node));
    }
    while (node.next === undefined && node.parent !== undefined && node.parent !== root) {
      node = node.parent;
      parts.push(endTag(node));
    }
    node = node.next;
  }
  return parts.join('');
}

function startTag(element: TreeElement): string {
  let tag = `<${nameOf(element)}`;
  if (element.attributes.size > 0) {
    for (const name of ATTRIBUTES) {
      const value = attributeOf(element, name);
      if (value !== undefined) tag += ` ${name}="${escapeValue(value)}"`;
    }
  }
  return `${tag}>`;
}

/** Links in SVG have a name of their own for `href`, which is still in use (SVG 2, section 16.1.6). */
function attributeOf({ namespace, attributes }: TreeElement, name: string): string | undefined {
  const older = namespace === 'svg' && name === 'href' ? attributes.get('xlink:href') : undefined;
  return attributes.get(name) ?? older;
}

function endTag(element: TreeElement): string {
  return VOID.has(element.name) ? '' : `</${nameOf(element)}>`;
}

function nameOf(element: TreeElement): string {
  const { namespace } = element;
  const name = localName(element);
  const ordinary = ORDINARY_NAME.test(name) ? name : OTHER_NAME;
  return namespace === undefined ? ordinary : `${namespace}:${ordinary}`;
}

/** Only what could be read as markup or as a character reference; text that follows may complete what ends a text. */
function escapeText(text: string): string {
  return /[&<]/.test(text)
    ? text.replace(/&(?=[a-z0-9#]|$)/gi, '&amp;').replace(/<(?=[a-z/!]|$)/gi, '&lt;')
    : text;
}

function escapeValue(raw: string): string {
  const value = decodeValue(raw);
  return /[&"<>]/.test(value)
    ? value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : value;
}

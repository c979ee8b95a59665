/** The nodes of a page: elements and text, linked so that each can be moved in constant time. */
import type { Attributes } from './tokens.ts';

export type { Attributes } from './tokens.ts';

/** What separates the namespace of an SVG or MathML element from its name; no name in HTML has a space in it. */
const NAMESPACE_END = ' ';

export interface TreeElement {
  readonly kind: 'element';
  /** `div`; in SVG and MathML with the namespace before it: `svg title`. */
  readonly name: string;
  readonly namespace: ForeignNamespace | undefined;
  /** Those of its start tag; of other tags that add to them, what is new goes to `more`. */
  readonly attributes: Attributes;
  more: Map<string, string> | undefined;
  parent: TreeElement | undefined;
  previous: TreeNode | undefined;
  next: TreeNode | undefined;
  first: TreeNode | undefined;
  last: TreeNode | undefined;
}

export interface TreeText {
  readonly kind: 'text';
  text: string;
  parent: TreeElement | undefined;
  previous: TreeNode | undefined;
  next: TreeNode | undefined;
}

export type TreeNode = TreeElement | TreeText;
export type ForeignNamespace = 'svg' | 'math';

/** Where a node goes: into `parent`, before one of its children or at its end. */
export interface Place {
  readonly parent: TreeElement;
  readonly before: TreeNode | undefined;
}

export function createElement(
  name: string,
  attributes: Attributes,
  namespace?: ForeignNamespace | undefined,
): TreeElement {
  return {
    kind: 'element',
    name,
    namespace,
    attributes,
    more: undefined,
    parent: undefined,
    previous: undefined,
    next: undefined,
    first: undefined,
    last: undefined,
  };
}

export function foreignName(namespace: ForeignNamespace, name: string): string {
  return `${namespace}${NAMESPACE_END}${name}`;
}

/** The name of an element without its namespace. */
export function localName({ name }: TreeElement): string {
  return name.slice(name.indexOf(NAMESPACE_END) + 1);
}

/** Puts a node there, from wherever it was. */
export function place(node: TreeNode, { parent, before }: Place): void {
  detach(node);
  const previous = before === undefined ? parent.last : before.previous;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous === undefined) parent.first = node;
  else previous.next = node;
  if (before === undefined) parent.last = node;
  else before.previous = node;
}

export function append(node: TreeNode, parent: TreeElement): void {
  place(node, { parent, before: undefined });
}

/** Text beside text becomes one. */
export function placeText(text: string, where: Place): void {
  const beside = where.before === undefined ? where.parent.last : where.before.previous;
  if (beside?.kind === 'text') beside.text += text;
  else place({ kind: 'text', text, parent: undefined, previous: undefined, next: undefined }, where);
}

export function detach(node: TreeNode): void {
  const { parent, previous, next } = node;
  if (parent === undefined) return;
  if (previous === undefined) parent.first = next;
  else previous.next = next;
  if (next === undefined) parent.last = previous;
  else next.previous = previous;
  node.parent = undefined;
  node.previous = undefined;
  node.next = undefined;
}

export function moveChildren(from: TreeElement, to: TreeElement): void {
  for (let child = from.first; child !== undefined; child = from.first) append(child, to);
}

/** An HTML page → the facts that checks read: the HTML standard's tree, read in one walk without recursion. */
import { attributeReader } from './html-attributes.ts';
import { PageReader } from './html-facts.ts';
import { buildTree } from './html-tree/builder.ts';
import { isHtmlElement } from './html-tree/elements.ts';
import { Tokenizer } from './html-tree/tokens.ts';
import { localName, type TreeElement, type TreeNode } from './html-tree/tree.ts';

/** A `<link>` element; targets are resolved against the page. */
export interface HtmlLink {
  readonly rel: readonly string[];
  readonly href: string;
  /** The `type` attribute, in lower case. */
  readonly type: string | undefined;
  readonly hreflang: string | undefined;
}

/** A `<script>` element. */
export interface HtmlScript {
  /** The `type` attribute, in lower case. */
  readonly type: string | undefined;
  /** Where its code is; empty where that is no URL to keep, `undefined` where it is in the page. */
  readonly src: string | undefined;
  readonly text: string;
}

/** What a page says before any script ran. Commented-out markup and what stands in `<template>` are not part of it. */
export interface HtmlPage {
  readonly url: string;
  readonly title: string | undefined;
  /** The `content` of `<meta name="description">`: the first that is not empty. */
  readonly description: string | undefined;
  readonly links: readonly HtmlLink[];
  readonly scripts: readonly HtmlScript[];
  /** The visible text of each `<h1>`, the text alternatives of its images included. */
  readonly h1: readonly string[];
  /** How many characters of visible text the body has, white space folded. */
  readonly textLength: number;
  /** Landmark elements and roles that occur, each once: `main`, `nav`, `role=main` … */
  readonly landmarks: readonly string[];
  /** The targets of the links in each `<noscript>`: of `<a>`, and of `<link>` with a relation that leads somewhere. */
  readonly noscripts: readonly (readonly string[])[];
  /** The targets of all `<a href>` outside `<noscript>`, in order, without repetition. */
  readonly anchors: readonly string[];
  /** How many forms declare a WebMCP tool (`toolname`). */
  readonly toolForms: number;
}

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

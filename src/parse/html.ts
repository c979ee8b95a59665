/** An HTML page → the facts that checks read: node-html-parser builds the tree, one walk without recursion reads it. */
import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser';
import { balanceHtml } from './balance-html.ts';
import { PageReader } from './html-facts.ts';
import { isHtmlElement } from './html-tree/elements.ts';
import { Tokenizer } from './html-tree/tokens.ts';

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

/** All markup has been sorted out and all text escaped: there is nothing for the parser to guess. */
const AS_WRITTEN = { comment: false, blockTextElements: {}, preserveTagNesting: true };

/**
 * Reads a page as the HTML standard's parsing algorithm does for a reader without scripts. Never throws; markup beyond what
 * `balanceHtml` allows ends the reading.
 *
 * @param url of the page, which relative targets are resolved against (`<base href>` counts)
 */
export function parseHtml(text: string, url: string): HtmlPage {
  const reader = new PageReader();
  const root = parse(balanceHtml(text), AS_WRITTEN);
  // Nodes still to be read, in reverse; `undefined` stands where an element ends.
  const rest: (Node | undefined)[] = root.childNodes.toReversed();
  while (rest.length > 0) {
    const node = rest.pop();
    if (node === undefined) {
      reader.close();
    } else if (node instanceof HTMLElement) {
      reader.open(node.rawTagName, node.attributes);
      rest.push(undefined);
      for (const child of node.childNodes.toReversed()) rest.push(child);
    } else if (node.nodeType === NodeType.TEXT_NODE) {
      reader.text(node.text);
    }
  }
  return reader.page(url);
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

/** An HTML page → the facts that checks read. node-html-parser builds the tree; one walk without recursion reads it. */
import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser';
import { boundHtml } from './bound-html.ts';

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
  readonly type: string | undefined;
  readonly src: string | undefined;
  readonly text: string;
}

/** What a page says before any script ran. Commented-out markup and what stands in `<template>` are not part of it. */
export interface HtmlPage {
  readonly url: string;
  readonly title: string | undefined;
  /** The `content` of `<meta name="description">`. */
  readonly description: string | undefined;
  readonly links: readonly HtmlLink[];
  readonly scripts: readonly HtmlScript[];
  /** The visible text of each `<h1>`. */
  readonly h1: readonly string[];
  /** How many characters of visible text the body has, white space folded. */
  readonly textLength: number;
  /** Landmark elements and roles that occur, each once: `main`, `nav`, `role=main` … */
  readonly landmarks: readonly string[];
  /** The targets of the links in each `<noscript>`. */
  readonly noscripts: readonly (readonly string[])[];
  /** The targets of all `<a href>` outside `<noscript>`, in order, without repetition. */
  readonly anchors: readonly string[];
  /** How many forms declare a WebMCP tool (`toolname`). */
  readonly toolForms: number;
}

const LANDMARKS = new Set(['main', 'article', 'header', 'nav', 'footer', 'aside', 'section']);
const LANDMARK_ROLES = new Set([
  'main',
  'article',
  'banner',
  'navigation',
  'contentinfo',
  'complementary',
  'region',
]);
/** Elements whose text nobody reads on the page. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'iframe',
  'object',
  'textarea',
]);
/** Without these the parser would read markup inside scripts and styles as elements. */
const RAW = { script: true, style: true, textarea: true };
const MAX_ANCHORS = 5000;

/** Where the walk stands: a node and what its ancestors say about it. */
interface Place {
  readonly node: Node;
  readonly silent: boolean;
  /** The `h1` and `noscript` that the node is in, by index. */
  readonly h1: number | undefined;
  readonly noscript: number | undefined;
}

/**
 * Reads a page. Never throws: what cannot be parsed is left out, markup nested deeper than `boundHtml` allows too.
 *
 * @param url of the page, which relative targets are resolved against (`<base href>` counts)
 */
export function parseHtml(text: string, url: string): HtmlPage {
  const root = parse(boundHtml(text), { comment: false, blockTextElements: RAW });
  const base = resolve(root.querySelector('base[href]')?.getAttribute('href'), url) ?? url;
  const links: HtmlLink[] = [];
  const scripts: HtmlScript[] = [];
  const h1: string[] = [];
  const noscripts: string[][] = [];
  const anchors = new Set<string>();
  const landmarks = new Set<string>();
  let title: string | undefined;
  let description: string | undefined;
  let textLength = 0;
  let toolForms = 0;

  const stack: Place[] = [{ node: root, silent: false, h1: undefined, noscript: undefined }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { node } = place;
    if (node.nodeType === NodeType.TEXT_NODE) {
      if (place.silent) continue;
      const visible = fold(node.text);
      textLength += visible.length;
      if (place.h1 !== undefined) h1[place.h1] = `${h1[place.h1] ?? ''}${node.text}`;
      continue;
    }
    if (!(node instanceof HTMLElement)) continue;
    const tag = node.rawTagName?.toLowerCase() ?? '';
    if (tag === 'template') continue;
    const attribute = (name: string) => node.getAttribute(name);
    let { silent, noscript } = place;
    let heading = place.h1;
    if (SILENT.has(tag) || attribute('hidden') !== undefined) silent = true;
    switch (tag) {
      case 'title':
        if (place.noscript === undefined) title ??= fold(node.text);
        break;
      case 'meta':
        if (attribute('name')?.trim().toLowerCase() === 'description')
          description ??= fold(attribute('content') ?? '');
        break;
      case 'link': {
        const href = resolve(attribute('href'), base);
        if (href !== undefined && noscript === undefined) {
          links.push({
            rel: words(attribute('rel')),
            href,
            type: lower(attribute('type')),
            hreflang: lower(attribute('hreflang')),
          });
        }
        break;
      }
      case 'script':
        scripts.push({
          type: lower(attribute('type')),
          src: resolve(attribute('src'), base),
          text: node.rawText,
        });
        continue;
      case 'h1':
        if (!silent) heading = h1.push('') - 1;
        break;
      case 'noscript':
        noscript = noscripts.push([]) - 1;
        break;
      case 'a': {
        const href = resolve(attribute('href'), base);
        if (href === undefined) break;
        if (noscript !== undefined) noscripts[noscript]?.push(href);
        else if (anchors.size < MAX_ANCHORS) anchors.add(href);
        break;
      }
      case 'form':
        if (attribute('toolname')?.trim()) toolForms += 1;
        break;
    }
    if (noscript === undefined) {
      if (LANDMARKS.has(tag)) landmarks.add(tag);
      const role = lower(attribute('role'));
      if (role !== undefined && LANDMARK_ROLES.has(role)) landmarks.add(`role=${role}`);
    }
    for (let i = node.childNodes.length - 1; i >= 0; i--) {
      const child = node.childNodes[i];
      if (child !== undefined) stack.push({ node: child, silent, h1: heading, noscript });
    }
  }
  return {
    url,
    title,
    description,
    links,
    scripts,
    h1: h1.map(fold).filter((heading) => heading !== ''),
    textLength,
    landmarks: [...landmarks],
    noscripts,
    anchors: [...anchors],
    toolForms,
  };
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function lower(value: string | undefined): string | undefined {
  const text = value?.trim().toLowerCase();
  return text === '' ? undefined : text;
}

function words(value: string | undefined): string[] {
  return (lower(value) ?? '').split(/\s+/).filter((word) => word !== '');
}

function resolve(href: string | undefined, base: string): string | undefined {
  return href === undefined ? undefined : URL.parse(href.trim(), base)?.href;
}

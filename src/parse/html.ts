/** An HTML page → the facts that checks read: node-html-parser builds the tree, one walk without recursion reads it. */
import { HTMLElement, type Node, NodeType, parse } from 'node-html-parser';
import { balanceHtml } from './balance-html.ts';
import { FoldedLength, fold } from './white-space.ts';

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
const SILENT = new Set(
  'title script style template noscript svg iframe object textarea noembed noframes'.split(' '),
);
/** What a `<link>` in a `<noscript>` is worth following for; a style sheet or a web app manifest is not. */
const LEADING_RELS = new Set(
  'alternate api-catalog describedby help index service-desc service-doc service-meta sitemap'.split(' '),
);
/** More links, scripts, headings or noscripts than this are not kept. */
const MAX_ITEMS = 5_000;

type Attributes = Readonly<Record<string, string>>;

/** An open element, and what it and its ancestors say of what stands in it. */
interface Frame {
  readonly tag: string;
  /** Its text is not read by people. */
  readonly silent: boolean;
  readonly inTemplate: boolean;
  readonly inSvg: boolean;
  /** The `h1` and `noscript` that it is in, by index. */
  readonly h1: number | undefined;
  readonly noscript: number | undefined;
}

const OUTSIDE: Frame = {
  tag: '',
  silent: false,
  inTemplate: false,
  inSvg: false,
  h1: undefined,
  noscript: undefined,
};

/** Without these the parser would read markup inside them as elements. */
const RAW_TEXT = { script: true, style: true, textarea: true, title: true, iframe: true };

/**
 * Reads a page. Never throws; markup beyond what `balanceHtml` allows ends the reading.
 *
 * @param url of the page, which relative targets are resolved against (`<base href>` counts)
 */
export function parseHtml(text: string, url: string): HtmlPage {
  const reader = new PageReader();
  const root = parse(balanceHtml(text), { comment: false, blockTextElements: RAW_TEXT });
  // Nodes still to be read, in reverse; `undefined` stands where an element ends.
  const rest: (Node | undefined)[] = root.childNodes.toReversed();
  while (rest.length > 0) {
    const node = rest.pop();
    if (node === undefined) {
      reader.close();
    } else if (node instanceof HTMLElement) {
      reader.open(tagOf(node), attributesOf(node));
      rest.push(undefined);
      for (const child of node.childNodes.toReversed()) rest.push(child);
    } else if (node.nodeType === NodeType.TEXT_NODE) {
      reader.text(node);
    }
  }
  return reader.page(url);
}

function tagOf(element: HTMLElement): string {
  return element.rawTagName?.toLowerCase() ?? '';
}

function attributesOf(element: HTMLElement): Attributes {
  return Object.fromEntries(
    Object.entries(element.attributes).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

class PageReader {
  readonly #open: Frame[] = [];
  readonly #links: { attributes: Attributes }[] = [];
  readonly #scripts: { type: string | undefined; src: string | undefined; text: string }[] = [];
  readonly #h1: string[] = [];
  readonly #noscripts: string[][] = [];
  readonly #anchors = new Set<string>();
  readonly #landmarks = new Set<string>();
  readonly #visible = new FoldedLength();
  #title: string | undefined;
  #titleIsOver = false;
  #description: string | undefined;
  #base: string | undefined;
  #toolForms = 0;

  get #here(): Frame {
    return this.#open.at(-1) ?? OUTSIDE;
  }

  open(tag: string, attributes: Attributes): void {
    const parent = this.#here;
    const silent = parent.silent || SILENT.has(tag) || attributes.hidden !== undefined;
    const inTemplate = parent.inTemplate || tag === 'template';
    const isHeading = tag === 'h1' && !silent && this.#h1.length < MAX_ITEMS;
    const isNoscript = tag === 'noscript' && !inTemplate && this.#noscripts.length < MAX_ITEMS;
    const frame: Frame = {
      tag,
      silent,
      inTemplate,
      inSvg: parent.inSvg || tag === 'svg',
      h1: isHeading ? this.#h1.push('') - 1 : parent.h1,
      noscript: isNoscript ? this.#noscripts.push([]) - 1 : parent.noscript,
    };
    this.#open.push(frame);
    if (inTemplate) return;
    this.#readElement(frame, attributes);
    if (!silent) this.#readLandmark(frame, attributes);
  }

  text(node: Node): void {
    const { tag, silent, inTemplate, inSvg, h1, noscript } = this.#here;
    if (inTemplate) return;
    // Markup in a script is text as it is written; everywhere else character references are decoded.
    const data = tag === 'script' ? node.rawText : node.text;
    if (!silent) {
      this.#visible.add(data);
      if (h1 !== undefined) this.#h1[h1] += data;
    } else if (tag === 'script') {
      const script = this.#scripts.at(-1);
      if (script !== undefined) script.text += data;
    } else if (tag === 'title' && !inSvg && noscript === undefined && !this.#titleIsOver) {
      this.#title = (this.#title ?? '') + data;
    }
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed?.tag === 'title' && !closed.inSvg && this.#title !== undefined) this.#titleIsOver = true;
  }

  page(url: string): HtmlPage {
    const base = (this.#base === undefined ? undefined : resolveWeb(this.#base, url)) ?? url;
    const absolute = (hrefs: Iterable<string>) => [
      ...new Set(Array.from(hrefs, (href) => resolve(href, base)).filter((href) => href !== undefined)),
    ];
    return {
      url,
      title: nonEmpty(this.#title),
      description: this.#description,
      links: this.#links.flatMap(({ attributes }) => {
        const href = resolve(attributes.href, base);
        if (href === undefined) return [];
        const { rel, type, hreflang } = attributes;
        return [{ rel: words(rel), href, type: lower(type), hreflang: lower(hreflang) }];
      }),
      scripts: this.#scripts.map(({ type, src, text }) => ({ type, src: resolve(src, base), text })),
      h1: this.#h1.map(fold).filter((heading) => heading !== ''),
      textLength: this.#visible.length,
      landmarks: [...this.#landmarks],
      noscripts: this.#noscripts.map(absolute),
      anchors: absolute(this.#anchors),
      toolForms: this.#toolForms,
    };
  }

  #readElement(frame: Frame, attributes: Attributes): void {
    switch (frame.tag) {
      case 'base':
        this.#base ??= attributes.href;
        break;
      case 'meta':
        if (lower(attributes.name) === 'description') {
          const description = fold(attributes.content ?? '');
          if (!this.#description) this.#description = description;
        }
        break;
      case 'link':
        this.#readLink(frame, attributes);
        break;
      case 'script':
        if (this.#scripts.length < MAX_ITEMS)
          this.#scripts.push({ type: lower(attributes.type), src: attributes.src, text: '' });
        break;
      case 'a':
        if (attributes.href !== undefined) this.#readAnchor(frame, attributes.href);
        break;
      case 'img':
        if (frame.h1 !== undefined && !frame.silent) this.#h1[frame.h1] += ` ${attributes.alt ?? ''} `;
        break;
      case 'br':
        if (frame.h1 !== undefined) this.#h1[frame.h1] += ' ';
        break;
      case 'form':
        if (attributes.toolname?.trim()) this.#toolForms += 1;
        break;
    }
  }

  #readLink({ noscript }: Frame, attributes: Attributes): void {
    const { href, rel } = attributes;
    if (noscript === undefined) {
      if (this.#links.length < MAX_ITEMS) this.#links.push({ attributes });
    } else if (href !== undefined && words(rel).some((name) => LEADING_RELS.has(name))) {
      this.#addToNoscript(noscript, href);
    }
  }

  #readAnchor({ noscript }: Frame, href: string): void {
    if (noscript !== undefined) this.#addToNoscript(noscript, href);
    else if (this.#anchors.size < MAX_ITEMS) this.#anchors.add(href);
  }

  #addToNoscript(index: number, href: string): void {
    const targets = this.#noscripts[index];
    if (targets !== undefined && targets.length < MAX_ITEMS) targets.push(href);
  }

  #readLandmark({ tag }: Frame, attributes: Attributes): void {
    if (LANDMARKS.has(tag)) this.#landmarks.add(tag);
    // Of several roles the first that is known counts (WAI-ARIA 1.2, section 8.1).
    const role = words(attributes.role).find((name) => LANDMARK_ROLES.has(name));
    if (role !== undefined) this.#landmarks.add(`role=${role}`);
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  const folded = fold(text ?? '');
  return folded === '' ? undefined : folded;
}

function lower(value: string | undefined): string | undefined {
  return nonEmpty(value)?.toLowerCase();
}

function words(value: string | undefined): string[] {
  return lower(value)?.split(' ') ?? [];
}

function resolve(href: string | undefined, base: string): string | undefined {
  return href === undefined ? undefined : URL.parse(href.trim(), base)?.href;
}

/** A `<base>` of another scheme is ignored (HTML, section 4.2.3). */
function resolveWeb(href: string, base: string): string | undefined {
  const url = URL.parse(href.trim(), base);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

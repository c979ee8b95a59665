/** Collects the facts about an HTML page that checks need. Reads its elements and text in document order. */
import { anyUrl, webUrl } from '../../base/url.ts';

export type ReadAttributes = Readonly<Record<string, string | undefined>>;

export interface HtmlLink {
  readonly rel: readonly string[];
  readonly href: string;
  /** The `type` attribute, in lower case. */
  readonly type: string | undefined;
  readonly hreflang: string | undefined;
}

export interface HtmlScript {
  /** The `type` attribute, in lower case. */
  readonly type: string | undefined;
  /** The script's absolute URL; empty if it is invalid, `undefined` for an inline script. */
  readonly src: string | undefined;
  readonly text: string;
}

/** A page as parsed before scripts run. Comments and the content of `<template>` are left out. */
export interface HtmlPage {
  readonly url: string;
  readonly title: string | undefined;
  /** The first non-empty `content` of a `<meta name="description">`. */
  readonly description: string | undefined;
  /** The `content` of the first `<meta name="generator">`. */
  readonly generator: string | undefined;
  /** The delay and the absolute target of the first `<meta http-equiv="refresh">`, which may be in `<noscript>`. */
  readonly refresh: { readonly seconds: number; readonly href: string } | undefined;
  readonly links: readonly HtmlLink[];
  readonly scripts: readonly HtmlScript[];
  /** The visible text of each `<h1>`, including the text alternatives of its images. */
  readonly h1: readonly string[];
  /** The length of the body's visible text, in characters, with white space collapsed. */
  readonly textLength: number;
  /** The page's landmark elements and roles without duplicates, for example `main`, `nav` or `role=main`. */
  readonly landmarks: readonly string[];
  /** For each `<noscript>`, the targets of its links: `<a>` elements, and `<link>` elements that lead to other documents. */
  readonly noscripts: readonly (readonly string[])[];
  /** The targets of all `<a href>` outside `<noscript>`, in order, without duplicates. */
  readonly anchors: readonly string[];
  /** The number of forms that declare a WebMCP tool (`toolname`). */
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
/** Elements whose text is not visible. */
const SILENT = new Set(
  (
    'title script style template noscript iframe object textarea noembed noframes ' +
    // Parts of an SVG image that are visible only if another element references them (SVG 2, section 5.2).
    'svg:defs svg:symbol svg:clipPath svg:mask svg:marker svg:pattern'
  ).split(' '),
);
/** In `<noscript>`, only `<link>` elements with these relations are collected, because they lead to other documents. */
const LEADING_RELS = new Set(
  'alternate api-catalog describedby help index service-desc service-doc service-meta sitemap'.split(' '),
);
/** The maximum number of items of each kind: links, scripts, headings, `<noscript>` elements, and links in `<noscript>`. */
const MAX_ITEMS = 5_000;

/** An open element, with the properties that it inherits from its ancestors. */
interface Frame {
  readonly tag: string;
  readonly silent: boolean;
  /** Whether the element is part of an SVG image, whose text is not page text. `foreignObject` is not part of the image. */
  readonly drawing: boolean;
  /** The index of the `<h1>` that contains the element; `undefined` if there is none. */
  readonly h1: number | undefined;
  /** The index of the `<noscript>` that contains the element; `undefined` if there is none. */
  readonly noscript: number | undefined;
}

const OUTSIDE: Frame = {
  tag: '',
  silent: false,
  drawing: false,
  h1: undefined,
  noscript: undefined,
};

export class PageReader {
  readonly #open: Frame[] = [];
  readonly #links: { attributes: ReadAttributes }[] = [];
  readonly #scripts: { type: string | undefined; src: string | undefined; text: string }[] = [];
  readonly #h1: string[] = [];
  readonly #noscripts: string[][] = [];
  readonly #anchors = new Set<string>();
  readonly #landmarks = new Set<string>();
  readonly #visible: string[] = [];
  #title: string | undefined;
  #titleIsOver = false;
  #description: string | undefined;
  #generator: string | undefined;
  #refresh: string | undefined;
  #base: string | undefined;
  #toolForms = 0;
  #noscriptTargets = 0;

  get #here(): Frame {
    return this.#open.at(-1) ?? OUTSIDE;
  }

  /** @param tag the element's name, with a prefix for SVG and MathML, for example `svg:title` */
  open(tag: string, attributes: ReadAttributes): void {
    const parent = this.#here;
    const silent = parent.silent || SILENT.has(tag) || attributes.hidden !== undefined;
    // The content of `foreignObject` is HTML (SVG 2, section 12.3).
    const drawing = tag === 'svg:svg' || (parent.drawing && tag !== 'svg:foreignObject');
    const isHeading = tag === 'h1' && !silent && this.#h1.length < MAX_ITEMS;
    const isNoscript = tag === 'noscript' && this.#noscripts.length < MAX_ITEMS;
    const frame: Frame = {
      tag,
      silent,
      drawing,
      h1: isHeading ? this.#h1.push('') - 1 : parent.h1,
      noscript: isNoscript ? this.#noscripts.push([]) - 1 : parent.noscript,
    };
    this.#open.push(frame);
    this.#readElement(frame, attributes);
    if (!silent && !drawing) this.#readLandmark(frame, attributes);
  }

  text(data: string): void {
    const { tag, silent, drawing, h1, noscript } = this.#here;
    if (!silent && !drawing) {
      this.#visible.push(data);
      if (h1 !== undefined) this.#h1[h1] += data;
    } else if (tag === 'script') {
      const script = this.#scripts.at(-1);
      if (script !== undefined) script.text += data;
    } else if (tag === 'title' && noscript === undefined && !this.#titleIsOver) {
      this.#title = (this.#title ?? '') + data;
    }
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed?.tag === 'title' && this.#title !== undefined) this.#titleIsOver = true;
  }

  page(url: string): HtmlPage {
    // An invalid `<base>`, or one that is not http(s), is ignored (HTML, section 4.2.3).
    const base = (this.#base === undefined ? undefined : webUrl(this.#base, url)?.href) ?? url;
    const absolute = (hrefs: Iterable<string>) => [
      ...new Set(Array.from(hrefs, (href) => resolve(href, base)).filter((href) => href !== undefined)),
    ];
    return {
      url,
      title: nonEmpty(this.#title),
      description: this.#description,
      generator: this.#generator,
      refresh: refreshOf(this.#refresh, base),
      links: this.#links.flatMap(({ attributes }) => {
        const href = resolve(attributes.href, base);
        if (href === undefined) return [];
        const { rel, type, hreflang } = attributes;
        return [{ rel: words(rel), href, type: lower(type), hreflang: lower(hreflang) }];
      }),
      scripts: this.#scripts.map(({ type, src, text }) => ({
        type,
        src: src === undefined ? undefined : (resolve(src, base) ?? ''),
        text,
      })),
      h1: this.#h1.map(fold).filter((heading) => heading !== ''),
      textLength: fold(this.#visible.join('')).length,
      landmarks: [...this.#landmarks],
      noscripts: this.#noscripts.map(absolute),
      anchors: absolute(this.#anchors),
      toolForms: this.#toolForms,
    };
  }

  #readElement(frame: Frame, attributes: ReadAttributes): void {
    switch (frame.tag) {
      case 'base':
        this.#base ??= attributes.href;
        break;
      case 'meta':
        if (lower(attributes.name) === 'description') {
          const description = fold(attributes.content ?? '');
          if (!this.#description) this.#description = description;
        }
        if (lower(attributes['http-equiv']) === 'refresh') this.#refresh ??= attributes.content;
        if (lower(attributes.name) === 'generator') this.#generator ??= fold(attributes.content ?? '');
        break;
      case 'link':
        this.#readLink(frame, attributes);
        break;
      case 'script':
        if (this.#scripts.length < MAX_ITEMS)
          this.#scripts.push({ type: lower(attributes.type), src: attributes.src, text: '' });
        break;
      case 'a':
      case 'svg:a':
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

  #readLink({ noscript }: Frame, attributes: ReadAttributes): void {
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
    if (this.#noscriptTargets >= MAX_ITEMS) return;
    this.#noscriptTargets += 1;
    this.#noscripts[index]?.push(href);
  }

  #readLandmark({ tag }: Frame, attributes: ReadAttributes): void {
    if (LANDMARKS.has(tag)) this.#landmarks.add(tag);
    // Only the first known role counts (WAI-ARIA 1.2, section 8.1).
    const role = words(attributes.role).find((name) => LANDMARK_ROLES.has(name));
    if (role !== undefined) this.#landmarks.add(`role=${role}`);
  }
}

/** Parses the `content` of a refresh `<meta>` (HTML, "shared declarative refresh steps"); `undefined` if it has no URL. */
function refreshOf(content: string | undefined, base: string): HtmlPage['refresh'] {
  const input = (content ?? '').trim();
  const [time = '', seconds = ''] = /^(\d*)[\d.]*/.exec(input) ?? [];
  const rest = input.slice(time.length);
  if (time === '' || !/^[\s;,]/.test(rest)) return undefined;
  const named = rest
    .trimStart()
    .replace(/^[;,]/, '')
    .trimStart()
    .replace(/^url\s*=\s*/i, '');
  if (named === '') return undefined;
  const [, quoted] = /^(?:"([^"]*)|'([^']*))/.exec(named)?.filter((part) => part !== undefined) ?? [];
  const href = webUrl((quoted ?? named).trim(), base)?.href;
  return href === undefined ? undefined : { seconds: Number(seconds), href };
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
  return href === undefined ? undefined : anyUrl(href, base)?.href;
}

/** Collapses all white space, including no-break spaces, and trims the text. */
function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

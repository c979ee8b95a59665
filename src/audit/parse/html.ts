/** Parses HTML pages and collects facts about them. Does not use recursion, so deep nesting cannot overflow the stack. */
import {
  defaultTreeAdapter,
  html,
  InsertionMode,
  Parser,
  Tokenizer,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5';
import { type HtmlPage, PageReader, type ReadAttributes } from './html-facts.ts';

/**
 * Parses a page as the HTML standard requires when scripting is disabled. Never throws. Stops reading if elements are nested
 * too deeply or too numerous. Takes time linear in the length of `text`. `url` is the base of relative URLs.
 */
export function parseHtml(text: string, url: string): HtmlPage {
  const reader = new PageReader();
  const attributesOf = attributeReader();
  // The nodes to read; the last one is next. `undefined` marks the end of an element.
  const rest: (Tree.ChildNode | undefined)[] = pageTree(text).childNodes.toReversed();
  while (rest.length > 0) {
    const node = rest.pop();
    if (node === undefined) {
      reader.close();
    } else if ('tagName' in node) {
      reader.open(nameOf(node), attributesOf(node));
      rest.push(undefined);
      // The nodes inside a `<template>` are not read, because the parser stores them in `content`, not in `childNodes`.
      for (let i = node.childNodes.length; i > 0; i--) rest.push(node.childNodes[i - 1]);
    } else if ('value' in node) {
      reader.text(node.value);
    }
  }
  return reader.page(url);
}

/** Returns an element's name, with a prefix for SVG and MathML, for example `svg:title`. */
function nameOf({ namespaceURI, tagName }: Tree.Element): string {
  if (namespaceURI === html.NS.HTML) return tagName;
  return `${namespaceURI === html.NS.SVG ? 'svg' : 'math'}:${tagName}`;
}

/** Attributes with URLs or sentences. Values longer than `MAX_LONG` are ignored. */
const LONG = new Set('alt content href src'.split(' '));
const MAX_LONG = 8 * 1024;
/** Attributes whose values are names or lists of names. Values longer than `MAX_SHORT` are truncated. */
const SHORT = new Set('hidden hreflang http-equiv name rel role toolname type'.split(' '));
const MAX_SHORT = 256;

/** Returns a function that reads attributes. The parser may copy an element; the attributes of its copies are read only once. */
function attributeReader(): (element: Tree.Element) => ReadAttributes {
  const known = new Map<Tree.Element['attrs'], ReadAttributes>();
  return ({ attrs }) => {
    const read = known.get(attrs) ?? readAttributes(attrs);
    known.set(attrs, read);
    return read;
  };
}

function readAttributes(attrs: Tree.Element['attrs']): ReadAttributes {
  const read: Record<string, string> = {};
  for (const { name, value, prefix } of attrs) {
    // SVG links may have `xlink:href`, which is still common (SVG 2, section 16.1.6).
    if (prefix && (name !== 'href' || name in read)) continue;
    if (SHORT.has(name)) read[name] = value.slice(0, MAX_SHORT);
    else if (LONG.has(name) && value.length <= MAX_LONG) read[name] = value;
  }
  return read;
}

/** The names of all HTML elements, including obsolete ones. */
const HTML_ELEMENTS = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br ' +
    'button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed ' +
    'fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe ' +
    'img input ins kbd keygen label legend li link listing main map mark marquee math menu meta meter nav nobr noembed ' +
    'noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s ' +
    'samp script search section select slot small source span strike strong style sub summary sup svg table tbody td ' +
    'template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'
  ).split(' '),
);

/** Returns whether a text contains a doctype or a start tag of an HTML element. `a <b` and `<https://…>` do not count. */
export function hasMarkup(text: string): boolean {
  let found = false;
  const find = () => {
    found = true;
    tokenizer.pause();
  };
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    {},
    {
      onDoctype: find,
      onStartTag: ({ tagName }) => {
        if (HTML_ELEMENTS.has(tagName)) find();
      },
      onEndTag: ignore,
      onComment: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  );
  tokenizer.write(text, true);
  return found;
}

/** The maximum nesting depth of the elements read. Blink and WebKit flatten elements deeper than 512. */
const MAX_DEPTH = 512;
/** The maximum number of elements read. The largest pages on the web have about ten thousand. */
const MAX_ELEMENTS = 40_000;

const { NOSCRIPT } = html.TAG_ID;

class PageParser extends Parser<Tree.DefaultTreeAdapterMap> {
  /** At `</noscript>`, closes all elements opened inside it, as authors expect. The HTML standard may leave some open. */
  override onEndTag(token: Parameters<Parser<Tree.DefaultTreeAdapterMap>['onEndTag']>[0]): void {
    const { openElements: open, insertionMode: mode } = this;
    const isInSelect = mode === InsertionMode.IN_SELECT || mode === InsertionMode.IN_SELECT_IN_TABLE;
    if (token.tagID === NOSCRIPT && !isInSelect && open.hasInScope(NOSCRIPT)) {
      // Before the first start tag, `hasInScope` returns `true` for every element, although no element is open.
      while (open.depth > 0 && open.currentTagId !== NOSCRIPT) open.pop();
    }
    super.onEndTag(token);
  }
}

/** Returns the tree of a page, truncated at `MAX_DEPTH` and `MAX_ELEMENTS`. */
function pageTree(text: string): Tree.Document {
  let elements = 0;
  const parser = new PageParser({
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(name, namespace, attributes) {
        elements += 1;
        if (elements > MAX_ELEMENTS || parser.openElements.depth > MAX_DEPTH) parser.tokenizer.pause();
        return defaultTreeAdapter.createElement(name, namespace, attributes);
      },
    },
  });
  parser.tokenizer.write(text, true);
  return parser.document;
}

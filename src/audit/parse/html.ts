/** An HTML page → the facts that checks read: the HTML standard's tree, read in one walk without recursion. */
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
 * Reads a page as the HTML standard's parsing algorithm does for a reader without scripts. Never throws; where it nests too
 * deeply or becomes too much the reading ends. Linear in the length of `text`.
 *
 * @param url of the page, which relative targets are resolved against (`<base href>` counts)
 */
export function parseHtml(text: string, url: string): HtmlPage {
  const reader = new PageReader();
  const attributesOf = attributeReader();
  // Nodes to read, the next at the end; none where an element ends.
  const rest: (Tree.ChildNode | undefined)[] = pageTree(text).childNodes.toReversed();
  while (rest.length > 0) {
    const node = rest.pop();
    if (node === undefined) {
      reader.close();
    } else if ('tagName' in node) {
      reader.open(nameOf(node), attributesOf(node));
      rest.push(undefined);
      // What a template holds stands in its `content`, which nobody reads.
      for (let i = node.childNodes.length; i > 0; i--) rest.push(node.childNodes[i - 1]);
    } else if ('value' in node) {
      reader.text(node.value);
    }
  }
  return reader.page(url);
}

/** Elements of SVG and MathML have their namespace as a prefix: `svg:title`. */
function nameOf({ namespaceURI, tagName }: Tree.Element): string {
  if (namespaceURI === html.NS.HTML) return tagName;
  return `${namespaceURI === html.NS.SVG ? 'svg' : 'math'}:${tagName}`;
}

/** Addresses and prose. A longer value is not looked at: it is no address, and nobody's description of a page. */
const LONG = new Set('alt content href src'.split(' '));
const MAX_LONG = 8 * 1024;
/** Names and lists of names; of a longer list the beginning counts. */
const SHORT = new Set('hidden hreflang http-equiv name rel role toolname type'.split(' '));
const MAX_SHORT = 256;

/**
 * Makes a reader of attributes for one page. An element of formatting that is closed in the wrong order is made anew in
 * each paragraph, with the attributes of the first: they are read once.
 */
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
    // Links in SVG have a name of their own for `href`, which is still in use (SVG 2, section 16.1.6).
    if (prefix && (name !== 'href' || name in read)) continue;
    if (SHORT.has(name)) read[name] = value.slice(0, MAX_SHORT);
    else if (LONG.has(name) && value.length <= MAX_LONG) read[name] = value;
  }
  return read;
}

/** Elements that HTML has or had. */
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

/**
 * Whether a text has markup of HTML in it: a doctype, or a tag of an element that HTML knows. `Hello World!` has none,
 * whatever type it is sent with, nor has `a <b` or `<https://site.example>`.
 */
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

/** Deeper nesting than this ends the reading; browsers flatten at 512 (Blink, WebKit). */
const MAX_DEPTH = 512;
/** More elements than this are not read; the largest pages of the web have some ten thousand. */
const MAX_ELEMENTS = 40_000;

const { NOSCRIPT } = html.TAG_ID;

class PageParser extends Parser<Tree.DefaultTreeAdapterMap> {
  /**
   * The one rule that is not the standard's: `</noscript>` closes what is open in its `noscript`. For a reader without
   * scripts the rest of the page would be part of it else, and nobody who writes a page sees that.
   */
  override onEndTag(token: Parameters<Parser<Tree.DefaultTreeAdapterMap>['onEndTag']>[0]): void {
    const { openElements: open, insertionMode: mode } = this;
    const isInSelect = mode === InsertionMode.IN_SELECT || mode === InsertionMode.IN_SELECT_IN_TABLE;
    if (token.tagID === NOSCRIPT && !isInSelect && open.hasInScope(NOSCRIPT)) {
      // Before the first start tag nothing is open, and everything is in scope.
      while (open.depth > 0 && open.currentTagId !== NOSCRIPT) open.pop();
    }
    super.onEndTag(token);
  }
}

/** The tree of a page, up to where it nests too deeply or has too many elements. */
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

/** parse5, which builds a page's tree as the HTML standard says, for a reader without scripts, and bounded. */
import {
  defaultTreeAdapter,
  html,
  InsertionMode,
  Parser,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5';

export type { DefaultTreeAdapterTypes as Tree } from 'parse5';

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
export function pageTree(text: string): Tree.Document {
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

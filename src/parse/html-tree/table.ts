/** The insertion modes in tables (HTML, sections 13.2.6.4.9 to 13.2.6.4.15). */

import type { Mode, ModeName, Rule, TreeBuilder } from './builder.ts';
import { decodeValue } from './character-references.ts';
import { SCOPES, TABLE_PARTS, words } from './elements.ts';
import { asIn, ignore, insertText, insertVoid, rules } from './mode.ts';
import { type EndTag, isSpace, type StartTag, type Token, withoutNul } from './tokens.ts';

const SECTIONS = words('tbody tfoot thead');
const CELLS = words('td th');
const TABLE_CONTEXT = words('table template html');
const BODY_CONTEXT = words('tbody tfoot thead template html');
const ROW_CONTEXT = words('tr template html');
/** These end whatever cell or caption they stand in. */
const TABLE_STARTS = 'caption col colgroup tbody td tfoot th thead tr';

/** Ends what is open in the table, opens an element and goes to its mode. */
function open(name: string | undefined, context: ReadonlySet<string>, mode: ModeName): Rule<StartTag> {
  return (page, token) => {
    page.open.clearTo(context);
    page.mode = mode;
    if (name === undefined) {
      page.insert(token);
    } else {
      page.insertImplied(name);
      page.process(token);
    }
  };
}

const endTable: Rule<Token> = (page) => {
  if (!page.open.hasInScope('table', SCOPES.table)) return;
  page.open.popThrough('table');
  page.resetMode();
};

/** What does not belong into a table goes before it. */
const fosterParent: Rule<Token> = (page, token) => {
  page.fosterParenting = true;
  page.use('inBody', token);
  page.fosterParenting = false;
};

export const IN_TABLE: Mode = {
  text: (page, token) => {
    if (!page.open.isOneOf(TABLE_PARTS)) {
      fosterParent(page, token);
      return;
    }
    page.originalMode = page.mode;
    page.mode = 'inTableText';
    page.process(token);
  },
  start: rules<StartTag>({
    caption: (page, token) => {
      open(undefined, TABLE_CONTEXT, 'inCaption')(page, token);
      page.formatting.addMarker();
    },
    colgroup: open(undefined, TABLE_CONTEXT, 'inColumnGroup'),
    col: open('colgroup', TABLE_CONTEXT, 'inColumnGroup'),
    'tbody tfoot thead': open(undefined, TABLE_CONTEXT, 'inTableBody'),
    'td th tr': open('tbody', TABLE_CONTEXT, 'inTableBody'),
    table: (page, token) => {
      if (!page.open.hasInScope('table', SCOPES.table)) return;
      endTable(page, token);
      page.process(token);
    },
    'style script template': asIn('inHead'),
    input: (page, token) => {
      const isHidden = decodeValue(token.attributes.get('type') ?? '').toLowerCase() === 'hidden';
      if (isHidden) page.insertVoid(token);
      else fosterParent(page, token);
    },
    form: (page, token) => {
      if (page.form !== undefined || page.open.has('template')) return;
      page.form = page.insert(token);
      page.open.pop();
    },
  }),
  end: rules<EndTag>({
    table: endTable,
    'body caption col colgroup html tbody td tfoot th thead tr': ignore,
    template: asIn('inHead'),
  }),
  eof: asIn('inBody'),
  otherwise: fosterParent,
};

/** Text in a table is judged as a whole: only white space may stay (section 13.2.6.4.10). */
export const IN_TABLE_TEXT: Mode = {
  text: (page, token) => {
    page.tableText.push(token);
  },
  comment: flush,
  doctype: flush,
  otherwise: flush,
};

function flush(page: TreeBuilder, token: Token): void {
  const text = withoutNul(page.tableText.map(({ data }) => data).join(''));
  page.tableText.length = 0;
  page.mode = page.originalMode;
  if (isSpace(text)) page.insertText(text);
  else fosterParent(page, { type: 'text', data: text });
  page.process(token);
}

const endCaption: Rule<Token> = (page) => {
  page.open.endImplied();
  page.open.popThrough('caption');
  page.formatting.clearToMarker();
  page.mode = 'inTable';
};
const endCaptionAndReprocess: Rule<Token> = (page, token) => {
  if (!page.open.hasInScope('caption', SCOPES.table)) return;
  endCaption(page, token);
  page.process(token);
};
export const IN_CAPTION: Mode = {
  start: rules<StartTag>({ [TABLE_STARTS]: endCaptionAndReprocess }),
  end: rules<Token>({
    caption: (page, token) => {
      if (page.open.hasInScope('caption', SCOPES.table)) endCaption(page, token);
    },
    table: endCaptionAndReprocess,
    'body col colgroup html tbody td tfoot th thead tr': ignore,
  }),
  otherwise: asIn('inBody'),
};

export const IN_COLUMN_GROUP: Mode = {
  space: insertText,
  start: rules<StartTag>({ html: asIn('inBody'), col: insertVoid, template: asIn('inHead') }),
  end: rules<Token>({
    colgroup: (page) => {
      if (!page.open.is('colgroup')) return;
      page.open.pop();
      page.mode = 'inTable';
    },
    col: ignore,
    template: asIn('inHead'),
  }),
  eof: asIn('inBody'),
  otherwise: (page, token) => {
    if (!page.open.is('colgroup')) return;
    page.open.pop();
    page.mode = 'inTable';
    page.process(token);
  },
};

/** Ends the section of a table, and goes on in the table with what ended it. */
const endSection: Rule<Token> = (page, token) => {
  if (!page.open.hasOneInScope(SECTIONS, SCOPES.table)) return;
  page.open.clearTo(BODY_CONTEXT);
  page.open.pop();
  page.mode = 'inTable';
  page.process(token);
};
export const IN_TABLE_BODY: Mode = {
  start: rules<StartTag>({
    tr: open(undefined, BODY_CONTEXT, 'inRow'),
    'th td': open('tr', BODY_CONTEXT, 'inRow'),
    'caption col colgroup tbody tfoot thead': endSection,
  }),
  end: rules<EndTag>({
    'tbody tfoot thead': (page, { name }) => {
      if (!page.open.hasInScope(name, SCOPES.table)) return;
      page.open.clearTo(BODY_CONTEXT);
      page.open.pop();
      page.mode = 'inTable';
    },
    table: endSection,
    'body caption col colgroup html td th tr': ignore,
  }),
  otherwise: asIn('inTable'),
};

const endRow: Rule<Token> = (page) => {
  page.open.clearTo(ROW_CONTEXT);
  page.open.pop();
  page.mode = 'inTableBody';
};
const endRowAndReprocess: Rule<Token> = (page, token) => {
  if (!page.open.hasInScope('tr', SCOPES.table)) return;
  endRow(page, token);
  page.process(token);
};
export const IN_ROW: Mode = {
  start: rules<StartTag>({
    'th td': (page, token) => {
      open(undefined, ROW_CONTEXT, 'inCell')(page, token);
      page.formatting.addMarker();
    },
    'caption col colgroup tbody tfoot thead tr': endRowAndReprocess,
  }),
  end: rules<EndTag>({
    tr: (page, token) => {
      if (page.open.hasInScope('tr', SCOPES.table)) endRow(page, token);
    },
    table: endRowAndReprocess,
    'tbody tfoot thead': (page, token) => {
      if (page.open.hasInScope(token.name, SCOPES.table)) endRowAndReprocess(page, token);
    },
    'body caption col colgroup html td th': ignore,
  }),
  otherwise: asIn('inTable'),
};

/** "Close the cell", and goes on in the row with what ended it. */
const endCellAndReprocess: Rule<Token> = (page, token) => {
  page.open.endImplied();
  page.open.popThroughOneOf(CELLS);
  page.formatting.clearToMarker();
  page.mode = 'inRow';
  page.process(token);
};
export const IN_CELL: Mode = {
  start: rules<StartTag>({
    [TABLE_STARTS]: (page, token) => {
      if (page.open.hasOneInScope(CELLS, SCOPES.table)) endCellAndReprocess(page, token);
    },
  }),
  end: rules<EndTag>({
    'td th': (page, { name }) => {
      if (!page.open.hasInScope(name, SCOPES.table)) return;
      page.open.endImplied();
      page.open.popThrough(name);
      page.formatting.clearToMarker();
      page.mode = 'inRow';
    },
    'body caption col colgroup html': ignore,
    'table tbody tfoot thead tr': (page, token) => {
      if (page.open.hasInScope(token.name, SCOPES.table)) endCellAndReprocess(page, token);
    },
  }),
  otherwise: asIn('inBody'),
};

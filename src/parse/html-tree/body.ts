/** The insertion mode in the body, where most of a page is (HTML, sections 13.2.6.4.7, 13.2.6.4.8 and 13.2.6.4.19). */

import {
  endBlock,
  endForm,
  endHeading,
  endItem,
  endParagraph,
  startBlock,
  startButton,
  startForm,
  startHeading,
  startItem,
  startPreformatted,
} from './blocks.ts';
import type { Mode, Rule, TreeBuilder } from './builder.ts';
import { decodeValue } from './character-references.ts';
import { SCOPES, SPECIAL, words } from './elements.ts';
import { asIn, ignore, insertText, insertVoid, reprocessIn, rules } from './mode.ts';
import {
  type Attributes,
  type EndTag,
  isSpace,
  type StartTag,
  type TextToken,
  type Token,
  withoutNul,
} from './tokens.ts';
import { detach, type ForeignNamespace, type TreeElement } from './tree.ts';

const BLOCKS =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup ' +
  'main menu nav ol search section summary ul';
const FORMATTING = 'b big code em font i s small strike strong tt u';
const HEADING_NAMES = 'h1 h2 h3 h4 h5 h6';
const TABLE_MODES = new Set(['inTable', 'inCaption', 'inTableBody', 'inRow', 'inCell']);

const readText: Rule<TextToken> = (page, token) => {
  const data = withoutNul(token.data);
  if (data === '') return;
  page.formatting.reconstruct();
  page.insertText(data);
  if (!isSpace(data)) page.framesetOk = false;
};

const startOther: Rule<StartTag> = (page, token) => {
  page.formatting.reconstruct();
  page.insert(token);
};

const startFormatting: Rule<StartTag> = (page, token) => {
  page.formatting.reconstruct();
  page.formatting.add(page.insert(token));
};

/** A link in a link ends the outer one. */
const startAnchor: Rule<StartTag> = (page, token) => {
  const outer = page.formatting.find('a');
  if (outer !== undefined) {
    endFormatting(page, { type: 'end', name: 'a' });
    page.formatting.remove(outer);
    page.open.remove(outer);
  }
  startFormatting(page, token);
};

const startNobr: Rule<StartTag> = (page, token) => {
  page.formatting.reconstruct();
  if (page.open.hasInScope('nobr', SCOPES.element)) endFormatting(page, { type: 'end', name: 'nobr' });
  startFormatting(page, token);
};

const endFormatting: Rule<EndTag> = (page, token) => {
  if (!page.formatting.adopt(token.name)) endOther(page, token);
};

const endOther: Rule<EndTag> = (page, { name }) => {
  if (!page.open.has(name)) return;
  const element = page.open.find(
    (open) => open.name === name,
    (open) => SPECIAL.has(open.name),
  );
  if (element !== undefined) page.open.popThroughElement(element);
};

const startMarked: Rule<StartTag> = (page, token) => {
  startOther(page, token);
  page.formatting.addMarker();
  page.framesetOk = false;
};

const endMarked: Rule<EndTag> = (page, token) => {
  if (!page.open.hasInScope(token.name, SCOPES.element)) return;
  endBlock(page, token);
  page.formatting.clearToMarker();
};

const startVoid: Rule<StartTag> = (page, token) => {
  page.formatting.reconstruct();
  page.insertVoid(token);
  page.framesetOk = false;
};

const startInput: Rule<StartTag> = (page, token) => {
  page.formatting.reconstruct();
  page.insertVoid(token);
  if (decodeValue(token.attributes.get('type') ?? '').toLowerCase() !== 'hidden') page.framesetOk = false;
};

const startSelect: Rule<StartTag> = (page, token) => {
  startOther(page, token);
  page.framesetOk = false;
  page.mode = TABLE_MODES.has(page.mode) ? 'inSelectInTable' : 'inSelect';
};

function startForeign(namespace: ForeignNamespace): Rule<StartTag> {
  return (page, token) => {
    page.formatting.reconstruct();
    page.insertForeign(token, namespace);
  };
}

function startRubyPart(except?: string): Rule<StartTag> {
  return (page, token) => {
    if (page.open.hasInScope('ruby', SCOPES.element)) page.open.endImplied(undefined, except);
    page.insert(token);
  };
}

/** A second `<html>` or `<body>` only adds attributes to the first; there may be a hundred thousand of them. */
function addAttributes(element: TreeElement | undefined, attributes: Attributes): void {
  if (element === undefined) return;
  for (const [name, value] of attributes) {
    if (element.attributes.has(name)) continue;
    element.more ??= new Map();
    if (!element.more.has(name)) element.more.set(name, value);
  }
}

/** The body; there is none in a template or a page of frames. */
function bodyOf({ open }: TreeBuilder): TreeElement | undefined {
  const body = open.at(1);
  return body?.name === 'body' ? body : undefined;
}

const startFrameset: Rule<StartTag> = (page, token) => {
  const body = bodyOf(page);
  if (body === undefined || !page.framesetOk) return;
  detach(body);
  page.open.cutTo(1);
  page.insert(token);
  page.mode = 'inFrameset';
};

const endBody: Rule<Token> = (page) => {
  if (page.open.hasInScope('body', SCOPES.element)) page.mode = 'afterBody';
};

export const IN_BODY: Mode = {
  text: readText,
  start: rules<StartTag>({
    html: (page, { attributes }) => {
      if (!page.open.has('template')) addAttributes(page.open.at(0), attributes);
    },
    'base basefont bgsound link meta noframes script style template title': asIn('inHead'),
    body: (page, { attributes }) => {
      const body = bodyOf(page);
      if (body === undefined || page.open.has('template')) return;
      page.framesetOk = false;
      addAttributes(body, attributes);
    },
    frameset: startFrameset,
    [`${BLOCKS} p`]: startBlock,
    [HEADING_NAMES]: startHeading,
    'pre listing': startPreformatted,
    form: startForm,
    li: startItem(words('li')),
    'dd dt': startItem(words('dd dt')),
    plaintext: (page, token) => {
      startBlock(page, token);
      page.readRestAsText();
    },
    button: startButton,
    a: startAnchor,
    [FORMATTING]: startFormatting,
    nobr: startNobr,
    'applet marquee object': startMarked,
    table: (page, token) => {
      if (!page.quirks) page.closeParagraph();
      page.insert(token);
      page.framesetOk = false;
      page.mode = 'inTable';
    },
    'area br embed img keygen wbr': startVoid,
    image: (page, token) => page.process({ ...token, name: 'img' }),
    input: startInput,
    'param source track': insertVoid,
    hr: (page, token) => {
      page.closeParagraph();
      page.insertVoid(token);
      page.framesetOk = false;
    },
    textarea: (page, token) => {
      page.insertWithText(token, 'rcdata');
      page.dropsLineBreak = true;
      page.framesetOk = false;
    },
    xmp: (page, token) => {
      page.closeParagraph();
      page.formatting.reconstruct();
      page.framesetOk = false;
      page.insertWithText(token, 'rawtext');
    },
    iframe: (page, token) => {
      page.framesetOk = false;
      page.insertWithText(token, 'rawtext');
    },
    noembed: (page, token) => page.insertWithText(token, 'rawtext'),
    select: startSelect,
    'optgroup option': (page, token) => {
      if (page.open.is('option')) page.open.pop();
      startOther(page, token);
    },
    'rb rtc': startRubyPart(),
    'rp rt': startRubyPart('rtc'),
    math: startForeign('math'),
    svg: startForeign('svg'),
    'caption col colgroup frame head tbody td tfoot th thead tr': ignore,
  }),
  otherStart: startOther,
  end: rules<EndTag>({
    template: asIn('inHead'),
    body: endBody,
    html: (page, token) => {
      endBody(page, token);
      if (page.mode === 'afterBody') page.process(token);
    },
    [`${BLOCKS} button listing pre`]: endBlock,
    // The one rule that is not the standard's for a reader without scripts, to whom what is left open in a noscript would
    // make all the rest of the page part of it. Other readers go by the end tag alone.
    noscript: endBlock,
    form: endForm,
    p: endParagraph,
    li: endItem(SCOPES.listItem),
    'dd dt': endItem(SCOPES.element),
    [HEADING_NAMES]: endHeading,
    [`a ${FORMATTING} nobr`]: endFormatting,
    'applet marquee object': endMarked,
    br: (page) => startVoid(page, { type: 'start', name: 'br', attributes: new Map(), selfClosing: false }),
  }),
  otherEnd: endOther,
  eof: (page, token) => {
    if (page.templateModes.length > 0) page.use('inTemplate', token);
  },
  otherwise: ignore,
};

/** In an element in which there are no tags. */
export const TEXT: Mode = {
  text: insertText,
  otherEnd: (page) => {
    page.open.pop();
    page.mode = page.originalMode;
  },
  otherwise: (page, token) => {
    page.open.pop();
    page.mode = page.originalMode;
    page.process(token);
  },
};

export const AFTER_BODY: Mode = {
  space: asIn('inBody'),
  start: rules<StartTag>({ html: asIn('inBody') }),
  end: rules<Token>({
    html: (page) => {
      page.mode = 'afterAfterBody';
    },
  }),
  eof: ignore,
  otherwise: reprocessIn('inBody'),
};

export const AFTER_AFTER_BODY: Mode = {
  space: asIn('inBody'),
  start: rules<StartTag>({ html: asIn('inBody') }),
  eof: ignore,
  otherwise: reprocessIn('inBody'),
};

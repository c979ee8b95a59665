/** Elements that end a paragraph, and the paragraph itself, as they are read in the body (HTML, section 13.2.6.4.7). */

import type { Rule } from './builder.ts';
import { HEADINGS, SCOPES, SPECIAL, words } from './elements.ts';
import type { EndTag, StartTag, Token } from './tokens.ts';

/** Special elements that do not keep an outer list item from being ended by the next. */
const TRANSPARENT_TO_ITEMS = words('address div p');

export const startBlock: Rule<StartTag> = (page, token) => {
  page.closeParagraph();
  page.insert(token);
};

export const endBlock: Rule<EndTag> = (page, { name }) => {
  if (!page.open.hasInScope(name, SCOPES.element)) return;
  page.open.endImplied();
  page.open.popThrough(name);
};

export const startHeading: Rule<StartTag> = (page, token) => {
  page.closeParagraph();
  if (page.open.isOneOf(HEADINGS)) page.open.pop();
  page.insert(token);
};

export const endHeading: Rule<Token> = (page) => {
  if (!page.open.hasOneInScope(HEADINGS, SCOPES.element)) return;
  page.open.endImplied();
  page.open.popThroughOneOf(HEADINGS);
};

export const startPreformatted: Rule<StartTag> = (page, token) => {
  startBlock(page, token);
  page.dropsLineBreak = true;
  page.framesetOk = false;
};

export const startForm: Rule<StartTag> = (page, token) => {
  const inTemplate = page.open.has('template');
  if (page.form !== undefined && !inTemplate) return;
  page.closeParagraph();
  const form = page.insert(token);
  if (!inTemplate) page.form = form;
};

export const endForm: Rule<EndTag> = (page, token) => {
  if (page.open.has('template')) {
    endBlock(page, token);
    return;
  }
  const { form } = page;
  page.form = undefined;
  if (form === undefined || !page.open.hasElementInScope(form, SCOPES.element)) return;
  page.open.endImplied();
  page.open.remove(form);
};

/** Starts an item, which ends the one before it. */
export function startItem(items: ReadonlySet<string>): Rule<StartTag> {
  return (page, token) => {
    page.framesetOk = false;
    const item = page.open.find(
      ({ name }) => items.has(name),
      ({ name }) => SPECIAL.has(name) && !TRANSPARENT_TO_ITEMS.has(name),
    );
    if (item !== undefined) page.open.popThroughElement(item);
    startBlock(page, token);
  };
}

export function endItem(scope: ReadonlySet<string>): Rule<EndTag> {
  return (page, { name }) => {
    if (!page.open.hasInScope(name, scope)) return;
    page.open.endImplied(undefined, name);
    page.open.popThrough(name);
  };
}

export const startButton: Rule<StartTag> = (page, token) => {
  if (page.open.hasInScope('button', SCOPES.element)) {
    page.open.endImplied();
    page.open.popThrough('button');
  }
  page.formatting.reconstruct();
  page.insert(token);
  page.framesetOk = false;
};

export const endParagraph: Rule<Token> = (page) => {
  if (!page.open.hasInScope('p', SCOPES.button)) page.insertImplied('p');
  page.closeParagraph();
};

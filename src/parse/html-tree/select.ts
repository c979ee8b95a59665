/**
 * The insertion modes in `<select>`, as the standard had them until 2025 and as parse5 and other parsers outside of browsers
 * have them: only options, groups and text stand in it. (Now other elements may stand there too; the text is the same.)
 */
import type { Mode, Rule, TreeBuilder } from './builder.ts';
import { SCOPES } from './elements.ts';
import { asIn, ignore, rules } from './mode.ts';
import { type EndTag, type StartTag, type Token, withoutNul } from './tokens.ts';

const TABLE_TAGS = 'caption table tbody tfoot thead tr td th';

/** "In select scope": only options and their groups are looked through. */
function hasSelect({ open }: TreeBuilder): boolean {
  return (
    open.find(
      ({ name }) => name === 'select',
      ({ name }) => name !== 'option' && name !== 'optgroup',
    ) !== undefined
  );
}

const endSelect: Rule<Token> = (page) => {
  if (!hasSelect(page)) return;
  page.open.popThrough('select');
  page.resetMode();
};

const endSelectAndReprocess: Rule<Token> = (page, token) => {
  if (!hasSelect(page)) return;
  endSelect(page, token);
  page.process(token);
};

export const IN_SELECT: Mode = {
  text: (page, { data }) => page.insertText(withoutNul(data)),
  start: rules<StartTag>({
    html: asIn('inBody'),
    option: (page, token) => {
      if (page.open.is('option')) page.open.pop();
      page.insert(token);
    },
    optgroup: (page, token) => {
      endOptions(page);
      page.insert(token);
    },
    hr: (page, token) => {
      endOptions(page);
      page.insertVoid(token);
    },
    select: endSelect,
    'input keygen textarea': endSelectAndReprocess,
    'script template': asIn('inHead'),
  }),
  end: rules<Token>({
    optgroup: (page) => {
      if (page.open.is('option') && page.open.at(page.open.depth - 2)?.name === 'optgroup') page.open.pop();
      if (page.open.is('optgroup')) page.open.pop();
    },
    option: (page) => {
      if (page.open.is('option')) page.open.pop();
    },
    select: endSelect,
    template: asIn('inHead'),
  }),
  eof: asIn('inBody'),
  otherwise: ignore,
};

const leaveSelect: Rule<Token> = (page, token) => {
  page.open.popThrough('select');
  page.resetMode();
  page.process(token);
};

export const IN_SELECT_IN_TABLE: Mode = {
  start: rules<StartTag>({ [TABLE_TAGS]: leaveSelect }),
  end: rules<EndTag>({
    [TABLE_TAGS]: (page, token) => {
      if (page.open.hasInScope(token.name, SCOPES.table)) leaveSelect(page, token);
    },
  }),
  otherwise: asIn('inSelect'),
};

function endOptions({ open }: TreeBuilder): void {
  if (open.is('option')) open.pop();
  if (open.is('optgroup')) open.pop();
}

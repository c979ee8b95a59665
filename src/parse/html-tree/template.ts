/** `<template>` (HTML, sections 13.2.6.4.4 and 13.2.6.4.22). What it holds stays in it: nothing is moved out of one. */
import type { Mode, ModeName, Rule } from './builder.ts';
import { IMPLIED_END_THOROUGH } from './elements.ts';
import { asIn, ignore, rules } from './mode.ts';
import type { StartTag, Token } from './tokens.ts';

export const startTemplate: Rule<StartTag> = (page, token) => {
  page.insert(token);
  page.formatting.addMarker();
  page.framesetOk = false;
  page.mode = 'inTemplate';
  page.templateModes.push('inTemplate');
};

export const endTemplate: Rule<Token> = (page) => {
  if (!page.open.has('template')) return;
  page.open.endImplied(IMPLIED_END_THOROUGH);
  page.open.popThrough('template');
  page.formatting.clearToMarker();
  page.templateModes.pop();
  page.resetMode();
};

/** The first element in a template says what may stand in it. */
function readAs(mode: ModeName): Rule<StartTag> {
  return (page, token) => {
    page.templateModes.pop();
    page.templateModes.push(mode);
    page.mode = mode;
    page.process(token);
  };
}

export const IN_TEMPLATE: Mode = {
  text: asIn('inBody'),
  start: rules<StartTag>({
    'base basefont bgsound link meta noframes script style template title': asIn('inHead'),
    'caption colgroup tbody tfoot thead': readAs('inTable'),
    col: readAs('inColumnGroup'),
    tr: readAs('inTableBody'),
    'td th': readAs('inRow'),
  }),
  otherStart: readAs('inBody'),
  end: rules({ template: asIn('inHead') }),
  eof: (page, token) => {
    if (!page.open.has('template')) return;
    page.open.popThrough('template');
    page.formatting.clearToMarker();
    page.templateModes.pop();
    page.resetMode();
    page.process(token);
  },
  otherwise: ignore,
};

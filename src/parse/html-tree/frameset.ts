/** The insertion modes of pages that are made of frames (HTML, sections 13.2.6.4.20 and following). */
import type { Mode } from './builder.ts';
import { asIn, ignore, insert, insertText, insertVoid, rules } from './mode.ts';
import type { StartTag, Token } from './tokens.ts';

export const IN_FRAMESET: Mode = {
  space: insertText,
  start: rules<StartTag>({
    html: asIn('inBody'),
    frameset: insert,
    frame: insertVoid,
    noframes: asIn('inHead'),
  }),
  end: rules<Token>({
    frameset: (page) => {
      if (page.open.is('html')) return;
      page.open.pop();
      if (!page.open.is('frameset')) page.mode = 'afterFrameset';
    },
  }),
  otherwise: ignore,
};

export const AFTER_FRAMESET: Mode = {
  space: insertText,
  start: rules<StartTag>({ html: asIn('inBody'), noframes: asIn('inHead') }),
  end: rules<Token>({
    html: (page) => {
      page.mode = 'afterAfterFrameset';
    },
  }),
  otherwise: ignore,
};

export const AFTER_AFTER_FRAMESET: Mode = {
  space: asIn('inBody'),
  start: rules<StartTag>({ html: asIn('inBody'), noframes: asIn('inHead') }),
  otherwise: ignore,
};

/** The insertion modes up to the body (HTML, sections 13.2.6.4.1 to 13.2.6.4.6). */
import type { Mode, ModeName, Rule } from './builder.ts';
import { asIn, ignore, insertText, insertVoid, rules } from './mode.ts';
import { endTemplate, startTemplate } from './template.ts';
import type { StartTag, Token } from './tokens.ts';

export const INITIAL: Mode = {
  space: ignore,
  doctype: (page, { quirks }) => {
    page.quirks = quirks;
    page.mode = 'beforeHtml';
  },
  otherwise: (page, token) => {
    page.quirks = true;
    page.mode = 'beforeHtml';
    page.process(token);
  },
};

/** Opens an element whose tag is left out. */
function imply(name: 'html' | 'head' | 'body', mode: ModeName): Rule<Token> {
  return (page, token) => {
    const element = page.insertImplied(name);
    if (name === 'head') page.head = element;
    page.mode = mode;
    page.process(token);
  };
}

const implyHtml = imply('html', 'beforeHead');
export const BEFORE_HTML: Mode = {
  space: ignore,
  start: rules<StartTag>({
    html: (page, token) => {
      page.insert(token);
      page.mode = 'beforeHead';
    },
  }),
  end: rules({ 'head body html br': implyHtml }),
  otherEnd: ignore,
  otherwise: implyHtml,
};

const implyHead = imply('head', 'inHead');
export const BEFORE_HEAD: Mode = {
  space: ignore,
  start: rules<StartTag>({
    html: asIn('inBody'),
    head: (page, token) => {
      page.head = page.insert(token);
      page.mode = 'inHead';
    },
  }),
  end: rules({ 'head body html br': implyHead }),
  otherEnd: ignore,
  otherwise: implyHead,
};

const endHead: Rule<Token> = (page, token) => {
  page.open.pop();
  page.mode = 'afterHead';
  page.process(token);
};
export const IN_HEAD: Mode = {
  space: insertText,
  start: rules<StartTag>({
    html: asIn('inBody'),
    'base basefont bgsound link meta': insertVoid,
    title: (page, token) => page.insertWithText(token, 'rcdata'),
    noscript: (page, token) => {
      page.insert(token);
      page.mode = 'inHeadNoscript';
    },
    'noframes style': (page, token) => page.insertWithText(token, 'rawtext'),
    script: (page, token) => page.insertWithText(token, 'script'),
    template: startTemplate,
    head: ignore,
  }),
  end: rules<Token>({
    head: (page) => {
      page.open.pop();
      page.mode = 'afterHead';
    },
    'body html br': endHead,
    template: endTemplate,
  }),
  otherEnd: ignore,
  otherwise: endHead,
};

const endNoscript: Rule<Token> = (page, token) => {
  page.open.pop();
  page.mode = 'inHead';
  page.process(token);
};
export const IN_HEAD_NOSCRIPT: Mode = {
  space: asIn('inHead'),
  start: rules<StartTag>({
    html: asIn('inBody'),
    'basefont bgsound link meta noframes style': asIn('inHead'),
    'head noscript': ignore,
  }),
  end: rules<Token>({
    noscript: (page) => {
      page.open.pop();
      page.mode = 'inHead';
    },
    br: endNoscript,
  }),
  otherEnd: ignore,
  otherwise: endNoscript,
};

const implyBody = imply('body', 'inBody');
/** What belongs into the head goes there, though the head has ended. */
const putIntoHead: Rule<StartTag> = (page, token) => {
  const { head } = page;
  if (head === undefined) return;
  page.open.push(head);
  page.use('inHead', token);
  page.open.remove(head);
};
export const AFTER_HEAD: Mode = {
  space: insertText,
  start: rules<StartTag>({
    html: asIn('inBody'),
    body: (page, token) => {
      page.insert(token);
      page.framesetOk = false;
      page.mode = 'inBody';
    },
    frameset: (page, token) => {
      page.insert(token);
      page.mode = 'inFrameset';
    },
    'base basefont bgsound link meta noframes script style template title': putIntoHead,
    head: ignore,
  }),
  end: rules({ template: asIn('inHead'), 'body html br': implyBody }),
  otherEnd: ignore,
  otherwise: implyBody,
};

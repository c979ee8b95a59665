/**
 * Character references, `&amp;` and the like (HTML, section 13.2.5.72 and following). node-html-parser knows all names and
 * numbers; what is no reference is escaped for it first, because it takes some (`&eta=`, `&ltid` in a value) for one.
 */
import { TextNode } from 'node-html-parser';
import { words } from './elements.ts';

const NAMED = /&([a-z0-9]+)([;=]?)/gi;
/** The names that need no semicolon (HTML, section 13.5). */
const WITHOUT_SEMICOLON = words(
  'AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc Igrave Iuml ' +
    'LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute ' +
    'aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml ' +
    'frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp not ntilde oacute ' +
    'ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3 szlig thorn ' +
    'times uacute ucirc ugrave uml uuml yacute yen yuml',
);
const SHORTEST = 2;
const LONGEST = 6;

export function decodeReferences(raw: string): string {
  return decode(raw, (name, end) => {
    for (let length = Math.min(LONGEST, name.length); length >= SHORTEST; length--) {
      const start = name.slice(0, length);
      if (WITHOUT_SEMICOLON.has(start)) return `&${start};${name.slice(length)}${end}`;
    }
    return undefined;
  });
}

/** In the value of an attribute only a whole name counts: `&lt` is none in `?a=1&ltid=2`, nor in `?a=1&lt=2`. */
export function decodeValue(raw: string): string {
  return decode(raw, (name, end) => (end === '' && WITHOUT_SEMICOLON.has(name) ? `&${name};` : undefined));
}

/** @param complete makes a reference whole that has no semicolon, or an unknown name before it */
function decode(raw: string, complete: (name: string, end: string) => string | undefined): string {
  if (!raw.includes('&')) return raw;
  const whole = raw.replace(NAMED, (reference: string, name: string, end: string) =>
    end === ';' && isKnown(name) ? reference : (complete(name, end) ?? `&amp;${name}${end}`),
  );
  return new TextNode(whole).text;
}

/** The parser leaves what it does not know, its semicolon at least. */
function isKnown(name: string): boolean {
  if (WITHOUT_SEMICOLON.has(name) || name === 'semi') return true;
  const { text } = new TextNode(`&${name};`);
  return text.length <= 2 && !text.endsWith(';');
}

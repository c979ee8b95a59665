/**
 * Character references, `&amp;` and the like (HTML, section 13.2.5.72 and following). node-html-parser knows all names and
 * numbers, and is asked for each once: 2 MiB hold half a million of them.
 */
import { TextNode } from 'node-html-parser';
import { words } from './elements.ts';

/** A reference by number, or by name with what follows it. */
const REFERENCE = /&(?:(#(?:\d+|x[\da-f]+);?)|([a-z\d]+)([;=]?))/gi;
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
/** No name of the standard is longer, and no number means a character that has more digits, leading zeros aside. */
const LONGEST_NAME = 32;
/** References whose meaning is kept. */
const MAX_KNOWN = 10_000;

/** The text of a page without its references. */
export function decodeReferences(raw: string): string {
  return decode(raw, (name, end) => {
    for (let length = Math.min(LONGEST, name.length); length >= SHORTEST; length--) {
      const start = name.slice(0, length);
      if (WITHOUT_SEMICOLON.has(start)) return `${meaningOf(`${start};`)}${name.slice(length)}${end}`;
    }
    return undefined;
  });
}

/** In the value of an attribute only a whole name counts: `&lt` is none in `?a=1&ltid=2`, nor in `?a=1&lt=2`. */
export function decodeValue(raw: string): string {
  return decode(raw, (name, end) =>
    end === '' && WITHOUT_SEMICOLON.has(name) ? meaningOf(`${name};`) : undefined,
  );
}

/** @param completed what a name means that has no semicolon, or an unknown name with one */
function decode(raw: string, completed: (name: string, end: string) => string | undefined): string {
  if (!/&[a-z\d#]/i.test(raw)) return raw;
  return raw.replace(
    REFERENCE,
    (reference: string, number: string | undefined, name: string | undefined, end: string | undefined) => {
      if (number !== undefined) return meaningOf(number) ?? reference;
      if (name === undefined) return reference;
      const whole = end === ';' && name.length <= LONGEST_NAME ? meaningOf(`${name};`) : undefined;
      return whole ?? completed(name, end ?? '') ?? reference;
    },
  );
}

const MEANINGS = new Map<string, string | undefined>();

/** What the parser makes of `&` and this; `undefined` where it knows no such name. */
function meaningOf(reference: string): string | undefined {
  if (MEANINGS.has(reference)) return MEANINGS.get(reference);
  const { text } = new TextNode(`&${reference}`);
  // Of an unknown name it leaves the semicolon at least, and no character that has a name takes more than two units.
  const isKnown =
    reference.startsWith('#') || reference === 'semi;' || (text.length <= 2 && !text.endsWith(';'));
  const meaning = isKnown ? text : undefined;
  if (MEANINGS.size >= MAX_KNOWN) MEANINGS.clear();
  MEANINGS.set(reference, meaning);
  return meaning;
}

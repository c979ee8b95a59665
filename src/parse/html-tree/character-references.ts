/**
 * Character references, `&amp;` and the like (HTML, section 13.2.5.72 and following). node-html-parser knows all names and
 * numbers; what is no reference is escaped for it first, because it takes some (`&eta=`, `&ltid` in a value) for one.
 */
import { TextNode } from 'node-html-parser';
import { words } from './elements.ts';

const NAMED = /&([a-z0-9]+)([;=]?)/gi;
const NAMED_WHOLE = /&([a-z0-9]+);/gi;
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

/** @param completed makes a reference whole that has no semicolon, or an unknown name before it */
function decode(raw: string, completed: (name: string, end: string) => string | undefined): string {
  if (!/&[a-z0-9#]/i.test(raw)) return raw;
  const known = knownNames(raw);
  let decodable = raw.includes('&#');
  const whole = raw.replace(NAMED, (reference: string, name: string, end: string) => {
    const complete = end === ';' && known.has(name) ? reference : completed(name, end);
    decodable ||= complete !== undefined;
    return complete ?? `&amp;${name}${end}`;
  });
  return decodable ? new TextNode(whole).text : raw;
}

/** The names with a semicolon that the parser knows: of others it leaves the semicolon at least. */
function knownNames(raw: string): ReadonlySet<string> {
  const names = new Set(Array.from(raw.matchAll(NAMED_WHOLE), ([, name = '']) => name));
  const asked = [...names].filter((name) => !WITHOUT_SEMICOLON.has(name) && name !== 'semi');
  if (asked.length === 0) return names;
  // No reference stands for the character between them.
  const answers = new TextNode(asked.map((name) => `&${name};`).join('\0')).text.split('\0');
  for (const [index, name] of asked.entries()) {
    const answer = answers[index] ?? '';
    if (answer.length > 2 || answer.endsWith(';')) names.delete(name);
  }
  return names;
}

/** Which doctypes put a page into quirks mode, where a table does not end a paragraph (HTML, section 13.2.6.4.1). */

/** Public identifiers of quirks mode, by how they begin, in lower case. */
const QUIRKS = [
  /^-\/\/w3o\/\/dtd w3 html strict 3\.0\/\/en\/\/$/,
  /^-\/w3c\/dtd html 4\.0 transitional\/en$/,
  /^html$/,
  /^\+\/\/silmaril\/\/dtd html pro v0r11 19970101\/\//,
  /^-\/\/(as|advasoft ltd)\/\/dtd html 3\.0 aswedit \+ extensions\/\//,
  /^-\/\/ietf\/\/dtd html( 2\.0)?( strict)?( level [0-3])?\/\//,
  /^-\/\/ietf\/\/dtd html (2\.1e|3|3\.0|3\.2|3\.2 final)\/\//,
  /^-\/\/metrius\/\/dtd metrius presentational\/\//,
  /^-\/\/microsoft\/\/dtd internet explorer [23]\.0 (html strict|html|tables)\/\//,
  /^-\/\/netscape comm\. corp\.\/\/dtd (strict )?html\/\//,
  /^-\/\/o'reilly and associates\/\/dtd html (2|extended 1|extended relaxed 1)\.0\/\//,
  /^-\/\/sq\/\/dtd html 2\.0 hotmetal \+ extensions\/\//,
  /^-\/\/softquad software\/\/dtd hotmetal pro 6\.0::19990601::extensions to html 4\.0\/\//,
  /^-\/\/softquad\/\/dtd hotmetal pro 4\.0::19971010::extensions to html 4\.0\/\//,
  /^-\/\/spyglass\/\/dtd html 2\.0 extended\/\//,
  /^-\/\/sun microsystems corp\.\/\/dtd hotjava (strict )?html\/\//,
  /^-\/\/w3c\/\/dtd html (3 1995-03-24|3\.2 draft|3\.2 final|3\.2|3\.2s draft)\/\//,
  /^-\/\/w3c\/\/dtd html (4\.0 frameset|4\.0 transitional|experimental 19960712|experimental 970421)\/\//,
  /^-\/\/(w3c\/\/dtd w3 html|w3o\/\/dtd w3 html 3\.0)\/\//,
  /^-\/\/webtechs\/\/dtd mozilla html( 2\.0)?\/\//,
];
/** The same where there is no system identifier. */
const QUIRKS_ALONE = /^-\/\/w3c\/\/dtd html 4\.01 (frameset|transitional)\/\//;
const QUIRKS_SYSTEM = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';

/** @returns whether a doctype, without `<!doctype` and `>`, asks for quirks mode */
export function readDoctype(text: string): boolean {
  const [, name, rest = ''] = /^[\t\n\f ]*([^\t\n\f ]+)([\s\S]*)$/.exec(text) ?? [];
  if (name?.toLowerCase() !== 'html') return true;
  const [keyword, kind = ''] = /^[\t\n\f ]*(public|system)/i.exec(rest) ?? [];
  if (keyword === undefined) return /[^\t\n\f ]/.test(rest);
  const isPublic = kind.toLowerCase() === 'public';
  const first = readIdentifier(rest.slice(keyword.length));
  if (first === undefined) return true;
  const second = isPublic ? readIdentifier(first.rest) : undefined;
  if (isPublic && second === undefined && /^[\t\n\f ]*[^\t\n\f ]/.test(first.rest)) return true;
  if (!isPublic) return first.value === QUIRKS_SYSTEM;
  return (
    QUIRKS.some((pattern) => pattern.test(first.value)) ||
    second?.value === QUIRKS_SYSTEM ||
    (second === undefined && QUIRKS_ALONE.test(first.value))
  );
}

/** An identifier in lower case and what follows it; an identifier that is not quoted, or not closed, is none. */
function readIdentifier(text: string): { readonly value: string; readonly rest: string } | undefined {
  const start = text.search(/[^\t\n\f ]/);
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const end = text.indexOf(quote, start + 1);
  return end < 0 ? undefined : { value: text.slice(start + 1, end).toLowerCase(), rest: text.slice(end + 1) };
}

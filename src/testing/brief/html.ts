/** What a brief asks to change in the HTML of a page, done on its text. */

const HEADING = 'Harbour office';
const PROSE = `<p>${'Ships arrive and leave with the tide, and the office tells when. '.repeat(5)}</p>`;

/** Returns the page as plain Markdown: its title as a heading, and its text. */
export function markdownOf(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? HEADING;
  const text = html
    .replace(/<(head|script|style|noscript|title)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return `# ${title.trim()}\n\n${text.trim()}\n`;
}

/** Adds lines to the head. */
export function inHead(html: string, lines: string): string {
  const place = [/(?=<\/head>)/i, /(?<=<\/title>)/i, /(?<=<html[^>]*>)/i, /(?<=<!doctype[^>]*>)/i];
  const found = place.find((one) => one.test(html));
  return found === undefined ? lines + html : html.replace(found, () => lines);
}

/** Adds lines at the end of the body. */
export function inBody(html: string, lines: string): string {
  return /<\/body>/i.test(html) ? html.replace(/(?=<\/body>)/i, () => lines) : html + lines;
}

/** Returns the page without the elements that match. */
export const without = (html: string, pattern: RegExp): string => html.replace(pattern, '');

/** Makes the first heading an h1, or adds one. */
export function withHeading(html: string): string {
  return /<h2\b/i.test(html)
    ? html.replace(/<h2\b([^>]*)>([\s\S]*?)<\/h2>/i, '<h1$1>$2</h1>')
    : inBody(html, `<h1>${HEADING}</h1>`);
}

/** Adds the text that visitors read. */
export const withText = (html: string): string => inBody(html, PROSE);

/** Whether two answers are the same page, as a site's page for unknown paths is under every path. */

/** The part of an answer that is compared. */
export interface Page {
  readonly url: string;
  readonly text: string;
}

/**
 * True for equal texts, and for texts that are equal once the paths themselves, numbers, nonces and tokens are dropped
 * (contract: checks.md, "Soft 404").
 */
export function samePage(a: Page, b: Page): boolean {
  if (a.text === b.text) return true;
  // Both paths go from both texts: a page may name the other path for reasons of its own, in its navigation say.
  const paths = [...pathForms(a.url), ...pathForms(b.url)].sort((one, other) => other.length - one.length);
  const [first, second] = [essence(a.text, paths), essence(b.text, paths)];
  // Texts of which nothing is left (two numbers, two tokens) say nothing of each other.
  return first === second && first.trim() !== '';
}

/** How a page may show its path: as it is, decoded, escaped, and without the first slash. */
function pathForms(url: string): string[] {
  const { pathname, search } = new URL(url);
  return [pathname + search, pathname, decoded(pathname)]
    .flatMap((form) => [form, escapeHtml(form)])
    .flatMap((form) => [form, form.slice(1)])
    .filter((form) => form.length > 1);
}

function essence(text: string, paths: readonly string[]): string {
  const pathless = [...new Set(paths)].reduce((rest, path) => rest.replaceAll(path, ''), text);
  return pathless
    .replace(/\b(nonce|integrity|data-cf-beacon|csrf-token)=("[^"]*"|'[^']*')/gi, '')
    .replace(/[A-Za-z0-9+/_-]{16,}={0,2}|\w+/g, (token) => (/\d/.test(token) ? '' : token))
    .replace(/\s+/g, ' ');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

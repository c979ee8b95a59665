/** Whether two answers are the same page, as a site's page for unknown paths is under every path. */

/** The part of an answer that is compared. */
export interface Page {
  readonly url: string;
  readonly text: string;
}

/**
 * True for equal texts, and for texts that are equal once the path itself, numbers, nonces and tokens are dropped
 * (contract: checks.md, "Soft 404").
 */
export function samePage(a: Page, b: Page): boolean {
  return a.text === b.text || essence(a) === essence(b);
}

function essence(page: Page): string {
  const { pathname, search } = new URL(page.url);
  const path = pathname + search;
  let text = page.text;
  // The path may be shown as it is, decoded or escaped; the root's single slash is too common to drop.
  for (const form of new Set([path, pathname, decoded(pathname)])) {
    if (form.length > 1)
      text = text.replaceAll(form, '').replaceAll(escapeHtml(form), '').replaceAll(form.slice(1), '');
  }
  return text
    .replace(/\b(nonce|integrity|data-cf-beacon|csrf-token)=("[^"]*"|'[^']*')/gi, '')
    .replace(/\b[A-Za-z0-9+/_-]{16,}={0,2}/g, (token) => (/\d/.test(token) ? '' : token))
    .replace(/\d+/g, '')
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

/** Tells screen readers about a change that does not move the focus. The layout has the element for it. */

/** The empty text takes back what was said, so that the same text can be said again. */
export function announce(text: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = text;
}

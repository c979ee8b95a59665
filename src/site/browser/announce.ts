/** Tells screen readers what has changed where the focus has not moved. The layout has the place for it. */

/** The empty text takes back what was said, so that the same text can be said again. */
export function announce(text: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = text;
}

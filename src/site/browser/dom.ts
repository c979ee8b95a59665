/** Finding and making elements, and telling screen readers of changes. */

/** An element whose attributes are this project's own; children that are strings become text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @throws Error where the page has no such element of that type */
export function need<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

/**
 * Tells screen readers about a change that does not move the focus. The layout has the element for it. The empty text takes
 * back what was said, so that the same text can be said again.
 */
export function announce(text: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = text;
}

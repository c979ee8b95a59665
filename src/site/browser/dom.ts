/** Creates an element. Strings in `children` become text nodes. Attributes must not contain text from audited sites. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Element | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

/** @throws Error if the page has no element with this id and type */
export function need<T extends HTMLElement>(id: string, type: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
  return found;
}

/** Announces text to screen readers. To announce the same text again, pass an empty string first. */
export function announce(text: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = text;
}

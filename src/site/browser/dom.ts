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

/** Announces a text to screen readers. Pass an empty text first to announce the same text again. */
export function announce(text: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = text;
}

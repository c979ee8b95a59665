/**
 * The document that a stored scorecard was read from. Reading gives the parts that this version knows. Writing starts from
 * the whole document, so parts of other versions are not lost.
 */

/** By what was read. */
const documents = new WeakMap<object, unknown>();

/** Notes that `read` was read from `document`. */
export function remember(read: object, document: unknown): void {
  documents.set(read, document);
}

/** Whether it was read, and not made by this program just now. */
export function isRead(one: object): boolean {
  return documents.has(one);
}

/** What it was read from; itself where it was not read. */
export function documentOf(one: object): unknown {
  return documents.get(one) ?? one;
}

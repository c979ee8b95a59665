/**
 * The list of active formatting elements, which go on after the element that they stand in has ended, and the adoption
 * agency algorithm, which sorts out those that are closed in the wrong order (HTML, sections 13.2.4.3 and 13.2.6.4.7).
 */
import { SCOPES, SPECIAL } from './elements.ts';
import type { OpenElements } from './open-elements.ts';
import { append, moveChildren, type TreeElement } from './tree.ts';

/** What the list needs of the tree builder. */
export interface FormattingHost {
  readonly open: OpenElements;
  /** Makes an element like that one, as its start tag would again. */
  clone(element: TreeElement): TreeElement;
  insertElement(element: TreeElement): void;
  /** Puts an element where one would be put if that other were the current node. */
  insertAt(element: TreeElement, target: TreeElement): void;
}

interface Entry {
  /** A marker is an entry without an element. */
  element: TreeElement | undefined;
  /** Equal elements have equal keys: long attributes are compared again and again. */
  readonly key: string;
}

/** "The Noah's Ark clause": of equal elements the list holds three. */
const MAX_EQUAL = 3;
const OUTER_LIMIT = 8;
const INNER_LIMIT = 3;

export class FormattingList {
  readonly #entries: Entry[] = [];
  readonly #host: FormattingHost;

  constructor(host: FormattingHost) {
    this.#host = host;
  }

  addMarker(): void {
    this.#entries.push({ element: undefined, key: '' });
  }

  clearToMarker(): void {
    while (this.#entries.length > 0 && this.#entries.pop()?.element !== undefined);
  }

  add(element: TreeElement): void {
    const key = keyOf(element);
    this.#host.open.lookedAt(this.#entries.length);
    const marker = this.#entries.findLastIndex((entry) => entry.element === undefined);
    let equal = 0;
    for (let index = this.#entries.length - 1; index > marker; index--) {
      if (this.#entries[index]?.key !== key) continue;
      equal += 1;
      if (equal === MAX_EQUAL) this.#entries.splice(index, 1);
    }
    this.#entries.push({ element, key });
  }

  /** The last one of that name after the last marker. */
  find(name: string): TreeElement | undefined {
    this.#host.open.lookedAt(this.#entries.length);
    return this.#entries.findLast(({ element }) => element === undefined || element.name === name)?.element;
  }

  remove(element: TreeElement): void {
    const index = this.#indexOf(element);
    if (index >= 0) this.#entries.splice(index, 1);
  }

  /** Opens again what was closed before its end tag. */
  reconstruct(): void {
    let index = this.#entries.length;
    while (index > 0 && !this.#isOpen(this.#entries[index - 1]?.element)) index -= 1;
    for (const entry of this.#entries.slice(index)) {
      if (entry.element === undefined) continue;
      entry.element = this.#host.clone(entry.element);
      this.#host.insertElement(entry.element);
    }
  }

  /** @returns false where no formatting element of that name is there to be closed, and any other end tag's rules hold */
  adopt(name: string): boolean {
    const { open } = this.#host;
    const { current } = open;
    if (current?.name === name && this.#indexOf(current) < 0) {
      open.pop();
      return true;
    }
    for (let round = 0; round < OUTER_LIMIT; round++) {
      const element = this.find(name);
      if (element === undefined) return false;
      const index = open.indexOf(element);
      if (index < 0) {
        this.remove(element);
        return true;
      }
      if (!open.hasElementInScope(element, SCOPES.element)) return true;
      const block = this.#furthestBlock(index);
      if (block === undefined) {
        open.cutTo(index);
        this.remove(element);
        return true;
      }
      this.#adoptInto(block, element, index);
    }
    return true;
  }

  /** The outermost special element within the one at `index`. */
  #furthestBlock(index: number): TreeElement | undefined {
    const { open } = this.#host;
    open.lookedAt(open.depth - index);
    for (let inner = index + 1; inner < open.depth; inner++) {
      const element = open.at(inner);
      if (element !== undefined && SPECIAL.has(element.name)) return element;
    }
    return undefined;
  }

  #adoptInto(block: TreeElement, element: TreeElement, index: number): void {
    const { open } = this.#host;
    const ancestor = open.at(index - 1);
    let bookmark = this.#indexOf(element);
    let last = block;
    let steps = 0;
    for (let at = open.indexOf(block) - 1; at > index; at--) {
      const node = open.at(at);
      if (node === undefined) break;
      steps += 1;
      const index = this.#indexOf(node);
      const entry = this.#entries[index];
      if (entry === undefined || steps > INNER_LIMIT) {
        if (entry !== undefined) {
          this.#entries.splice(index, 1);
          if (index < bookmark) bookmark -= 1;
        }
        open.remove(node);
        continue;
      }
      const again = this.#host.clone(node);
      entry.element = again;
      open.replace(at, again);
      if (last === block) bookmark = index + 1;
      append(last, again);
      last = again;
    }
    if (ancestor !== undefined) this.#host.insertAt(last, ancestor);
    const again = this.#host.clone(element);
    moveChildren(block, again);
    append(again, block);
    const own = this.#indexOf(element);
    const [entry] = this.#entries.splice(own, 1);
    if (entry !== undefined) {
      entry.element = again;
      this.#entries.splice(own < bookmark ? bookmark - 1 : bookmark, 0, entry);
    }
    open.remove(element);
    open.insertAt(open.indexOf(block) + 1, again);
  }

  #indexOf(element: TreeElement): number {
    this.#host.open.lookedAt(this.#entries.length);
    return this.#entries.findLastIndex((entry) => entry.element === element);
  }

  #isOpen(element: TreeElement | undefined): boolean {
    return element === undefined || this.#host.open.indexOf(element) >= 0;
  }
}

function keyOf({ name, attributes }: TreeElement): string {
  const pairs = [...attributes].map(([attribute, value]) => `${attribute}=${value}`);
  return [name, ...pairs.sort()].join('\0');
}

/** The stack of open elements (HTML, section 13.2.4.2). */
import { IMPLIED_END, type Names } from './elements.ts';
import type { TreeElement } from './tree.ts';

export class OpenElements {
  readonly #stack: TreeElement[] = [];
  /** How many of each name are open: most questions are for a name of which there is none. */
  readonly #count = new Map<string, number>();

  #steps = 0;

  /** How many elements have been looked at in all searches. */
  get steps(): number {
    return this.#steps;
  }

  get depth(): number {
    return this.#stack.length;
  }

  /** The current node; only before the first element is there none. */
  get current(): TreeElement | undefined {
    return this.#stack.at(-1);
  }

  /** Counts what others looked at on behalf of a tag: the list of active formatting elements. */
  lookedAt(elements: number): void {
    this.#steps += elements;
  }

  at(index: number): TreeElement | undefined {
    return this.#stack[index];
  }

  is(name: string): boolean {
    return this.current?.name === name;
  }

  isOneOf(names: Names): boolean {
    return this.current !== undefined && names.has(this.current.name);
  }

  has(name: string): boolean {
    return (this.#count.get(name) ?? 0) > 0;
  }

  indexOf(element: TreeElement): number {
    return this.has(element.name) ? this.#stack.lastIndexOf(element) : -1;
  }

  /** The first from the current node outwards that is wanted, unless a barrier stands before it. */
  find(
    isWanted: (element: TreeElement) => boolean,
    isBarrier: (element: TreeElement) => boolean = () => false,
  ): TreeElement | undefined {
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      const element = this.#stack[index];
      if (element === undefined) break;
      this.#steps += 1;
      if (isWanted(element)) return element;
      if (isBarrier(element)) break;
    }
    return undefined;
  }

  /** The last one of that name. */
  lastIndexOfName(name: string): number {
    return this.has(name) ? this.#stack.findLastIndex((element) => element.name === name) : -1;
  }

  hasInScope(name: string, scope: Names): boolean {
    return this.has(name) && this.#reaches((element) => element.name === name, scope);
  }

  hasOneInScope(names: Names, scope: Names): boolean {
    return this.#reaches((element) => names.has(element.name), scope);
  }

  hasElementInScope(wanted: TreeElement, scope: Names): boolean {
    return this.has(wanted.name) && this.#reaches((element) => element === wanted, scope);
  }

  push(element: TreeElement): void {
    this.#stack.push(element);
    this.#counted(element, 1);
  }

  pop(): void {
    const element = this.#stack.pop();
    if (element !== undefined) this.#counted(element, -1);
  }

  /** Pops up to the first of that name, or of those names, which goes too. */
  popThrough(name: string): void {
    while (this.depth > 0) {
      const last = this.is(name);
      this.pop();
      if (last) return;
    }
  }

  popThroughOneOf(names: Names): void {
    while (this.depth > 0 && !this.isOneOf(names)) this.pop();
    this.pop();
  }

  popThroughElement(element: TreeElement): void {
    this.cutTo(this.indexOf(element));
  }

  /** Pops up to the first of those names, which stays ("clear the stack back to a … context"). */
  clearTo(names: Names): void {
    while (this.depth > 0 && !this.isOneOf(names)) this.pop();
  }

  /** Leaves that many elements open. */
  cutTo(depth: number): void {
    while (this.depth > Math.max(depth, 0)) this.pop();
  }

  endImplied(names: Names = IMPLIED_END, except?: string): void {
    while (this.isOneOf(names) && !(except !== undefined && this.is(except))) this.pop();
  }

  remove(element: TreeElement): void {
    const index = this.indexOf(element);
    if (index < 0) return;
    this.#stack.splice(index, 1);
    this.#counted(element, -1);
  }

  replace(index: number, element: TreeElement): void {
    const replaced = this.#stack[index];
    if (replaced !== undefined) this.#counted(replaced, -1);
    this.#stack[index] = element;
    this.#counted(element, 1);
  }

  insertAt(index: number, element: TreeElement): void {
    this.#stack.splice(index, 0, element);
    this.#counted(element, 1);
  }

  #reaches(isWanted: (element: TreeElement) => boolean, scope: Names): boolean {
    return this.find(isWanted, (element) => scope.has(element.name)) !== undefined;
  }

  #counted({ name }: TreeElement, by: number): void {
    this.#count.set(name, (this.#count.get(name) ?? 0) + by);
  }
}

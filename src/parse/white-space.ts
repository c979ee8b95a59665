/** White space as a page shows it: each run of it is one space. */

/** Folds white space and drops it at both ends. */
export function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The length of a text that arrives in pieces, each run of white space counted as one character. */
export class FoldedLength {
  #length = 0;
  #endsInSpace = true;

  get length(): number {
    return this.#endsInSpace ? Math.max(0, this.#length - 1) : this.#length;
  }

  add(text: string): void {
    const folded = text.replace(/\s+/g, ' ');
    const addition = this.#endsInSpace && folded.startsWith(' ') ? folded.slice(1) : folded;
    if (addition === '') return;
    this.#length += addition.length;
    this.#endsInSpace = addition.endsWith(' ');
  }
}

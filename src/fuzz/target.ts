/** What the fuzzer feeds: a reader of hostile text, how inputs for it are made, and what must hold of what it gives. */
import type fc from 'fast-check';

/** An input is a string whatever is read: of bytes each character is one (Latin-1). */
export interface FuzzTarget {
  readonly name: string;
  readonly inputs: fc.Arbitrary<string>;
  /**
   * Feeds one input.
   *
   * @throws what the code throws and must not, and `Violation` where a promise is broken
   */
  readonly run: (input: string) => void | Promise<void>;
  /**
   * The shapes that are hardest for the algorithms behind it, by name: what nests, branches, looks back or repeats a long
   * thing. Each makes an input of about that many characters. The bench measures them, and tests run them.
   */
  readonly worst: Readonly<Record<string, (size: number) => string>>;
}

/** A property that does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

export function must(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Violation(what());
}

export function atMost(what: string, count: number, max: number): void {
  must(count <= max, () => `${count} ${what}, and the limit is ${max}`);
}

/** Control characters, and what else a terminal or an editor would interpret. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** One line without control characters, of at most so many characters. */
export function mustBePlain(what: string, text: string, max: number): void {
  atMost(`characters of ${what}`, text.length, max);
  must(!CONTROLS.test(text), () => `${what} has a control character: ${JSON.stringify(text)}`);
}

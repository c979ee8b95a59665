/** The requests that are missing in a recording, with names that a person can understand. */

import type { Unrecorded } from '../io/replay.ts';
import { plain } from '../parse/text.ts';

/** How many are named, and how much of each, in characters. */
const MOST_LISTED = 20;
const NAME_CHARS = 200;
const BODY_CHARS = 60;

export class MissingRequests {
  readonly #names = new Set<string>();
  #total = 0;

  add(asked: Unrecorded): void {
    this.#total += 1;
    if (this.#names.size < MOST_LISTED) this.#names.add(nameOf(asked));
  }

  get total(): number {
    return this.#total;
  }

  /** `GET https://example.com/robots.txt`, each once, the first of them. */
  listed(): readonly string[] {
    return [...this.#names];
  }
}

function nameOf(asked: Unrecorded): string {
  if ('name' in asked) return plain(`DNS ${asked.type} ${asked.name}`, NAME_CHARS);
  const { method, url, body } = asked;
  const sent = body === undefined ? '' : ` ${plain(body, BODY_CHARS)}`;
  return `${plain(`${method} ${url}`, NAME_CHARS)}${sent}`;
}

/** Where the audited site is, and what it says of itself under another address (`--canonical-origin`). */
import type { CanonicalOrigin } from '../parse/canonical-origin.ts';

export class OwnAddress {
  readonly #canonical: CanonicalOrigin;
  /** The root URL that the caller asked for. */
  readonly #start: string;
  /** The origin that is audited, as far as it is known. */
  #home: string;
  #isSettled = false;

  /** @param start the root URL of the site */
  constructor(canonical: CanonicalOrigin, start: string) {
    this.#canonical = canonical;
    this.#start = start;
    this.#home = new URL(start).origin;
  }

  /** The first answer of the root shows where the site is: what it says is read as said of that place. */
  answered(first: string, last: string): void {
    if (this.#isSettled || first !== this.#start) return;
    this.redirectTo(last);
  }

  /** The site of this URL is the audited one. */
  redirectTo(url: string): void {
    this.#isSettled = true;
    this.#home = new URL(url).origin;
  }

  /** A URL, at the site itself where it is one of the canonical origin. */
  urlOf(href: string): string {
    return this.#canonical.urlAt(href, this.#home);
  }

  /** How a text of the site is read. */
  readonly rewrite = (text: string): string => this.#canonical.textAt(text, this.#home);

  /** Why a redirect ends nowhere, though it leads to the site: it leaves for the address that it is audited in place of. */
  whyLost(location: URL): string | undefined {
    return this.#canonical.origin === location.origin
      ? `redirects to ${location.origin}, whose place it takes in this audit`
      : undefined;
  }
}

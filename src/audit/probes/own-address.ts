/** Knows where the audited site is, and which other address it uses for itself (`--canonical-origin`). */
import type { CanonicalOrigin } from '../parse/canonical-origin.ts';

export class OwnAddress {
  readonly #canonical: CanonicalOrigin;
  /** The root URL that the caller typed. */
  readonly #start: string;
  /** The audited origin, as far as it is known. */
  #home: string;
  #isSettled = false;

  /** @param start the root URL of the site */
  constructor(canonical: CanonicalOrigin, start: string) {
    this.#canonical = canonical;
    this.#start = start;
    this.#home = new URL(start).origin;
  }

  /** Learns from the root's first response where the site is. The response's texts are read as if from there. */
  answered(first: string, last: string): void {
    if (this.#isSettled || first !== this.#start) return;
    this.redirectTo(last);
  }

  /** Makes the site of this URL the audited one. */
  redirectTo(url: string): void {
    this.#isSettled = true;
    this.#home = new URL(url).origin;
  }

  /** Returns a URL. If it belongs to the canonical origin, it is moved to the site itself. */
  urlOf(href: string): string {
    return this.#canonical.urlAt(href, this.#home);
  }

  /** Rewrites addresses in a text of the site. */
  readonly rewrite = (text: string): string => this.#canonical.textAt(text, this.#home);

  /** Returns why a redirect within the site is lost: it leads to the canonical address. */
  whyLost(location: URL): string | undefined {
    return this.#canonical.origin === location.origin
      ? `redirects to ${location.origin}, whose place it takes in this audit`
      : undefined;
  }
}

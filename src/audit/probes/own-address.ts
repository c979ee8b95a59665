/** The address of the audited site, and the canonical origin, which the site uses in its URLs (`--canonical-origin`). */
import type { CanonicalOrigin } from '../parse/canonical-origin.ts';

export class OwnAddress {
  readonly #canonical: CanonicalOrigin;
  /** The root URL that the caller typed. */
  readonly #start: string;
  /** The site's real origin: the origin of the typed URL, or the one to which the site redirects. */
  #home: string;
  #isSettled = false;

  constructor(canonical: CanonicalOrigin, start: string) {
    this.#canonical = canonical;
    this.#start = start;
    this.#home = new URL(start).origin;
  }

  /** Sets the site's real origin after the first response for the root URL, before `rewrite` is applied to the response. */
  answered(first: string, last: string): void {
    if (this.#isSettled || first !== this.#start) return;
    this.redirectTo(last);
  }

  /** Sets the site's real origin to the origin of this URL. */
  redirectTo(url: string): void {
    this.#isSettled = true;
    this.#home = new URL(url).origin;
  }

  /** Returns the URL to request, in which the site's real origin replaces the canonical origin. */
  urlOf(href: string): string {
    return this.#canonical.urlAt(href, this.#home);
  }

  /** Replaces the canonical origin in a text from the site with the site's real origin. */
  readonly rewrite = (text: string): string => this.#canonical.textAt(text, this.#home);

  /** Returns why a redirect to the canonical origin is not followed; `undefined` for any other redirect. */
  whyLost(location: URL): string | undefined {
    return this.#canonical.origin === location.origin
      ? `redirects to ${location.origin}, the canonical origin, which is not audited`
      : undefined;
  }
}

/** Sends one audit's requests to other sites. They are few and have no body, because the audited site chooses their targets. */

import { sameSite } from '../../base/same-site.ts';
import type { Reply } from '../evidence/reply.ts';
import type { HttpRequest } from '../io/io.ts';
import type { Paced } from './pace.ts';

/** The reasons for requests to other sites, the most important first. */
const PURPOSES = ['redirect', 'named', 'sample'] as const;
type Purpose = (typeof PURPOSES)[number];

/** Permission to send a request. `again` allows one retry if the request fails. */
interface Turn {
  readonly again: boolean;
}

/** A request that waits for its turn. `start` receives `undefined` if the request may not be sent. */
interface Waiting {
  readonly rank: string;
  /** Whether this is one of several similar requests. These are not retried. */
  readonly isSample: boolean;
  readonly start: (turn: Turn | undefined) => void;
}

type Send = (request: HttpRequest, repeats: 'one' | 'none') => Promise<Paced>;

export class OtherSites {
  /** URLs of the audited sites. If the list is empty, every site counts as audited. */
  readonly #siteUrls: string[];
  readonly #allow = new Set<string>();
  readonly #requests = new Map<string, Promise<Paced | undefined>>();
  #requestsLeft: number;
  #underWay = 0;
  #waiting: Waiting[] = [];
  #planned = false;

  /** Allows at most `limit` requests to other sites. `site` is a URL on the audited site. */
  constructor(limit: number, site?: string) {
    this.#requestsLeft = limit;
    this.#siteUrls = site === undefined ? [] : [site];
  }

  /** Treats the site of this URL as audited too. */
  adopt(url: string): void {
    if (this.#siteUrls.length > 0) this.#siteUrls.push(url);
  }

  /** Treats only this origin, not the rest of its site, as the audited site's own. */
  allow(origin: string): void {
    this.#allow.add(origin);
  }

  /** Returns whether a URL is on another site (registrable domain). Origins passed to `allow` count as the audited site's. */
  includes(url: string): boolean {
    if (this.#allow.has(new URL(url).origin)) return false;
    return this.#siteUrls.length > 0 && !this.#siteUrls.some((siteUrl) => sameSite(siteUrl, url));
  }

  /** Sends a request to any site. Waiting requests to other sites start when no request of the audit is in flight. */
  async during<T>(send: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await send();
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }

  /** Sends a request to another site. Equal requests are sent once. Returns `undefined` if no more requests are allowed. */
  ask(request: HttpRequest, purpose: Purpose, send: Send): Promise<Paced | undefined> {
    const key = JSON.stringify([request.method, request.url, request.headers]);
    let paced = this.#requests.get(key);
    if (paced === undefined) {
      paced = this.#inTurn(purpose, key, ({ again }) =>
        this.during(() => send({ ...request, once: true }, again ? 'one' : 'none')),
      );
      this.#requests.set(key, paced);
    }
    return paced;
  }

  async #inTurn(purpose: Purpose, key: string, run: (turn: Turn) => Promise<Paced>) {
    const turn = await new Promise<Turn | undefined>((start) => {
      const rank = `${PURPOSES.indexOf(purpose)} ${key}`;
      this.#waiting.push({ rank, isSample: purpose === 'sample', start });
      this.#plan();
    });
    if (turn === undefined) return undefined;
    const paced = await run(turn);
    if (turn.again && paced.tries.length === 1) this.#requestsLeft += 1;
    return paced;
  }

  /** Chooses which waiting requests to send when none is in flight, so the choice does not depend on the speed of responses. */
  #plan(): void {
    if (this.#planned || this.#underWay > 0 || this.#waiting.length === 0) return;
    this.#planned = true;
    // When this callback runs, the requests that result from the last response are waiting too.
    setImmediate(() => {
      this.#planned = false;
      if (this.#underWay === 0) this.#giveOut();
    });
  }

  #giveOut(): void {
    const inOrder = this.#waiting.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
    this.#waiting = [];
    const granted = inOrder.splice(0, this.#requestsLeft);
    this.#requestsLeft -= granted.length;
    for (const { isSample, start } of granted) {
      const again = !isSample && this.#requestsLeft > 0;
      if (again) this.#requestsLeft -= 1;
      start({ again });
    }
    for (const { start } of inOrder) start(undefined);
  }
}

/** Returns the result of a request beyond the limit. `url` is the URL that was not requested: `firstUrl` or a redirect target. */
export function overLimit(firstUrl: string, url: string, limit: number): Reply & { kind: 'aborted' } {
  const led = url === firstUrl ? '' : `redirected to ${new URL(url).origin}; `;
  const message = `${led}an audit sends at most ${limit} requests to other sites`;
  return { kind: 'aborted', requestedUrl: firstUrl, message, overLimit: true };
}

/**
 * The requests of one audit to other sites: few, and none with a body (.github/DECISIONS.md, "One audit"). The audited
 * site decides where they go, by its links and redirects, so it could point them at anyone.
 */

import { sameSite } from '../../base/same-site.ts';
import type { Reply } from '../evidence/reply.ts';
import type { HttpRequest } from '../io/io.ts';
import type { Paced } from './pace.ts';

/** Why another site is asked; what comes first here goes first. */
const PURPOSES = ['redirect', 'named', 'sample'] as const;
type Purpose = (typeof PURPOSES)[number];

/** The right to send a request, and whether it may be made again where it fails. */
interface Turn {
  readonly again: boolean;
}

/** A request that waits for its turn; `undefined`: it gets none. */
interface Waiting {
  readonly rank: string;
  /** One of many says little: what it fails with is not looked at again. */
  readonly isSample: boolean;
  readonly start: (turn: Turn | undefined) => void;
}

type Send = (request: HttpRequest, repeats: 'one' | 'none') => Promise<Paced>;

export class OtherSites {
  /** URLs of the sites that are audited; none: every site is. */
  readonly #own: string[];
  readonly #allow = new Set<string>();
  readonly #asked = new Map<string, Promise<Paced | undefined>>();
  #left: number;
  #underWay = 0;
  #waiting: Waiting[] = [];
  #planned = false;

  /** @param limit how many requests may leave the site */
  constructor(limit: number, site?: string) {
    this.#left = limit;
    this.#own = site === undefined ? [] : [site];
  }

  /** Takes the site of this URL for an audited one, too. */
  adopt(url: string): void {
    if (this.#own.length > 0) this.#own.push(url);
  }

  /** Takes an origin for the audited site's own, and nothing else of the site that it is on. */
  allow(origin: string): void {
    this.#allow.add(origin);
  }

  /** Whether a URL is of another site than the audited ones (registrable domain), at an origin that is not welcome. */
  includes(url: string): boolean {
    if (this.#allow.has(new URL(url).origin)) return false;
    return this.#own.length > 0 && !this.#own.some((own) => sameSite(own, url));
  }

  /** Sends a request of the audited site. */
  async during<T>(send: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await send();
    } finally {
      this.#underWay -= 1;
      this.#plan();
    }
  }

  /**
   * Sends a request to another site; `undefined` where too many went there before. The same request is made once,
   * whoever redirects to it.
   */
  ask(request: HttpRequest, purpose: Purpose, send: Send): Promise<Paced | undefined> {
    const key = JSON.stringify([request.method, request.url, request.headers]);
    let paced = this.#asked.get(key);
    if (paced === undefined) {
      paced = this.#inTurn(purpose, key, ({ again }) =>
        this.during(() => send({ ...request, once: true }, again ? 'one' : 'none')),
      );
      this.#asked.set(key, paced);
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
    if (turn.again && paced.tries.length === 1) this.#left += 1;
    return paced;
  }

  /**
   * Turns are given out only when nothing else is under way: by then all is known that will ask for one, in whatever
   * order answers came, so that two audits of the same site ask the same.
   */
  #plan(): void {
    if (this.#planned || this.#underWay > 0 || this.#waiting.length === 0) return;
    this.#planned = true;
    // What the last answer leads to is asked for before this comes.
    setImmediate(() => {
      this.#planned = false;
      if (this.#underWay === 0) this.#giveOut();
    });
  }

  #giveOut(): void {
    const inOrder = this.#waiting.toSorted((a, b) => (a.rank < b.rank ? -1 : 1));
    this.#waiting = [];
    const granted = inOrder.splice(0, this.#left);
    this.#left -= granted.length;
    for (const { isSample, start } of granted) {
      const again = !isSample && this.#left > 0;
      if (again) this.#left -= 1;
      start({ again });
    }
    for (const { start } of inOrder) start(undefined);
  }
}

/**
 * The reply to a request that got no turn.
 *
 * @param url where it led
 */
export function overLimit(asked: string, url: string, limit: number): Reply & { kind: 'aborted' } {
  const led = url === asked ? '' : `redirected to ${new URL(url).origin}; `;
  const message = `${led}an audit makes at most ${limit} requests to other sites`;
  return { kind: 'aborted', asked, message, overLimit: true };
}

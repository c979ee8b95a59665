/**
 * The HTTP/1.1 connections of one origin. A server that serves few connections at a time (HAProxy `maxconn 1`, Apache with
 * one worker, Python's HTTPServer) waits for the next request on those that it has, and leaves the others unheard: what
 * looks like a hang there is our own idle connection.
 */
import { Client } from 'undici';
import type { Connect, Connection } from './connect.ts';

/** How often is looked in the time that a connection may be unheard. */
const LOOKS = 4;
/** So often one must have been heard after idle ones were closed before that is how the server is; or as often in vain. */
const ENOUGH = 2;

/** A client of undici, which has one connection at most. */
interface Held {
  client?: Client;
  socket?: Connection | undefined;
  /** How often the connection was looked at before its server had sent a byte; none while there is no such connection. */
  unheard: number | undefined;
}

/** Looks at intervals until it is stopped. */
type Watch = (look: () => void, ms: number) => { stop(): void };

const watchByClock: Watch = (look, ms) => {
  const timer = setInterval(look, ms).unref();
  return { stop: () => clearInterval(timer) };
};

export class KeptAlive {
  readonly #lookMs: number;
  readonly #onFew: (connections: number) => void;
  readonly #watch: Watch;
  readonly #held: Held[] = [];
  #watching: ReturnType<Watch> | undefined;
  #isOver = false;
  /** The most that were open and heard at one look. */
  #most = 1;
  /** Those that were unheard when idle ones were closed, and how many looks they have left. */
  #freed: { readonly unheard: readonly Held[]; looks: number } | undefined;
  #heard = 0;
  #inVain = 0;

  /**
   * @param unheardMs how long a connection may be without a byte of its server before idle ones are closed for it
   * @param onFew told once how many connections the server serves at a time, where the others have to wait
   */
  constructor(unheardMs: number, onFew: (connections: number) => void, watch = watchByClock) {
    this.#lookMs = unheardMs / LOOKS;
    this.#onFew = onFew;
    this.#watch = watch;
  }

  /** What undici's pool makes its clients with. */
  readonly factory = (origin: URL, options: Client.Options): Client => {
    const held: Held = { unheard: undefined };
    const dial = options.connect as Connect;
    const connect: Connect = (to, callback) => {
      held.socket = undefined;
      held.unheard = 0;
      if (!this.#isOver) this.#watching ??= this.#watch(() => this.#look(), this.#lookMs);
      dial(to, (...result) => {
        const [, socket] = result;
        if (socket === null) held.unheard = undefined;
        else held.socket = socket;
        callback(...result);
      });
    };
    held.client = new Client(origin, { ...options, connect });
    this.#held.push(held);
    return held.client;
  };

  /** Looks no more. */
  stop(): void {
    this.#isOver = true;
    this.#watching?.stop();
  }

  #look(): void {
    for (const held of this.#held) {
      if (isHeard(held) || held.socket?.destroyed === true) held.unheard = undefined;
      else if (held.unheard !== undefined) held.unheard += 1;
    }
    this.#most = Math.max(this.#most, this.#held.filter((held) => isOpen(held) && isHeard(held)).length);
    this.#judge();
    const unheard = this.#held.filter((held) => held.unheard !== undefined);
    if (this.#heard >= ENOUGH) {
      this.stop();
      this.#onFew(this.#most);
    } else if (this.#inVain >= ENOUGH) {
      this.stop();
    } else if (unheard.length === 0) {
      this.#watching?.stop();
      this.#watching = undefined;
    } else if (this.#freed === undefined && unheard.some((held) => Number(held.unheard) >= LOOKS)) {
      const idle = this.#held.filter(isIdle);
      for (const { socket } of idle) socket?.destroy();
      if (idle.length > 0) this.#freed = { unheard, looks: LOOKS };
    }
  }

  /** Whether it helped that idle connections were closed. */
  #judge(): void {
    if (this.#freed === undefined) return;
    const isOfUse = this.#freed.unheard.some(isHeard);
    this.#freed.looks -= 1;
    if (isOfUse) this.#heard += 1;
    else if (this.#freed.looks > 0) return;
    else this.#inVain += 1;
    this.#freed = undefined;
  }
}

function isHeard({ socket }: Held): boolean {
  return (socket?.bytesRead ?? 0) > 0;
}

function isOpen({ socket }: Held): boolean {
  return socket?.destroyed === false;
}

function isIdle(held: Held): boolean {
  return isOpen(held) && held.client?.stats.size === 0;
}

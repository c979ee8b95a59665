/** Many clients at once, each with a mix of all calls, for a while. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { hostileCalls, type LoadCall, pageCalls, readCalls } from './calls.ts';

export interface LoadOptions {
  /** Where the service is. */
  readonly url: string;
  /** Of the catalog, without a slash. */
  readonly origin: string;
  readonly clients: number;
  readonly ms: number;
}

export interface LoadReport {
  readonly answered: number;
  /** Answers by the name of their call. */
  readonly byCall: ReadonlyMap<string, number>;
  /** What was not as it must be, in words; the same is told once. */
  readonly flaws: readonly string[];
  /** Milliseconds from a request to its answer, in rising order. */
  readonly took: readonly number[];
}

const SHOWN = 200;

export async function load({ url, origin, clients, ms }: LoadOptions): Promise<LoadReport> {
  const calls = [...readCalls(origin), ...hostileCalls(), ...pageCalls()];
  const pool = new Pool(url, { connections: clients });
  const byCall = new Map<string, number>();
  const flaws = new Set<string>();
  const took: number[] = [];
  const until = performance.now() + ms;

  const one = async (call: LoadCall) => {
    const { name, method, path, headers, body, status, flaw } = call;
    const began = performance.now();
    try {
      const answer = await pool.request({ method, path, headers, body });
      const text = await answer.body.text();
      took.push(performance.now() - began);
      byCall.set(name, (byCall.get(name) ?? 0) + 1);
      if (answer.statusCode !== status) {
        flaws.add(`${name}: ${answer.statusCode} and not ${status}: ${text.slice(0, SHOWN)}`);
        return;
      }
      if (answer.headers['ratelimit-limit'] !== '60') flaws.add(`${name}: no limits are told`);
      const wrong = flaw(text);
      if (wrong !== undefined) flaws.add(`${name}: the answer ${wrong}: ${text.slice(0, SHOWN)}`);
    } catch (error) {
      flaws.add(`${name}: ${String(error)}`);
    }
  };

  const client = async (i: number) => {
    // Each begins elsewhere in the list, so that all calls are under way at any time.
    for (let n = i * 7; performance.now() < until; n++) {
      const call = calls[n % calls.length];
      if (call !== undefined) await one(call);
      if (n % RUDE_EVERY === 0) await leave(url, RUDE[(n / RUDE_EVERY) % RUDE.length] ?? '');
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, (_, i) => client(i)));
  } finally {
    await pool.destroy();
  }
  return {
    answered: took.length,
    byCall,
    flaws: [...flaws],
    took: took.sort((a, b) => a - b),
  };
}

/** After this many calls a client opens a connection that it leaves within a request. */
const RUDE_EVERY = 16;
const HEAD = 'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const RUDE = [
  // A body that stops half-way.
  `${HEAD}content-length: 400\r\n\r\n{"jsonrpc":"2.0",`,
  // One that was never begun.
  `${HEAD}content-length: 400\r\n\r\n`,
  // A request whose answer nobody waits for.
  `${HEAD}content-length: 46\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
  // A chunk that is no chunk.
  `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`,
  // No HTTP at all.
  '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n',
];
const PATIENCE_MS = 20;

/** Sends these bytes and goes away. */
async function leave(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(bytes);
  await sleep(PATIENCE_MS);
  socket.destroy();
}

/** A client that asks the same thing as fast as it is answered. */
import { Pool } from 'undici';
import type { LoadCall } from '../service/testing/calls.ts';

interface Driven {
  /** Milliseconds from each request to its answer, in no order. */
  readonly took: readonly number[];
  /** Of the whole time, in milliseconds. */
  readonly wall: number;
}

/**
 * Sends `call` again and again over `clients` connections for `ms` milliseconds.
 *
 * @throws Error for an answer with another status
 */
export async function drive(
  url: string,
  call: LoadCall,
  { clients, ms }: { readonly clients: number; readonly ms: number },
): Promise<Driven> {
  const { name, method, path, headers, body, status } = call;
  const pool = new Pool(url, { connections: clients });
  const took: number[] = [];
  const began = performance.now();
  const client = async () => {
    while (performance.now() - began < ms) {
      const sent = performance.now();
      const answer = await pool.request({ method, path, headers, body });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      if (answer.statusCode !== status) throw new Error(`${name}: ${answer.statusCode} and not ${status}`);
      took.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
    return { took, wall: performance.now() - began };
  } finally {
    await pool.destroy();
  }
}

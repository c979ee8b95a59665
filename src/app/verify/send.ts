/** Sends requests without following redirects or decompressing bodies. Adds only default `Accept` and `User-Agent` headers. */
import { Agent, request } from 'undici';
import type { Ask, DeploymentAnswer } from './probe.ts';

/** The time limit for a response, in milliseconds: enough for the longest audit, its time in the queue and a slow connection. */
const ANSWER_MS = 45_000;
/** The maximum size of a response, in bytes. The largest response is a catalog of 10,000 sites. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The error for a missing response: connection refused, unknown host, invalid certificate, or timeout. */
export class NoAnswer extends Error {
  constructor(url: string, cause: unknown) {
    const first = cause instanceof AggregateError ? cause.errors[0] : cause;
    super(`${url} did not respond: ${first instanceof Error ? first.message : first}.`, { cause });
    this.name = 'NoAnswer';
  }
}

export type Send = (ask: Ask) => Promise<DeploymentAnswer>;

/**
 * Returns a function that sends requests to a deployment. `await using` closes the connections.
 * @throws NoAnswer from `send` if there is no response
 */
export function sender(at: string): { readonly send: Send } & AsyncDisposable {
  const dispatcher = new Agent({ connections: 4, maxResponseSize: MAX_BYTES });
  return {
    async send({ path, method = 'GET', headers = {}, body = null }) {
      const url = at + path;
      try {
        const response = await request(url, {
          dispatcher,
          method: method as 'GET',
          headers: { accept: '*/*', 'user-agent': 'agent-readiness-verify', ...headers },
          signal: AbortSignal.timeout(ANSWER_MS),
          body,
        });
        const bytes = new Uint8Array(await response.body.arrayBuffer());
        const fields = Object.entries(response.headers).map(([name, value = '']) => [
          name.toLowerCase(),
          [value].flat().join(', '),
        ]);
        const text = new TextDecoder().decode(bytes);
        return { status: response.statusCode, headers: Object.fromEntries(fields), bytes, text };
      } catch (error) {
        throw new NoAnswer(url, error);
      }
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

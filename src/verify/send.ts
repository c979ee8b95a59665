/** Sends requests as they are written: no redirects are followed, nothing is decoded, nothing is added. */
import { Agent, errors, request } from 'undici';
import { version } from '../package.ts';
import type { Ask, DeploymentAnswer } from './probe.ts';

/** The longest audit of the service, its queue, and a slow line. */
const ANSWER_MS = 45_000;
/** The longest document is the catalog of ten thousand sites. */
const MAX_BYTES = 64 * 1024 * 1024;

const USER_AGENT = `verify/${version}`;

/** There is no answer: nothing listens, the name is unknown, the certificate is wrong, or it takes too long. */
export class NoAnswer extends Error {
  constructor(url: string, cause: unknown) {
    super(`${url} gives no answer: ${reasonOf(cause)}.`, { cause });
    this.name = 'NoAnswer';
  }
}

export type Send = (ask: Ask) => Promise<DeploymentAnswer>;

/** Sends to a deployment; `await using` closes the connections. @throws NoAnswer */
export function sender(at: string): { readonly send: Send } & AsyncDisposable {
  const dispatcher = new Agent({ connections: 4, maxResponseSize: MAX_BYTES });
  return {
    async send({ path, method = 'GET', headers = {}, body }) {
      const url = at + path;
      try {
        const response = await request(url, {
          dispatcher,
          method: method as 'GET',
          headers: { accept: '*/*', 'user-agent': USER_AGENT, ...headers },
          signal: AbortSignal.timeout(ANSWER_MS),
          ...(body === undefined ? {} : { body }),
        });
        const bytes = new Uint8Array(await response.body.arrayBuffer());
        const fields = Object.entries(response.headers).map(([name, value = '']) => [
          name.toLowerCase(),
          [value].flat().join(', '),
        ]);
        return {
          status: response.statusCode,
          headers: Object.fromEntries(fields) as DeploymentAnswer['headers'],
          bytes,
          text: new TextDecoder().decode(bytes),
        };
      } catch (error) {
        throw new NoAnswer(url, error);
      }
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.ResponseExceededMaxSizeError) return `it is longer than ${MAX_BYTES} bytes`;
  if (error instanceof DOMException && error.name === 'TimeoutError') return `none in ${ANSWER_MS / 1000} s`;
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** A live `Io` for tests: short limits, any network, and a short form for requests. */
import type { Exchange, HttpRequest, Io } from '../audit/io/io.ts';
import { type LiveOptions, liveIo } from '../audit/io/live.ts';
import { LIMITS, type Limits } from '../base/limits.ts';

export interface TestIoOptions extends Partial<Omit<LiveOptions, 'limits'>> {
  readonly limits?: Partial<Limits>;
}

interface TestIo extends AsyncDisposable {
  readonly io: Io;
  readonly abort: () => void;
  get(url: string | URL, more?: Partial<HttpRequest>): Promise<Exchange>;
}

export function testIo({ limits, ...options }: TestIoOptions = {}): TestIo {
  const io = liveIo({
    network: 'any',
    targetHost: '127.0.0.1',
    resolver: 'http://127.0.0.1:9/dns-query',
    ...options,
    limits: { ...LIMITS, ...limits },
  });
  const stop = new AbortController();
  return {
    io,
    abort: () => stop.abort(),
    get: (url, more = {}) =>
      io.send({ method: 'GET', url: new URL(url).href, headers: [['accept', '*/*']], ...more }, stop.signal),
    [Symbol.asyncDispose]: () => io.close(),
  };
}

export function outcome({ answer, failure }: Exchange): string {
  if (failure !== undefined) {
    const partial = failure.partial === undefined ? '' : ` after ${failure.partial.status}`;
    return `${failure.reason}${partial}: ${failure.message}`;
  }
  const text = Buffer.from(answer.body).toString('utf8');
  return `${answer.status} ${text.slice(0, 60)}${answer.truncated ? ' …' : ''}`;
}

/** Returns an `Io` that hardly waits for requests whose responses never come. */
export function impatient(io: Io, isHanging: (request: HttpRequest) => boolean): Io {
  return {
    send: (request, signal) => io.send(isHanging(request) ? { ...request, timeoutMs: 200 } : request, signal),
    dns: (question, signal) => io.dns(question, signal),
    wait: (ms, signal) => io.wait(ms, signal),
    now: () => io.now(),
    close: () => io.close(),
  };
}

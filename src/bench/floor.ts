/** What an audit is compared with: its requests, sent without any auditor. */
import type { Dispatcher } from 'undici';
import type { HttpRequest, Io } from '../io/io.ts';

/** `io`, which notes in `requests` what is asked. */
export function noting(io: Io, requests: HttpRequest[]): Io {
  return {
    send(request, signal) {
      requests.push(request);
      return io.send(request, signal);
    },
    dns: (question, signal) => io.dns(question, signal),
    wait: (ms, signal) => io.wait(ms, signal),
    now: () => io.now(),
    close: () => io.close(),
  };
}

/** Sends all requests at once, and reads all answers. */
export async function sendAll(dispatcher: Dispatcher, requests: readonly HttpRequest[]): Promise<void> {
  await Promise.all(
    requests.map(async ({ method, url, headers, body }) => {
      const { host, pathname, search } = new URL(url);
      const response = await dispatcher.request({
        method,
        path: pathname + search,
        headers: ['host', host, ...headers.flat()],
        body: body ?? null,
      });
      await response.body.bytes();
    }),
  );
}

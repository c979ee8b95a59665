/** Waiting for a server that is just starting, before its audit begins (`--wait-for`). */
import type { Exchange, HttpRequest } from '../../audit/io/io.ts';
import { ioOf, type NetworkSource } from '../../audit/io/source.ts';
import { auditorUserAgent } from '../../audit/probes/user-agents.ts';
import { parseTarget } from '../../audit/target.ts';
import { LIMITS } from '../../base/limits.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { CliError } from '../errors.ts';
import { notice } from '../output.ts';
import type { AuditRun } from '../run.ts';
import type { Wait } from './plan.ts';

/** The pauses between two requests grow from the one to the other, in milliseconds. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** The first page of a development server may take long: it is made when it is first asked for. */
const REQUEST_MS = 30_000;

const LIMITS_OF_A_WAIT = {
  ...LIMITS,
  requestMs: REQUEST_MS,
  // That there is an answer is all that counts.
  bodyBytes: 1024,
  requests: Number.POSITIVE_INFINITY,
};

/** How a request went: the server is there, it may yet come, or waiting will not help. */
type Seen = { readonly state: 'there' } | { readonly state: 'not yet' | 'hopeless'; readonly what: string };

/**
 * Returns once an address answers with any status below 500. What answers 502 or 503 while a server starts is what stands
 * before it; a name that does not resolve may be that of a container which is not up.
 *
 * @throws CliError `target_unreachable` where it does not answer in time, or waiting cannot help
 */
export async function awaitServer(
  { url, timeoutMs, isTarget }: Wait,
  source: NetworkSource,
  { values, output }: AuditRun,
): Promise<void> {
  const io = ioOf(source, { target: parseTarget(url), limits: LIMITS_OF_A_WAIT });
  const request: HttpRequest = {
    method: 'GET',
    url,
    headers: [
      ['accept', '*/*'],
      ['user-agent', auditorUserAgent(values.baseUrl ?? DEFAULT_BASE_URL)],
    ],
    enough: () => true,
  };
  const deadline = performance.now() + timeoutMs;
  const { signal } = output.session.context;
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let last = '';
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const exchange = await io.send(request, stop);
      signal.throwIfAborted();
      const seen = readExchange(exchange);
      if (seen.state === 'there' || (seen.state === 'hopeless' && isTarget)) return;
      // The end of the time says nothing of the server, unless it was still being asked for the first time.
      const isCut = exchange.failure?.reason === 'deadline';
      if (!isCut && seen.what !== last) notice(output, `Waiting for ${url}: ${seen.what}.`);
      if (!isCut) last = seen.what;
      if (seen.state === 'hopeless') throw unreachable(url, `cannot be waited for: ${seen.what}`);
      if (performance.now() + pauseMs >= deadline) {
        const when = `did not answer within ${timeoutMs / 1000} s`;
        throw unreachable(url, last === '' ? when : `${when}: ${last}`);
      }
      await io.wait(pauseMs, stop);
    }
  } finally {
    await io.close();
  }
}

function readExchange({ answer, failure }: Exchange): Seen {
  // A body that does not end comes from a server that is there.
  const status = answer?.status ?? failure?.partial?.status;
  if (status !== undefined)
    return status < 500 ? { state: 'there' } : { state: 'not yet', what: `it answers ${status}` };
  const { reason = 'reset', message = '' } = failure ?? {};
  // What forwards a port closes connections as long as nothing listens behind it: that is no fault of a certificate.
  const isFinal =
    reason === 'forbidden' ||
    reason === 'certificate' ||
    (reason === 'tls' && !message.includes('ECONNRESET'));
  return { state: isFinal ? 'hopeless' : 'not yet', what: message };
}

function unreachable(url: string, what: string): CliError {
  return new CliError('target_unreachable', `${url} ${what}.`, {
    hint: 'Check that the server starts, and that host, port and scheme (http or https) are right. --wait-timeout allows more time.',
  });
}

/** Waits until a server has started, before its audit begins (`--wait-for`). */
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

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** The time limit for one request, in milliseconds. A development server may build its first page slowly. */
const REQUEST_MS = 30_000;

const LIMITS_OF_A_WAIT = {
  ...LIMITS,
  requestMs: REQUEST_MS,
  // Only the status matters, so the body may be cut.
  bodyBytes: 1024,
  requests: Number.POSITIVE_INFINITY,
};

type ServerState =
  | { readonly state: 'there' }
  | { readonly state: 'not yet' | 'hopeless'; readonly what: string };

/**
 * Waits until a server responds with a status below 500. While the server starts, a proxy may respond with 502. Also returns
 * after a permanent error of the audited site, such as an invalid certificate, because the audit reports the error.
 * @throws CliError `target_unreachable` if there is no such response in time, or after a permanent error of another server
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
      const result = readExchange(exchange);
      if (result.state === 'there' || (result.state === 'hopeless' && isTarget)) return;
      // A request that the time limit interrupted says nothing about the server, so keep the previous reason.
      const isCut = exchange.failure?.reason === 'deadline';
      if (!isCut && result.what !== last) notice(output, `Waiting for ${url}: ${result.what}.`);
      if (!isCut) last = result.what;
      if (result.state === 'hopeless') throw unreachable(url, `cannot be waited for: ${result.what}`, '');
      if (performance.now() + pauseMs >= deadline) {
        const when = `did not respond within ${timeoutMs / 1000} s`;
        const longer = isTarget
          ? 'A larger number for --wait-for waits longer.'
          : '--wait-timeout allows more time.';
        throw unreachable(url, last === '' ? when : `${when}: ${last}`, longer);
      }
      await io.wait(pauseMs, stop);
    }
  } finally {
    await io.close();
  }
}

function readExchange({ answer, failure }: Exchange): ServerState {
  // A response whose body does not end also proves that the server is running.
  const status = answer?.status ?? failure?.partial?.status;
  if (status !== undefined)
    return status < 500 ? { state: 'there' } : { state: 'not yet', what: `it responds with ${status}` };
  const { reason = 'reset', message = '' } = failure ?? {};
  // While no server listens, a port forwarder closes connections during the TLS handshake. Waiting can fix that error.
  const isFinal =
    reason === 'forbidden' ||
    reason === 'certificate' ||
    (reason === 'tls' && !message.includes('ECONNRESET'));
  return { state: isFinal ? 'hopeless' : 'not yet', what: message };
}

function unreachable(url: string, what: string, longer: string): CliError {
  return new CliError('target_unreachable', `${url} ${what}.`, {
    hint: `Check that the server starts, and that host, port and scheme (http or https) are right. ${longer}`.trimEnd(),
  });
}

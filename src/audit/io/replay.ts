/** Replays the recording of an audit, without sending requests. */

import type { HeaderList } from '../../base/headers.ts';
import { describeFailure } from './failure.ts';
import type { Har, HarDns, HarEntry } from './har.ts';
import type { DnsQuestion, DnsReply, Exchange, HttpRequest, Io } from './io.ts';

/** A request or DNS query that a recording does not contain. */
export type Unrecorded = HttpRequest | DnsQuestion;

/**
 * Returns an `Io` that returns the recorded responses. A request matches by method, URL, headers and body; equal requests get
 * the recorded responses in order. A request that the recording does not contain fails with `unrecorded`.
 *
 * Responses arrive without delay, but in the order in which they ended when the audit was recorded. So the replayed audit sends
 * the same requests in the same order.
 *
 * @param onUnrecorded receives each request and DNS query that the recording does not contain, except retries
 */
export function replayingIo({ log }: Har, onUnrecorded: (missing: Unrecorded) => void = () => undefined): Io {
  const clock = new RecordedClock();
  const entries = Map.groupBy(log.entries, entryKey);
  const waits = Map.groupBy(log._waits, ({ ms }) => ms);
  const replies = Map.groupBy(log._dns, ({ question }) => dnsKey(question));
  return {
    async send(request, signal) {
      const entry = signal.aborted ? undefined : entries.get(requestKey(request))?.shift();
      if (entry !== undefined) await clock.until(entry._ended);
      if (signal.aborted) return { request, failure: describeFailure(undefined, 'deadline') };
      if (entry !== undefined) return exchangeOf(request, entry);
      if (request.isRepetition !== true) onUnrecorded(request);
      return { request, failure: describeFailure(undefined, 'unrecorded') };
    },
    async dns(question, signal) {
      const reply = signal.aborted ? undefined : replies.get(dnsKey(question))?.shift();
      if (reply !== undefined) await clock.until(reply.ended);
      if (reply !== undefined) return replyOf(question, reply);
      if (!signal.aborted) onUnrecorded(question);
      return { question, failure: UNRECORDED_DNS, cut: true };
    },
    wait: (ms) => clock.until(waits.get(ms)?.shift()?.ended ?? clock.now + ms),
    now: () => new Date(log._clock),
    close: async () => undefined,
  };
}

const UNRECORDED_DNS = 'the recording does not contain this query';

/** The clock of a replay. When no other code can run, it jumps to the next recorded event for which the audit waits. */
class RecordedClock {
  /** The time in milliseconds since the recording began. */
  now = 0;
  #waiting: { readonly at: number; readonly wake: () => void }[] = [];

  /** Resolves when the clock reaches `at`, after all earlier events have been handled completely. */
  until(at: number): Promise<void> {
    return new Promise((wake) => {
      const place = this.#waiting.findLastIndex((one) => one.at <= at) + 1;
      this.#waiting.splice(place, 0, { at, wake });
      setImmediate(() => this.#wakeNext());
    });
  }

  #wakeNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    // The audit may start to wait for an event after its recorded time has passed. The clock must not go back.
    this.now = Math.max(this.now, next.at);
    next.wake();
  }
}

function requestKey({ method, url, headers, body }: HttpRequest): string {
  return JSON.stringify([method, url, headers.map(comparable), body ?? null]);
}

/** Replaces the auditor's User-Agent with a name without a version, so recordings stay valid for new versions. */
function comparable([name, value]: HeaderList[number]): HeaderList[number] {
  if (name !== 'user-agent' || !value.includes(AUDITOR)) return [name, value];
  return [name, value.includes('ChatGPT-User') ? 'an assistant' : AUDITOR];
}
const AUDITOR = 'AgentReadinessAuditor';

function entryKey({ request: { method, url, headers, postData } }: HarEntry): string {
  return JSON.stringify([method, url, listed(headers).map(comparable), postData?.text ?? null]);
}

function dnsKey({ name, type }: DnsQuestion): string {
  return `${type} ${name}`;
}

function exchangeOf(request: HttpRequest, entry: HarEntry): Exchange {
  const { response, _failure: failure } = entry;
  const { status } = response;
  const headers = listed(response.headers);
  if (failure !== undefined) {
    const partial = status === 0 ? {} : { partial: { status, headers } };
    return { request, failure: { reason: failure.reason, message: failure.message, ...partial } };
  }
  const { text = '', encoding } = response.content;
  const body = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  const httpVersion = response.httpVersion.replace(/^HTTP\//i, '');
  const truncated = entry._truncated === true;
  return {
    request,
    answer: { status, httpVersion, headers, body, truncated, ms: Math.round(entry.timings.wait) },
  };
}

function replyOf(question: DnsQuestion, reply: HarDns): DnsReply {
  if ('failure' in reply) {
    const { failure, cut, unasked } = reply;
    return { question, failure, ...(cut ? { cut } : {}), ...(unasked ? { unasked } : {}) };
  }
  const { rcode, answers, rdata } = reply;
  return { question, rcode, answers, ...(rdata === undefined ? {} : { rdata }) };
}

function listed(fields: HarEntry['request']['headers']): HeaderList {
  return fields.map(({ name, value }) => [name.toLowerCase(), value]);
}

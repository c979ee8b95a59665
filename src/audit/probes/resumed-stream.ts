/**
 * Resumes an event stream that ended before the expected response. Sends a GET with `Last-Event-ID`, after the delay that the
 * server requests (MCP 2025-11-25, "Sending Messages to the Server"; HTML, "Server-sent events").
 */

import { decodeText } from '../../base/decode-text.ts';
import { type HeaderList, headerOf } from '../../base/headers.ts';
import { parseMediaType } from '../../base/media-type.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../io/io.ts';
import type { Paced } from './pace.ts';

export interface Resumption {
  /** The delay that the server requests, in milliseconds. */
  readonly afterMs: number;
  readonly headers: HeaderList;
}

/** Returns how to resume a stream; `undefined` if the response has arrived or the stream cannot be resumed. */
export type Resume = (text: string, headers: HeaderList) => Resumption | undefined;

interface Asking {
  readonly send: (request: HttpRequest) => Promise<Paced>;
  readonly wait: (ms: number) => Promise<void>;
  /** The time limit for all requests for one response, including the pauses between them, in milliseconds. */
  readonly requestMs: number;
}

/** The maximum number of times that a stream is resumed. */
const MAX_TIMES = 8;
/** The minimum pauses before the stream is resumed for the first time, the second time and so on, in milliseconds. */
const PAUSES_MS = [100, 200, 400, 800, 1_000] as const;
const longestPause = PAUSES_MS[PAUSES_MS.length - 1] ?? 0;

/** Sends a request and resumes its stream. Joins all parts. A later response that is not a stream replaces them. */
export async function sendResuming(request: HttpRequest, resume: Resume, asking: Asking): Promise<Paced> {
  const first = await asking.send(request);
  let paced = first;
  const tries = [...first.tries];
  let spentMs = first.exchange.answer?.ms ?? 0;
  for (let times = 0; ; times++) {
    const next = resumption(paced.exchange, resume);
    if (next === undefined) return { ...paced, tries };
    const pauseMs = Math.max(next.afterMs, PAUSES_MS[times] ?? longestPause);
    const leftMs = asking.requestMs - spentMs - pauseMs;
    if (times === MAX_TIMES || leftMs <= 0)
      return { ...paced, tries, exchange: unfinished(request, asking.requestMs) };
    await asking.wait(pauseMs);
    const more = await asking.send(following(request, next, leftMs));
    tries.push(...more.tries);
    spentMs += pauseMs + (more.exchange.answer?.ms ?? 0);
    paced = { ...more, exchange: joined(paced.exchange, more.exchange) };
  }
}

function resumption({ answer }: Exchange, resume: Resume): Resumption | undefined {
  if (answer === undefined || answer.truncated || !isStream(answer)) return undefined;
  return resume(decodeText(answer.body, 'text/event-stream'), answer.headers);
}

function isStream({ status, headers }: HttpAnswer): boolean {
  return status === 200 && parseMediaType(headerOf(headers, 'content-type'))?.essence === 'text/event-stream';
}

function following(request: HttpRequest, { headers }: Resumption, timeoutMs: number): HttpRequest {
  const { body: _, headers: sent, ...rest } = request;
  const commonHeaders = sent.filter(([name]) => ['accept-encoding', 'user-agent'].includes(name));
  return {
    ...rest,
    method: 'GET',
    headers: [['accept', 'text/event-stream'], ...commonHeaders, ...headers],
    timeoutMs,
  };
}

/** Joins the parts of a stream before and after it was resumed. A blank line between them ends an incomplete event. */
function joined({ request, answer: before }: Exchange, { answer, failure }: Exchange): Exchange {
  if (failure !== undefined) return { request, failure };
  if (before === undefined || !isStream(answer)) return { request, answer };
  const body = Buffer.concat([before.body, Buffer.from('\n\n'), answer.body]);
  const { truncated, ms } = answer;
  return { request, answer: { ...before, body, truncated, ms: before.ms + ms } };
}

function unfinished(request: HttpRequest, requestMs: number): Exchange {
  const limits = `${MAX_TIMES} times within ${requestMs / 1000} s`;
  const message = `the stream ended without a response; the audit resumes a stream at most ${limits}`;
  return { request, failure: { reason: 'timeout', message } };
}

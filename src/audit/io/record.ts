/** Records an audit in the HAR format: its requests, DNS queries and pauses. */
import { isUtf8 } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import { type HeaderList, headerOf } from '../../base/headers.ts';
import { SPEC_VERSION } from '../../base/versions.ts';
import { type Har, type HarDns, type HarEntry, RECORDING_VERSION, type RecordingMeta } from './har.ts';
import type { DnsReply, Exchange, HttpRequest, Io } from './io.ts';

interface Recording {
  readonly io: Io;
  /** Returns the recording so far. To save memory, each body is converted to text only when it is accessed. */
  har(meta: RecordingMeta): Har;
}

interface Timed<T> {
  /** The time of sending, in milliseconds since the recording began. */
  readonly at: number;
  readonly time: number;
  readonly result: T;
}

/** Returns an `Io` that records everything that passes through `inner`. */
export function recordingIo(inner: Io): Recording {
  const began = performance.now();
  const beganAt = inner.now();
  const exchanges: (Timed<Exchange> | undefined)[] = [];
  const replies: (Timed<DnsReply> | undefined)[] = [];
  const waits: (Timed<number> | undefined)[] = [];

  /** Awaits a response and adds it to the list, which is in the order of the requests, not of the responses. */
  async function timed<T>(list: (Timed<T> | undefined)[], ask: () => Promise<T>): Promise<T> {
    const place = list.push(undefined) - 1;
    const at = performance.now() - began;
    const result = await ask();
    list[place] = { at, time: performance.now() - began - at, result: result };
    return result;
  }

  const io: Io = {
    send: (request, signal) => timed(exchanges, () => inner.send(request, signal)),
    dns: (question, signal) => timed(replies, () => inner.dns(question, signal)),
    wait: async (ms, signal) => {
      await timed(waits, () => inner.wait(ms, signal).then(() => ms));
    },
    now: () => beganAt,
    close: () => inner.close(),
  };
  const har = (meta: RecordingMeta): Har => ({
    log: {
      version: '1.2',
      creator: { name: 'agent-readiness', version: SPEC_VERSION },
      _agentReadiness: { version: RECORDING_VERSION, ...meta },
      _clock: beganAt.toISOString(),
      _dns: replies.filter((reply) => reply !== undefined).map(dnsOf),
      _waits: waits
        .filter((wait) => wait !== undefined)
        .map(({ result: ms, at, time }) => ({ ms, ended: at + time })),
      entries: exchanges
        .filter((exchange) => exchange !== undefined)
        .map((exchange) => entryOf(exchange, beganAt)),
    },
  });
  return { io, har };
}

function dnsOf({ result: reply, at, time }: Timed<DnsReply>): HarDns {
  const ended = at + time;
  const { name, type } = reply.question;
  const question = { name, type };
  if (reply.failure !== undefined) {
    const { failure, cut, unasked } = reply;
    return { question, ended, failure, ...(cut ? { cut } : {}), ...(unasked ? { unasked } : {}) };
  }
  const { rcode, answers, rdata } = reply;
  return { question, ended, rcode, answers, ...(rdata === undefined ? {} : { rdata }) };
}

function entryOf({ result: exchange, at, time }: Timed<Exchange>, beganAt: Date): HarEntry {
  const { request, answer, failure } = exchange;
  // `time` includes the wait for a connection; `answer.ms` does not.
  const wait = Math.min(answer?.ms ?? time, time);
  const httpVersion = answer === undefined ? '' : `HTTP/${answer.httpVersion}`;
  return {
    startedDateTime: new Date(beganAt.getTime() + at).toISOString(),
    time,
    request: requestOf(request, httpVersion),
    response: responseOf(exchange, httpVersion),
    cache: {},
    _ended: at + time,
    timings: { blocked: time - wait, send: 0, wait, receive: 0 },
    ...(failure === undefined ? {} : { _failure: { reason: failure.reason, message: failure.message } }),
    ...(answer?.truncated === true ? { _truncated: true } : {}),
  };
}

function requestOf(request: HttpRequest, httpVersion: string): HarEntry['request'] {
  const { method, url, headers, body } = request;
  return {
    method,
    url,
    httpVersion,
    cookies: [],
    headers: named(headers),
    queryString: named([...new URL(url).searchParams]),
    ...(body === undefined
      ? {}
      : { postData: { mimeType: headerOf(headers, 'content-type') ?? '', text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function responseOf({ answer, failure }: Exchange, httpVersion: string): HarEntry['response'] {
  const { status, headers } = answer ?? failure?.partial ?? { status: 0, headers: [] };
  const mimeType = headerOf(headers, 'content-type') ?? 'x-unknown';
  const body = answer?.body ?? new Uint8Array(0);
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion,
    cookies: [],
    headers: named(headers),
    get content() {
      return contentOf(body, mimeType);
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    // The size on the wire is unknown, because the body may have been compressed.
    bodySize: -1,
  };
}

/** Matches control characters. JSON needs six characters for each, and few programs expect them in text. */
const BINARY = /[^\P{Cc}\t\n\r\x7f-\x9f]/u;

/** Returns a body as text if it is valid UTF-8 without control characters; otherwise as base64. */
function contentOf(body: Uint8Array, mimeType: string): HarEntry['response']['content'] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const base = { size: bytes.length, mimeType };
  const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined;
  return text === undefined || BINARY.test(text)
    ? { ...base, text: bytes.toString('base64'), encoding: 'base64' }
    : { ...base, text };
}

function named(fields: HeaderList): { name: string; value: string }[] {
  return fields.map(([name, value]) => ({ name, value }));
}

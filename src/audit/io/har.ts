/**
 * The format of a recording: one audit as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), which developer tools
 * and many libraries read. Data without a place in HAR is in fields that begin with `_`, as the format allows.
 *
 * Each entry is one request, in the order of sending; a redirect is a separate entry. Response headers are kept as received,
 * including `set-cookie`, because they are evidence. The caller's own headers, copies of them in responses, and the ids of
 * sessions opened with them are not recorded (own-headers.ts), so a recording contains no person's credentials.
 */

import * as z from 'zod';
import { AuditError } from '../../base/errors.ts';
import { faultyField, parseJsonText } from '../../base/json.ts';
import { plain } from '../../base/text.ts';
import { sitePath, webUrl } from '../../base/url.ts';
import { SITE_TYPES } from '../check-texts/vocabulary.ts';
import { NETWORK_POLICIES } from './address-guard.ts';
import { type DnsQuestion, FAILURE_REASONS } from './io.ts';

/** The version of the fields that begin with `_`. It increases with each change that older readers would misunderstand. */
export const RECORDING_VERSION = 2;

const DNS_TYPES = ['SVCB', 'TXT'] as const satisfies readonly DnsQuestion['type'][];

const instant = z.iso.datetime({ offset: true });
const ms = z.number().min(0);
/** A size in bytes; -1 if unknown. */
const size = z.int().min(-1);
const pair = z.object({ name: z.string(), value: z.string() });

const request = z.object({
  method: z.string(),
  url: z.url(),
  httpVersion: z.string(),
  cookies: z.array(pair),
  headers: z.array(pair),
  queryString: z.array(pair),
  postData: z.object({ mimeType: z.string(), text: z.string().default('') }).optional(),
  headersSize: size,
  bodySize: size,
});

const content = z.object({
  size,
  mimeType: z.string(),
  text: z.string().optional(),
  encoding: z.string().optional(),
});

const response = z.object({
  /** The status code; 0 if there was no response. */
  status: z.int().min(0).max(999),
  statusText: z.string(),
  httpVersion: z.string(),
  cookies: z.array(pair),
  headers: z.array(pair),
  content,
  redirectURL: z.string(),
  headersSize: size,
  bodySize: size,
});

const entry = z.object({
  startedDateTime: instant,
  /** The duration in milliseconds, including the wait for a connection. */
  time: ms,
  request,
  response,
  cache: z.object({}),
  timings: z.object({
    blocked: z.number().optional(),
    send: z.number(),
    wait: z.number(),
    receive: z.number(),
  }),
  /** Milliseconds from the start of the recording to the response. Replays return responses in the order of these times. */
  _ended: ms,
  /** The error, if no complete response arrived. Then `response` has the status and headers received before the error. */
  _failure: z.object({ reason: z.enum(FAILURE_REASONS), message: z.string() }).optional(),
  /** Set if the body exceeded the size limit. */
  _truncated: z.literal(true).optional(),
});

const question = z.object({ name: z.string(), type: z.enum(DNS_TYPES) });
const dns = z.union([
  z.object({
    question,
    ended: ms,
    rcode: z.string(),
    answers: z.int().min(0),
    /** A digest of the DNS records; missing in older recordings. */
    rdata: z.string().max(64).optional(),
  }),
  z.object({
    question,
    ended: ms,
    failure: z.string(),
    cut: z.literal(true).optional(),
    unasked: z.literal(true).optional(),
  }),
]);

/** The options of the recorded audit. With them, a recording can be replayed without arguments. */
const meta = z.object({
  version: z.literal(RECORDING_VERSION),
  target: z.string(),
  siteType: z.enum(SITE_TYPES).nullable(),
  baseUrl: z.url(),
  /** The origin that the site uses in its own URLs. */
  canonicalOrigin: z.url().optional(),
  /** The MCP endpoint that the caller named: a path on the site, or an absolute URL. */
  mcpEndpoint: z
    .string()
    .refine((text) => webUrl(text, 'https://site.invalid') !== undefined)
    .optional(),
  typedPath: z
    .string()
    .refine((text) => sitePath(text) !== undefined)
    .optional(),
  /** The network policy. Replays need it, because under `public` the audit skipped URLs whose host is not public. */
  network: z.enum(NETWORK_POLICIES).optional(),
  /** The names of the caller's own request headers. The headers themselves are not recorded. */
  headers: z.array(z.string().max(100)).max(100).optional(),
  /** The ids of the selected checks; missing if all checks were selected. */
  selected: z.array(z.string()).optional(),
});

const recording = z.object({
  log: z.object({
    version: z.string(),
    creator: z.object({ name: z.string(), version: z.string() }),
    _agentReadiness: meta,
    _clock: instant,
    _dns: z.array(dns),
    /** The audit's pauses: how long each one was, and when it ended, in milliseconds from the start of the recording. */
    _waits: z.array(z.object({ ms, ended: ms })),
    entries: z.array(entry),
  }),
});

/** Recognizes this auditor's recordings. Full validation would report errors in every entry of another tool's HAR file. */
const marked = z.object({
  log: z.object({
    _agentReadiness: z.object({ version: z.unknown() }),
    entries: z.unknown(),
    _dns: z.unknown(),
    _waits: z.unknown(),
  }),
});
/** The maximum number of entries. An audit sends about 120 requests; longer recordings also fit. */
const MAX_ENTRIES = 10_000;

export type Har = z.infer<typeof recording>;
export type HarEntry = z.infer<typeof entry>;
export type HarDns = z.infer<typeof dns>;
export type RecordingMeta = Omit<z.infer<typeof meta>, 'version'>;

/**
 * Parses a recording.
 * @throws AuditError `invalid_recording`
 */
export function parseHar(text: string): Har {
  // The parser refuses deep nesting and millions of values before validation.
  const parsed = parseJsonText(text);
  if (!parsed.ok) throw invalid(`it cannot be read (${parsed.why})`);
  const { value: data } = parsed;
  const mark = marked.safeParse(data);
  if (!mark.success) throw invalid('it was not made by this auditor: log._agentReadiness is missing');
  const { entries, _dns, _waits, _agentReadiness } = mark.data.log;
  const { version } = _agentReadiness;
  if (version !== RECORDING_VERSION) {
    throw invalid(
      `its format is ${JSON.stringify(version)?.slice(0, 40)}, but this version reads ${RECORDING_VERSION}`,
    );
  }
  for (const list of [entries, _dns, _waits]) {
    if (Array.isArray(list) && list.length > MAX_ENTRIES)
      throw invalid(`it contains ${list.length} requests, more than any audit sends`);
  }
  const read = recording.safeParse(data);
  if (read.success) return read.data;
  throw invalid(faultyField(read.error.issues));
}

/** Yields the recording as text, one entry at a time, so the whole text is never in memory. */
export function* harText({ log: { entries, ...rest } }: Har): Generator<string> {
  yield `{"log":${JSON.stringify(rest).slice(0, -1)},"entries":[`;
  for (const [i, one] of entries.entries()) yield `${i === 0 ? '\n' : ',\n'}${JSON.stringify(one)}`;
  yield '\n]}}\n';
}

function invalid(why: string): AuditError {
  return new AuditError('invalid_recording', `The recording cannot be replayed: ${plain(why, 400)}.`, {
    hint: 'Record an audit with --har FILE and replay that file. Recordings from browsers do not contain the requests of an audit.',
  });
}

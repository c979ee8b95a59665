/** Sends DNS queries to the operator's resolver over HTTPS (RFC 8484), with GET. */
import { createHash } from 'node:crypto';
import { type Answer, decode, encode, RECURSION_DESIRED } from 'dns-packet';
import type { Dispatcher } from 'undici';
import { untilAborted } from '../../base/until-aborted.ts';
import { boundedBytes } from './body.ts';
import type { DnsQuestion, DnsReply } from './io.ts';

/** DNS record type numbers (RFC 9460 section 14.1, RFC 1035 section 3.2.2). */
const TYPE_NUMBERS = { SVCB: 64, TXT: 16 } as const;
const MAX_MESSAGE_BYTES = 65_535;

/** Sends a DNS query to `resolver`. Returns every error as a `failure`. */
export async function askResolver(
  resolver: string,
  question: DnsQuestion,
  timeoutMs: number,
  signal: AbortSignal,
  dispatcher: Dispatcher,
): Promise<DnsReply> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  try {
    const url = new URL(resolver);
    url.searchParams.set('dns', query(question).toString('base64url'));
    const response = dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'application/dns-message' },
      signal: stop,
    });
    const answer = await untilAborted(response, stop);
    const message = await boundedBytes(answer.body, MAX_MESSAGE_BYTES);
    if (message === undefined)
      return { question, failure: 'the resolver’s response is longer than a DNS message' };
    if (answer.statusCode !== 200)
      return { question, failure: `the resolver responded with ${answer.statusCode}` };
    return readReply(message, question);
  } catch (error) {
    if (signal.aborted)
      return { question, failure: 'the audit ended before the resolver responded', cut: true };
    if (timeout.aborted)
      return { question, failure: `the resolver did not respond within ${timeoutMs / 1000} s` };
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return { question, failure: `the resolver could not be reached${code}` };
  }
}

/** Returns a DNS query with id 0, so HTTP caches can share its response (RFC 8484 section 4.1). */
function query(question: DnsQuestion): Buffer {
  const packet = encode({
    type: 'query',
    id: 0,
    flags: RECURSION_DESIRED,
    questions: [{ type: 'TXT', class: 'IN', name: question.name }],
  });
  // dns-packet cannot encode the type SVCB, so the type TXT is overwritten. It has two bytes, before the two bytes of the class.
  packet.writeUInt16BE(TYPE_NUMBERS[question.type], packet.length - 4);
  return packet;
}

/** Returns the response code, the number of records of the requested type, and a digest of their data. */
function readReply(message: Buffer, question: DnsQuestion): DnsReply {
  let packet: ReturnType<typeof decode> & { rcode?: string };
  try {
    packet = decode(message);
  } catch {
    return { question, failure: 'the resolver’s response is not a DNS message' };
  }
  const wanted: readonly string[] = [question.type, `UNKNOWN_${TYPE_NUMBERS[question.type]}`];
  const answers = (packet.answers ?? []).filter((answer) => wanted.includes(answer.type));
  const reply = { question, rcode: packet.rcode ?? 'NOERROR', answers: answers.length };
  return answers.length === 0 ? reply : { ...reply, rdata: digestOf(answers) };
}

/** Returns a digest of the records' data. It does not depend on their order or remaining TTL. */
function digestOf(answers: readonly Answer[]): string {
  const records = answers.map((answer) => ('data' in answer ? hexOf(answer.data) : ''));
  return createHash('sha256').update(records.toSorted().join('\n')).digest('hex').slice(0, 32);
}

/** Returns record data as text. dns-packet provides an SVCB record as bytes and a TXT record as strings. */
function hexOf(data: unknown): string {
  return [data]
    .flat()
    .map((part) => (part instanceof Uint8Array ? Buffer.from(part).toString('hex') : JSON.stringify(part)))
    .join(',');
}

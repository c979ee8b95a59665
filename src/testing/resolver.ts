/** A DNS-over-HTTPS resolver (RFC 8484) on loopback, for tests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DecodedPacket, decode, encode, type Packet } from 'dns-packet';
import { serveSite, type TestSite } from './serve.ts';

/** Response codes by number (RFC 1035 section 4.1.1). */
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const TYPES: Readonly<Record<string, string>> = { UNKNOWN_64: 'SVCB' };

/**
 * The responses by question (`_mcp._agents.site.example SVCB`): a number of equal records, the content of each record, a
 * response code, or a handler that writes its own HTTP response. `*` matches everything else; without it the response is
 * NXDOMAIN.
 */
export type Zone = Readonly<
  Record<
    string,
    | number
    | readonly string[]
    | keyof typeof RCODES
    | ((request: IncomingMessage, response: ServerResponse) => void)
  >
>;

interface TestResolver extends AsyncDisposable {
  readonly url: string;
  questions(): string[];
  readonly site: TestSite;
}

export async function serveResolver(zone: Zone): Promise<TestResolver> {
  const asked: string[] = [];
  const site = await serveSite({
    '/dns-query': (request, response) => {
      const message = new URL(request.url ?? '/', 'http://resolver').searchParams.get('dns') ?? '';
      const query = decode(Buffer.from(message, 'base64url'));
      const question = nameOf(query);
      asked.push(question);
      const answer = zone[question] ?? zone['*'] ?? 'NXDOMAIN';
      if (typeof answer === 'function') {
        answer(request, response);
        return;
      }
      response.setHeader('content-type', 'application/dns-message');
      const records = typeof answer === 'number' ? Array<string>(answer).fill('x') : answer;
      response.end(
        typeof records === 'string' ? reply(query, records, []) : reply(query, 'NOERROR', records),
      );
    },
  });
  return {
    url: `${site.url}/dns-query`,
    questions: () => asked.toSorted(),
    site,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

function nameOf(query: DecodedPacket): string {
  const [question] = query.questions ?? [];
  return `${question?.name} ${TYPES[question?.type ?? ''] ?? question?.type}`;
}

function reply(query: DecodedPacket, rcode: keyof typeof RCODES, records: readonly string[]): Buffer {
  const [question] = query.questions ?? [];
  // One string for TXT, `1 <label>.` for SVCB; the client compares records but does not parse them.
  const data = (text: string) =>
    question?.type === 'TXT'
      ? text
      : Buffer.concat([Buffer.from([0, 1, text.length]), Buffer.from(text), Buffer.from([0])]);
  return encode({
    type: 'response',
    id: query.id ?? 0,
    flags: RCODES[rcode],
    questions: query.questions,
    answers: records.map((text) => ({ ...question, ttl: 60, data: data(text) })),
  } as Packet);
}

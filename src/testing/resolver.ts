/** A DNS-over-HTTPS resolver (RFC 8484) on loopback, for tests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DecodedPacket, decode, encode, type Packet } from 'dns-packet';
import { serveSite, type TestSite } from './serve.ts';

/** Response codes by number (RFC 1035 section 4.1.1). */
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const TYPES: Readonly<Record<string, string>> = { UNKNOWN_64: 'SVCB' };

/**
 * What the resolver says, by question (`_mcp._agents.site.example SVCB`): a number of records, a response code, or a
 * handler that writes its own HTTP answer. `*` answers everything else; without it that is NXDOMAIN.
 */
export type Zone = Readonly<
  Record<
    string,
    number | keyof typeof RCODES | ((request: IncomingMessage, response: ServerResponse) => void)
  >
>;

export interface TestResolver extends AsyncDisposable {
  /** The URL to ask. */
  readonly url: string;
  /** The questions that were asked, sorted. */
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
      response.end(typeof answer === 'number' ? reply(query, 'NOERROR', answer) : reply(query, answer, 0));
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

function reply(query: DecodedPacket, rcode: keyof typeof RCODES, records: number): Buffer {
  const [question] = query.questions ?? [];
  // The wire form of `1 .` for SVCB, of one short string for TXT; the client counts records and does not read them.
  const answer = { ...question, ttl: 60, data: question?.type === 'TXT' ? 'x' : Buffer.from([0, 1, 0]) };
  return encode({
    type: 'response',
    id: query.id ?? 0,
    flags: RCODES[rcode],
    questions: query.questions,
    answers: Array.from({ length: records }, () => answer),
  } as Packet);
}

import { Agent } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { serveResolver, type Zone } from '../../testing/resolver.ts';
import { askResolver } from './doh.ts';

const NAME = '_mcp._agents.site.example';
const never = new AbortController().signal;
const connections = new Agent();
afterAll(() => connections.destroy());

async function ask(zone: Zone, type: 'SVCB' | 'TXT' = 'SVCB', timeoutMs = 5_000, signal = never) {
  await using resolver = await serveResolver(zone);
  const reply = await askResolver(resolver.url, { name: NAME, type }, timeoutMs, signal, connections);
  return { reply, questions: resolver.questions(), requests: resolver.site.asked };
}

describe('a DNS-over-HTTPS question', () => {
  it.each(['SVCB', 'TXT'] as const)('asks for %s by the GET form with id 0', async (type) => {
    const { reply, questions, requests } = await ask({ '*': 2 }, type);
    const rdata = expect.stringMatching(/^[\da-f]{32}$/);
    expect(reply).toEqual({ question: { name: NAME, type }, rcode: 'NOERROR', answers: 2, rdata });
    expect(questions).toEqual([`${NAME} ${type}`]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/^GET \/dns-query\?dns=AAABAAAB[\w-]+$/);
  });

  it.each([
    ['NOERROR', 0],
    ['NXDOMAIN', 0],
    ['SERVFAIL', 0],
    ['REFUSED', 0],
  ] as const)('reports %s', async (rcode, answers) => {
    const { reply } = await ask({ '*': rcode });
    expect(reply).toMatchObject({ rcode, answers });
    expect(reply).not.toHaveProperty('rdata');
  });

  it.each(['SVCB', 'TXT'] as const)(
    'tells %s records apart by what they hold, in any order',
    async (type) => {
      const digests = await Promise.all(
        [['a', 'b'], ['b', 'a'], ['a'], ['a', 'c']].map(async (records) => {
          const { reply } = await ask({ '*': records }, type);
          return reply.failure === undefined ? reply.rdata : reply.failure;
        }),
      );
      expect(digests[0]).toBe(digests[1]);
      expect(new Set(digests).size).toBe(3);
    },
  );

  it('counts only records of the type that was asked for', async () => {
    const { reply } = await ask({
      '*': (_request, response) => {
        // A CNAME in place of an SVCB record: id 0, QR+RD+RA, no question, one answer `. CNAME .`
        const header = [0, 0, 0x81, 0x80, 0, 0, 0, 1, 0, 0, 0, 0];
        response.end(Buffer.from([...header, 0, 0, 5, 0, 1, 0, 0, 0, 60, 0, 1, 0]));
      },
    });
    expect(reply).toMatchObject({ rcode: 'NOERROR', answers: 0 });
  });

  it.each<[string, Zone[string], RegExp]>([
    ['an error of the resolver', (_, response) => response.writeHead(500).end(), /responded with 500/],
    ['a body that is not a DNS message', (_, response) => void response.end('<html>'), /./],
    ['an empty body', (_, response) => void response.end(), /./],
    [
      'a body without end',
      (_, response) => void response.end(Buffer.alloc(70_000)),
      /longer than a DNS message/,
    ],
    ['a connection that is closed', (request) => void request.socket.destroy(), /could not be reached/],
  ])('names %s', async (_title, answer, message) => {
    const { reply } = await ask({ '*': answer });
    expect(reply.failure).toMatch(message);
    expect(reply).not.toHaveProperty('cut');
  });

  it('gives up after its time', async () => {
    const { reply } = await ask({ '*': () => undefined }, 'SVCB', 50);
    expect(reply).toMatchObject({ failure: 'the resolver did not respond within 0.05 s' });
  });

  it('says when the audit ended first', async () => {
    const stop = new AbortController();
    const { reply } = await ask({ '*': () => stop.abort() }, 'SVCB', 5_000, stop.signal);
    expect(reply).toMatchObject({ failure: expect.stringMatching(/audit ended/), cut: true });
  });

  it('names a resolver that nobody runs, and one that is not a URL', async () => {
    const question = { name: NAME, type: 'TXT' } as const;
    for (const resolver of ['http://127.0.0.1:1/dns-query', 'not a url']) {
      const reply = await askResolver(resolver, question, 5_000, never, connections);
      expect(reply.failure, resolver).toMatch(/could not be reached/);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { liveIo } from '../io/live.ts';
import { LIMITS } from '../limits.ts';
import { serveResolver, type Zone } from '../testing/resolver.ts';
import { Client } from './client.ts';
import { dnsAidProbes } from './dns-aid.ts';
import type { ProbeContext } from './probe.ts';

/** The probe on a host of any name; only the resolver is asked. */
async function probe(host: string, zone: Zone, signal = new AbortController().signal, requestMs = 5_000) {
  await using resolver = await serveResolver(zone);
  const limits = { ...LIMITS, requestMs };
  const io = liveIo({ limits, network: 'any', targetHost: host, resolver: resolver.url });
  try {
    const client = new Client({ io, limits, signal, userAgent: 'test' });
    const origin = async () => new URL(`https://${host}/`);
    const result = await dnsAidProbes.dnsAid({ client, origin } as unknown as ProbeContext);
    return { result, questions: resolver.questions() };
  } finally {
    await io.close();
  }
}

describe('the DNS-AID probe', () => {
  it('asks for the four names of the host', async () => {
    const { result, questions } = await probe('www.site.example', {});
    expect(result.state).toBe('absent');
    expect(questions).toEqual([
      '_a2a._agents.www.site.example SVCB',
      '_agents.www.site.example TXT',
      '_index._agents.www.site.example SVCB',
      '_mcp._agents.www.site.example SVCB',
    ]);
  });

  it.each(['127.0.0.1', '[::1]', '192.0.2.7'])('asks nothing for %s', async (host) => {
    const { result, questions } = await probe(host, {});
    expect(result.state).toBe('inapplicable');
    expect(questions).toEqual([]);
  });

  it.each<[string, Zone, RegExp]>([
    ['SERVFAIL', { '_agents.site.example TXT': 'SERVFAIL' }, /^_agents\.site\.example TXT -> SERVFAIL$/],
    ['REFUSED', { '*': 'REFUSED' }, /_index.*REFUSED; _a2a/],
    [
      'a resolver that fails',
      { '*': (_, response) => void response.writeHead(502).end() },
      /the resolver answered 502/,
    ],
    ['no answer in time', { '*': () => undefined }, /did not answer/],
  ])('%s is an error', async (_title, zone, evidence) => {
    const { result } = await probe('site.example', zone, undefined, 300);
    expect(result).toMatchObject({ state: 'unseen', status: 'error' });
    expect(result.evidence).toMatch(evidence);
  });

  it('does not hold a failing resolver against localhost', async () => {
    for (const host of ['localhost', 'app.localhost']) {
      expect((await probe(host, { '*': 'REFUSED' })).result.state).toBe('absent');
    }
  });

  it('is skipped when the audit ended first', async () => {
    const stop = new AbortController();
    const { result } = await probe('site.example', { '*': () => stop.abort() }, stop.signal);
    expect(result).toMatchObject({ state: 'unseen', status: 'skip' });
  });

  it('leaves out names that are longer than DNS allows', async () => {
    const host = `${`${'a'.repeat(60)}.`.repeat(4)}example`;
    const { result, questions } = await probe(host, {});
    expect(result).toEqual({ state: 'absent', evidence: expect.stringContaining('too long') });
    expect(questions).toEqual([]);
  });
});

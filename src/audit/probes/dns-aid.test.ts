import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../base/limits.ts';
import { inWords } from '../../testing/in-words.ts';
import { serveResolver, type Zone } from '../../testing/resolver.ts';
import { HOME } from '../../testing/routes.ts';
import { auditSite, serveSite } from '../../testing/serve.ts';
import type { Lookup } from '../io/connect.ts';
import { liveIo } from '../io/live.ts';
import { Client } from './client.ts';
import { dnsAidProbes } from './dns-aid.ts';
import type { ProbeContext } from './probe.ts';

/** Runs the probe for any host name. Only the resolver receives requests. */
async function probe(host: string, zone: Zone, signal = new AbortController().signal, requestMs = 5_000) {
  await using resolver = await serveResolver(zone);
  const limits = { ...LIMITS, requestMs };
  const io = liveIo({ limits, network: 'any', targetHost: host, resolver: resolver.url });
  try {
    const client = new Client({ io, limits, signal, userAgent: 'test' });
    const origin = async () => new URL(`https://${host}/`);
    const result = await dnsAidProbes.dnsAid({ client, origin } as unknown as ProbeContext);
    return { result: inWords(result), questions: resolver.questions() };
  } finally {
    await io.close();
  }
}

const NO_SUCH = '_anc-no-such._agents.example.com';
const lookup: Lookup = (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

describe('the DNS-AID probe', () => {
  it('asks for the four names of the host', async () => {
    const { result, questions } = await probe('www.example.com', {});
    expect(result.state).toBe('absent');
    expect(questions).toEqual([
      '_a2a._agents.www.example.com SVCB',
      '_agents.www.example.com TXT',
      '_index._agents.www.example.com SVCB',
      '_mcp._agents.www.example.com SVCB',
    ]);
  });

  it.each(['127.0.0.1', '[::1]'])('asks nothing for %s', async (host) => {
    const { result, questions } = await probe(host, {});
    expect(result.state).toBe('inapplicable');
    expect(questions).toEqual([]);
  });

  it.each(['localhost', 'intranet', 'db.corp.internal'])('names no %s to a resolver', async (host) => {
    const { result, questions } = await probe(host, { '*': ['x'] });
    expect(result).toEqual({
      state: 'inapplicable',
      evidence: expect.stringContaining('not a public name'),
    });
    expect(questions).toEqual([]);
  });

  it.each<[string, Zone, RegExp]>([
    [
      'a record, though other names fail',
      { '_a2a._agents.example.com SVCB': 1, [`${NO_SUCH} SVCB`]: 'NXDOMAIN', '*': 'SERVFAIL' },
      /^_a2a/,
    ],
    [
      'a TXT record only',
      { '_agents.example.com TXT': 2, '*': 'NOERROR' },
      /^_agents\.example\.com TXT -> NOERROR \(2 records\)$/,
    ],
  ])('finds %s', async (_title, zone, evidence) => {
    const { result } = await probe('example.com', zone);
    expect(result).toMatchObject({ state: 'found', evidence: expect.stringMatching(evidence) });
  });

  it('is absent where the names have no records', async () => {
    const { result } = await probe('example.com', { '*': 'NOERROR' });
    expect(result).toMatchObject({
      state: 'absent',
      evidence: expect.stringMatching(/_index.*\(0 records\); _a2a.*; _mcp.*; _agents\.example\.com TXT/),
    });
  });

  it.each<[string, Zone, RegExp]>([
    ['SERVFAIL', { '_agents.example.com TXT': 'SERVFAIL' }, /^_agents\.example\.com TXT -> SERVFAIL$/],
    ['REFUSED', { '*': 'REFUSED' }, /_index.*REFUSED; _a2a/],
    [
      'a resolver that fails',
      { '*': (_, response) => void response.writeHead(502).end() },
      /the resolver responded with 502/,
    ],
    ['no answer in time', { '*': () => undefined }, /did not respond/],
  ])('%s is an error', async (_title, zone, evidence) => {
    const { result } = await probe('example.com', zone, undefined, 300);
    expect(result).toMatchObject({ state: 'inconclusive', status: 'error' });
    expect(result.evidence).toMatch(evidence);
  });

  it('asks for a name that cannot exist where something answered, by the same type', async () => {
    const { result, questions } = await probe('example.com', {
      '_agents.example.com TXT': ['url=https://example.com/agents'],
      '_mcp._agents.example.com SVCB': ['mcp'],
    });
    expect(result).toEqual({
      state: 'found',
      evidence: '_mcp._agents.example.com SVCB -> NOERROR (1 record)',
    });
    expect(questions.filter((question) => question.startsWith(NO_SUCH))).toEqual([
      `${NO_SUCH} SVCB`,
      `${NO_SUCH} TXT`,
    ]);
  });

  it.each<[string, Zone]>([
    ['TXT', { '_agents.example.com TXT': ['v=spf1 -all', 'x'], [`${NO_SUCH} TXT`]: ['x', 'v=spf1 -all'] }],
    ['every type', { '*': ['parked'] }],
  ])('takes the answers of a wildcard for no records: %s', async (_title, zone) => {
    const { result } = await probe('example.com', zone);
    expect(result).toMatchObject({ state: 'absent' });
    expect(result.evidence).toContain(`${NO_SUCH} TXT -> NOERROR`);
    expect(result.evidence).toContain('identical: a wildcard');
  });

  it('finds a record next to a wildcard, by another content or another type', async () => {
    const own = await probe('example.com', { '_index._agents.example.com SVCB': ['own'], '*': ['parked'] });
    expect(own.result).toMatchObject({ state: 'found', evidence: expect.stringMatching(/^_index/) });
    const text = await probe('example.com', {
      '_agents.example.com TXT': ['own'],
      [`${NO_SUCH} TXT`]: 'NXDOMAIN',
      '*': ['parked'],
    });
    expect(text.result).toMatchObject({ state: 'found', evidence: expect.stringMatching(/^_agents/) });
  });

  it.each(['SERVFAIL', 'REFUSED'] as const)('says nothing where what cannot exist gets %s', async (rcode) => {
    const zone = { '_agents.example.com TXT': ['x'], [`${NO_SUCH} TXT`]: rcode };
    const evidence = `${NO_SUCH} TXT -> ${rcode}`;
    const { result } = await probe('example.com', zone);
    expect(result).toMatchObject({ state: 'inconclusive', status: 'error', evidence });
  });

  it('is skipped when the audit ended first', async () => {
    const stop = new AbortController();
    const { result } = await probe('example.com', { '*': () => stop.abort() }, stop.signal);
    expect(result).toMatchObject({ state: 'inconclusive', status: 'skip' });
  });

  it('leaves out names that are longer than DNS allows', async () => {
    const host = `${`${'a'.repeat(60)}.`.repeat(4)}com`;
    const { result, questions } = await probe(host, {});
    expect(result).toEqual({ state: 'absent', evidence: expect.stringContaining('too long') });
    expect(questions).toEqual([]);
  });
});

describe('a name in a private network', () => {
  const resultOf = async (resolver: string) => {
    await using site = await serveSite({ '/': HOME });
    const url = `http://staging.example.com:${new URL(site.url).port}`;
    const { scorecard } = await auditSite(url, { only: ['dns-aid'], resolver, live: { lookup } });
    return scorecard.results.find(({ id }) => id === 'dns-aid');
  };

  it('is not sent to a public resolver', async () => {
    expect(await resultOf('https://dns.example.com/dns-query')).toMatchObject({
      status: 'n_a',
      evidence: expect.stringContaining('so its name is not sent to a public resolver') as string,
    });
  });

  it('is sent to one of that network', async () => {
    await using resolver = await serveResolver({});
    await resultOf(resolver.url);
    expect(resolver.questions()).toContain('_agents.staging.example.com TXT');
  });
});

describe('the policy auto', () => {
  it.each([
    ['staging.example.com', 'forbidden'],
    ['app.internal', undefined],
  ])('goes by what the name itself says: %s', async (host, reason) => {
    await using site = await serveSite({ '/': { body: 'here' } });
    const io = liveIo({ limits: LIMITS, network: 'auto', targetHost: host, lookup });
    const url = `http://${host}:${new URL(site.url).port}/`;
    const { failure } = await io.send({ method: 'GET', url, headers: [] }, new AbortController().signal);
    expect(failure?.reason).toBe(reason);
    await io.close();
  });
});

import { describe, expect, it } from 'vitest';
import { liveIo } from '../io/live.ts';
import { LIMITS } from '../limits.ts';
import { inWords } from '../testing/in-words.ts';
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
    return { result: inWords(result), questions: resolver.questions() };
  } finally {
    await io.close();
  }
}

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

  it.each(['127.0.0.1', '[::1]', '192.0.2.7'])('asks nothing for %s', async (host) => {
    const { result, questions } = await probe(host, {});
    expect(result.state).toBe('inapplicable');
    expect(questions).toEqual([]);
  });

  it.each(['localhost', 'app.localhost', 'intranet', 'db.corp.internal', 'printer.local', 'site.test'])(
    'names no %s to a resolver',
    async (host) => {
      const { result, questions } = await probe(host, { '*': ['x'] });
      expect(result).toEqual({
        state: 'inapplicable',
        evidence: expect.stringContaining('not a public name'),
      });
      expect(questions).toEqual([]);
    },
  );

  it.each<[string, Zone, RegExp]>([
    [
      'a record, though other names fail',
      {
        '_a2a._agents.example.com SVCB': 1,
        '_anc-no-such._agents.example.com SVCB': 'NXDOMAIN',
        '*': 'SERVFAIL',
      },
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
      /the resolver answered 502/,
    ],
    ['no answer in time', { '*': () => undefined }, /did not answer/],
  ])('%s is an error', async (_title, zone, evidence) => {
    const { result } = await probe('example.com', zone, undefined, 300);
    expect(result).toMatchObject({ state: 'unseen', status: 'error' });
    expect(result.evidence).toMatch(evidence);
  });

  const NO_SUCH = '_anc-no-such._agents.example.com';

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
    expect(result.evidence).toContain('the same: a wildcard');
  });

  it('finds a record beside a wildcard, by another content or another type', async () => {
    const own = await probe('example.com', { '_index._agents.example.com SVCB': ['own'], '*': ['parked'] });
    expect(own.result).toMatchObject({ state: 'found', evidence: expect.stringMatching(/^_index/) });
    const text = await probe('example.com', {
      '_agents.example.com TXT': ['own'],
      [`${NO_SUCH} TXT`]: 'NXDOMAIN',
      '*': ['parked'],
    });
    expect(text.result).toMatchObject({ state: 'found', evidence: expect.stringMatching(/^_agents/) });
  });

  it.each(['SERVFAIL', 'REFUSED'] as const)(
    'says nothing where the name that cannot exist gets %s',
    async (rcode) => {
      const { result } = await probe('example.com', {
        '_agents.example.com TXT': ['x'],
        [`${NO_SUCH} TXT`]: rcode,
      });
      expect(result).toMatchObject({
        state: 'unseen',
        status: 'error',
        evidence: `${NO_SUCH} TXT -> ${rcode}`,
      });
    },
  );

  it('is skipped when the audit ended first', async () => {
    const stop = new AbortController();
    const { result } = await probe('example.com', { '*': () => stop.abort() }, stop.signal);
    expect(result).toMatchObject({ state: 'unseen', status: 'skip' });
  });

  it('leaves out names that are longer than DNS allows', async () => {
    const host = `${`${'a'.repeat(60)}.`.repeat(4)}com`;
    const { result, questions } = await probe(host, {});
    expect(result).toEqual({ state: 'absent', evidence: expect.stringContaining('too long') });
    expect(questions).toEqual([]);
  });
});

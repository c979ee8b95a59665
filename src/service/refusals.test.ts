import { describe, expect, it } from 'vitest';
import { callerAt } from '../caller.ts';
import { liveIo } from '../io/live.ts';
import { policyOf } from '../io/source.ts';
import { runningHere } from '../isolation/run-job.ts';
import type { Scorecards } from '../service-api.ts';
import { type TestNetwork, testNetwork } from '../testing/network.ts';
import { PUBLIC, SITE } from '../testing/public-audit.ts';
import { serveSite } from '../testing/serve.ts';
import { liveKey } from './live-records.ts';
import { scorecardsOf } from './scorecards.ts';
import { settingsOf } from './settings.ts';
import { liveInstance } from './testing/instance.ts';

const CALLER = callerAt('198.51.100.7', 'salt');
const { hostname: HOST } = new URL(SITE);

/** The service as an operator has it who has set nothing. */
function serviceIn({ lookup }: TestNetwork) {
  const settings = settingsOf({});
  const { audits, kept, store } = liveInstance({
    settings,
    source: { kind: 'network', network: settings.network, resolver: '' },
    // The test stands in for this process's network.
    runAudit: runningHere(({ target, limits, source }) => ({
      io: liveIo({
        limits,
        network: policyOf(source) ?? 'public',
        targetHost: target.hostname,
        resolver: '',
        lookup,
      }),
    })),
  });
  const library = {
    origin: 'https://catalog.example',
    sites: async () => [],
    apart: async () => [],
    scorecard: async () => undefined,
  };
  const records = kept.live;
  const scorecards = scorecardsOf({ library, records, audits, settings, now: Date.now });
  return { store, records, scorecards };
}

/** A port of this machine on which nobody listens. */
async function closedPort(): Promise<number> {
  const site = await serveSite({});
  await site[Symbol.asyncDispose]();
  return Number(new URL(site.url).port);
}

const auditOf = async (scorecards: Scorecards, input: string) =>
  scorecards.audit({ target: scorecards.target(input), siteType: null, caller: CALLER });

describe('the service', () => {
  it('answers invalid_target for what is no public name, and keeps nothing', async () => {
    await using network = await testNetwork();
    const { scorecards, store } = serviceIn(network);
    await expect(auditOf(scorecards, '169.254.169.254')).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'invalid_target',
      message: expect.stringMatching(/is an IP address/),
    });
    expect(await store.keys('')).toEqual([]);
    expect(network).toMatchObject({ resolved: [], dialled: [] });
  });

  it('answers target_unreachable for a name that leads to no public address, and does not keep the address', async () => {
    await using network = await testNetwork({ names: { 'n.com': [['10.1.2.3']] } });
    const { scorecards, records } = serviceIn(network);
    await expect(auditOf(scorecards, 'n.com')).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'target_unreachable',
      message: expect.stringMatching(/leads to an address that is not public/),
    });
    expect(JSON.stringify(await records.read(liveKey('n.com')))).not.toContain('10.1.2.3');
    expect(network.dialled).toEqual([]);
  });

  it('audits a public site, and does not follow it out of the public internet', async () => {
    await using site = await serveSite({
      '/': { type: 'text/html', body: '<!doctype html><title>Home</title>' },
      '/robots.txt': { status: 302, headers: { location: '//www.example.com:8080/' } },
      '/sitemap.xml': { status: 302, headers: { location: 'http://private.example.com/' } },
    });
    await using network = await testNetwork({
      names: { [HOST]: [[PUBLIC]], 'private.example.com': [['10.0.0.1']] },
      // Nothing answers on https.
      sites: { [`${PUBLIC}:443`]: await closedPort(), [`${PUBLIC}:80`]: Number(new URL(site.url).port) },
    });
    const { scorecard } = await auditOf(serviceIn(network).scorecards, SITE);
    const statusOf = (id: string) => scorecard.results.find((one) => one.id === id)?.status;
    expect([statusOf('robots'), statusOf('sitemap'), statusOf('dns-aid')]).toEqual([
      'error',
      'error',
      'error',
    ]);
    expect(new Set(network.dialled)).toEqual(new Set([`${PUBLIC}:443`, `${PUBLIC}:80`]));
    expect(network.calls()).toBe(0);
  });
});

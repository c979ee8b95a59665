/** Tests which scorecard callers see, and at which address. */

import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { RULES } from '../audit/check-texts/rule-sets.ts';
import type { SiteType } from '../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedForm } from '../audit/scorecard/scorecard.ts';
import { parseTarget } from '../audit/target.ts';
import { AuditError, type ErrorKind } from '../base/errors.ts';
import { TARGET_LIMIT } from '../base/limits.ts';
import { BASE_URL, envelopeFor } from '../testing/envelopes.ts';
import { envelopeOfGeneration, type Json, MISSING } from '../testing/generations.ts';
import { callerAt } from './caller.ts';
import { liveKey } from './live-records.ts';
import { StoredAndLive } from './scorecards.ts';
import { indexedSites } from './sites.ts';
import { memoryStore } from './store.ts';
import { addresses } from './testing/addresses.ts';
import { EMPTY_LIBRARY, liveInstance } from './testing/instance.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.parse('2026-11-22T08:40:00.000Z');
const LISTED = 'listed.com';
const UNLISTED = 'unlisted.com';

/** A site whose owner declined, as the catalog lists it. */
const APART = {
  host: 'apart.com',
  last_scorecard: null,
  state: 'declined',
  since: new Date(START + HOUR).toISOString(),
  last_attempt: new Date(START + HOUR).toISOString(),
};

function made(target: string, at: number, siteType: SiteType = null): Envelope {
  const scoredAt = new Date(at).toISOString();
  const envelope = envelopeFor({ target, siteType, scoredAt });
  const refresh_after = new Date(at + 24 * HOUR).toISOString();
  return { ...envelope, freshness: { ...envelope.freshness, refresh_after } };
}

/** Ranked sites that only affect places. */
const OTHERS = [20, 60, 90].map((relative) => ({
  host: `s${relative}.example`,
  site_type: null,
  rules: RULES,
  score: { relative },
}));

/** A service whose audits succeed at once, and a catalog of one site with a scorecard. */
function service(listedAt: number, listedType: SiteType = null) {
  let now = START;
  const declining = new Set<string>();
  const down = new Set<string>();
  const audited: string[] = [];
  const store = memoryStore();
  const instance = liveInstance({
    store,
    now: () => now,
    async runAudit({ target, siteType, mcpEndpoint, typedPath }) {
      const named = [mcpEndpoint, typedPath && `typed ${typedPath}`].filter((path) => path !== undefined);
      audited.push([target.name, siteType ?? 'null', ...named].join(' '));
      if (down.has(target.name)) throw new AuditError('target_unreachable', 'It gives no answer.');
      if (declining.has(target.name)) throw new AuditError('target_declined', 'Its owner declines.');
      return { envelope: made(target.name, now, siteType), declined: false };
    },
  });
  const listed = storedForm(made(LISTED, listedAt, listedType));
  const catalog: Envelope = { ...listed, scorecard: { ...listed.scorecard, public_listing: true } };
  const scorecards = new StoredAndLive({
    library: {
      origin: BASE_URL,
      ...indexedSites(async () => ({ sites: [{ host: LISTED }, ...OTHERS], apart: [APART] }) as never),
      scorecard: async (host) => (host === LISTED ? catalog : undefined),
    },
    records: instance.kept.live,
    audits: instance.audits,
    settings: { network: 'public' },
    now: () => now,
  });
  const nextAddress = addresses();
  const request = (host: string, siteType: SiteType = null, mcpEndpoint?: string) => ({
    target: parseTarget(host, 'public'),
    siteType,
    mcpEndpoint,
    caller: callerAt(nextAddress()),
  });
  return {
    store,
    scorecards,
    catalog,
    audited,
    request,
    decline: (host: string) => declining.add(host),
    unreachable: (host: string) => down.add(host),
    later: (ms: number) => {
      now += ms;
    },
    audit: (...asked: Parameters<typeof request>) => scorecards.audit(request(...asked)),
    storedOrAudit: (...asked: Parameters<typeof request>) => scorecards.storedOrAudit(request(...asked)),
  };
}

const addressesOf = ({ scorecard_url, markdown_url, json_url }: Envelope) =>
  [scorecard_url, markdown_url, json_url].map((url) => url.replace(BASE_URL, ''));

it('adds the current rank in the catalog to a live result, without storing it', async () => {
  const { audit, scorecards, store, later } = service(START);
  const place = { site_type: null, sites: 4, place: 1, median: 60 };
  expect(await audit(UNLISTED)).toMatchObject({ place });
  expect(await scorecards.stored(UNLISTED)).toMatchObject({ place });
  expect((await store.read(liveKey(UNLISTED)))?.text).not.toContain('"place"');
  later(2 * 60_000);
  expect(await audit(UNLISTED, 'api')).toMatchObject({ place: { site_type: 'api', sites: 1, place: null } });
  expect(await scorecards.stored(LISTED)).not.toHaveProperty('place');
});

describe('the URLs of an envelope return the same scorecard', () => {
  it.each([
    [UNLISTED, null, ['', '/md', '/json']],
    [UNLISTED, 'api', ['/live?site_type=api', '/live/md?site_type=api', '/live/json?site_type=api']],
    [LISTED, null, ['/live', '/live/md', '/live/json']],
    [
      LISTED,
      'content',
      ['/live?site_type=content', '/live/md?site_type=content', '/live/json?site_type=content'],
    ],
  ] as const)('%s, declared: %s', async (host, siteType, ends) => {
    const { audit, scorecards } = service(START);
    const paths = ends.map((end) => `/score/${host}${end}`);
    expect(addressesOf(await audit(host, siteType))).toEqual(paths);
    // A second call within a minute and the stored scorecard have the same addresses.
    expect(addressesOf(await audit(host, siteType))).toEqual(paths);
    const kept = await scorecards.live(host, siteType);
    expect(kept && addressesOf(kept)).toEqual(paths);
    expect(kept?.tier).toBe('cache');
  });
});

describe('the stored scorecard', () => {
  it('is the catalog’s for a listed site, even if a live result is newer', async () => {
    const { audit, scorecards, catalog } = service(START - HOUR);
    const live = await audit(LISTED);
    expect(live.freshness.scored_at > catalog.freshness.scored_at).toBe(true);
    expect(await scorecards.stored(LISTED)).toBe(catalog);
  });

  it.each([LISTED, UNLISTED])('is not a result with a declared type, for %s', async (host) => {
    const { audit, storedOrAudit, scorecards, later } = service(START - 48 * HOUR);
    await audit(host, 'api');
    later(61_000);
    expect((await scorecards.stored(host))?.scorecard.site_type ?? null).toBeNull();
    expect(await scorecards.live(host, null)).toBeUndefined();
    expect(await scorecards.live(host, 'content')).toBeUndefined();
    expect((await storedOrAudit(host)).scorecard.site_type).toBeNull();
  });
});

it('a scorecard for a typed path that is not an endpoint is not returned to callers who name it', async () => {
  const { request, scorecards, audited, later } = service(START);
  const typed = { ...request(UNLISTED, null, '/v1/mcp'), isSuggested: true };
  await scorecards.audit(typed);
  later(HOUR);
  expect((await scorecards.storedOrAudit(typed)).tier).toBe('cache');
  expect((await scorecards.storedOrAudit(request(UNLISTED, null, '/v1/mcp'))).tier).toBe('live');
  expect(audited).toEqual([`${UNLISTED} null typed /v1/mcp`, `${UNLISTED} null /v1/mcp`]);
});

describe('everything known about a site', () => {
  it('includes a live scorecard that is newer than the catalog’s', async () => {
    const { audit, scorecards, catalog, later } = service(START);
    expect(await scorecards.known(LISTED)).toEqual({
      envelope: catalog,
      live: undefined,
      older: undefined,
      failedAttempt: undefined,
    });
    await audit(LISTED);
    const first = await scorecards.known(LISTED);
    expect([first.live, first.older?.freshness.scored_at]).toEqual([
      undefined,
      new Date(START).toISOString(),
    ]);
    later(2 * HOUR);
    await audit(LISTED);
    const { envelope, live } = await scorecards.known(LISTED);
    expect(envelope).toBe(catalog);
    expect(live && addressesOf(live)).toEqual(
      ['', '/md', '/json'].map((end) => `/score/${LISTED}/live${end}`),
    );
  });

  it('does not trust a scorecard dated in the future, of the catalog or live', async () => {
    const { storedOrAudit, scorecards, catalog, audited, later, unreachable } = service(START + HOUR);
    expect((await storedOrAudit(LISTED)).tier).toBe('live');
    const { envelope, live } = await scorecards.known(LISTED);
    expect([envelope, live?.freshness.scored_at]).toEqual([catalog, new Date(START).toISOString()]);
    later(-HOUR);
    expect((await storedOrAudit(LISTED)).tier).toBe('live');
    expect(audited).toHaveLength(2);
    unreachable(UNLISTED);
    later(2 * HOUR);
    for (const ms of [0, -HOUR]) {
      later(ms);
      await expect(storedOrAudit(UNLISTED)).rejects.toMatchObject({ code: 'target_unreachable' });
      expect(audited.filter((asked) => asked.startsWith(UNLISTED))).toHaveLength(ms === 0 ? 1 : 2);
    }
  });

  it('is the live scorecard for an unlisted site, without a declared type', async () => {
    const { audit, scorecards } = service(START);
    await audit(UNLISTED, 'api');
    expect((await scorecards.known(UNLISTED)).envelope).toBeUndefined();
    await audit(UNLISTED);
    const { envelope, live } = await scorecards.known(UNLISTED);
    expect(envelope && addressesOf(envelope)[0]).toBe(`/score/${UNLISTED}`);
    expect(live).toBeUndefined();
  });

  it('needs at most one round trip to the store, which may fail for a listed site', async () => {
    const { store, scorecards, catalog, later } = service(START);
    const reads: string[] = [];
    const { read } = store;
    store.read = (key) => {
      reads.push(key);
      return read(key);
    };
    await scorecards.known(UNLISTED);
    later(999);
    await scorecards.known(UNLISTED, 1000);
    expect(reads).toEqual([`live/${UNLISTED}`]);
    await scorecards.known(UNLISTED);
    expect(reads).toHaveLength(2);
    later(1000);
    await scorecards.known(UNLISTED, 1000);
    expect(reads).toHaveLength(3);
    later(1000);
    store.read = () => Promise.reject(new Error('down'));
    expect((await scorecards.known(LISTED)).envelope).toBe(catalog);
    await expect(scorecards.known(UNLISTED)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('stored scorecards of a site whose owner declines', () => {
  it('are withdrawn for every declared type', async () => {
    const { audit, scorecards, decline, later } = service(START);
    for (const siteType of [null, 'api', 'content'] as const) {
      await audit(UNLISTED, siteType);
      later(61_000);
    }
    decline(UNLISTED);
    await expect(audit(UNLISTED, 'api')).rejects.toMatchObject({ code: 'target_declined' });
    for (const siteType of [null, 'api', 'content'] as const) {
      expect(await scorecards.live(UNLISTED, siteType)).toBeUndefined();
    }
    expect(await scorecards.stored(UNLISTED)).toBeUndefined();
    expect(await scorecards.known(UNLISTED)).toMatchObject({
      failedAttempt: {
        state: 'declined',
        message: expect.stringMatching(/^Last attempt, \d{4}-\d\d-\d\d \d\d:\d\d UTC: /),
      },
    });
  });

  it('are not returned if older than the owner’s decision in the catalog', async () => {
    const { audit, scorecards, later } = service(START);
    await audit('apart.com');
    expect(await scorecards.stored('apart.com')).toBeUndefined();
    later(48 * HOUR);
    await audit('apart.com');
    const again = await scorecards.stored('apart.com');
    expect(again && addressesOf(again)).toEqual([
      '/score/apart.com/live',
      '/score/apart.com/live/md',
      '/score/apart.com/live/json',
    ]);
  });
});

describe('the scheme, whatever the caller typed', () => {
  it.each<[string, https: ErrorKind | undefined, http: ErrorKind | undefined, string[], ErrorKind?]>([
    ['a site that responds on https', undefined, undefined, ['https']],
    ['a site that responds on http only', 'target_unreachable', undefined, ['https', 'http']],
    [
      'a site that does not respond',
      'target_unreachable',
      'audit_timeout',
      ['https', 'http'],
      'target_unreachable',
    ],
    ['a site that refuses on https', 'target_blocked', undefined, ['https'], 'target_blocked'],
    [
      'a site that refuses on http',
      'target_unreachable',
      'target_blocked',
      ['https', 'http'],
      'target_blocked',
    ],
  ])('%s', async (_, https, http, schemes, code) => {
    for (const typed of ['http://site.com', 'https://site.com', 'site.com', 'http://site.com:80/x']) {
      const asked: string[] = [];
      const { audits, kept } = liveInstance({
        settings: { liveAudits: true, network: 'public' },
        async runAudit({ target }) {
          asked.push(target.url);
          const kind = target.url.startsWith('https:') ? https : http;
          if (kind !== undefined) throw new AuditError(kind, `It ended with ${kind}.`);
          return { envelope: made(target.name, Date.now()), declined: false };
        },
      });
      const settings = { network: 'public' } as const;
      const given = { library: EMPTY_LIBRARY, records: kept.live, audits, settings, now: Date.now };
      const scorecards = new StoredAndLive(given);
      const audit = scorecards.audit({
        target: scorecards.target(typed),
        siteType: null,
        caller: callerAt('192.0.2.1'),
      });
      await (code === undefined
        ? expect(audit).resolves.toMatchObject({ target: 'site.com' })
        : expect(audit).rejects.toMatchObject({ code }));
      expect(asked).toEqual(schemes.map((scheme) => `${scheme}://site.com/`));
    }
  });
});

it('gives the whole URL of the command line for a site that is not public', () => {
  const { scorecards } = service(START);
  expect(() => scorecards.target('http://127.0.0.1:8080')).toThrow(`(${BASE_URL}/command-line)`);
});

describe('audit_website', () => {
  it('returns the catalog’s while it is fresh, then a fresh live one, then audits', async () => {
    const { storedOrAudit, audited, later, catalog } = service(START - HOUR);
    expect(await storedOrAudit(LISTED)).toBe(catalog);
    later(24 * HOUR);
    expect((await storedOrAudit(LISTED)).tier).toBe('live');
    later(HOUR);
    const again = await storedOrAudit(LISTED);
    expect([again.tier, addressesOf(again)[0]]).toEqual(['cache', `/score/${LISTED}/live`]);
    expect(audited).toEqual([`${LISTED} null`]);
  });

  it('returns a live scorecard newer than the catalog’s, even if that is fresh', async () => {
    const { audit, storedOrAudit } = service(START - HOUR);
    await audit(LISTED);
    expect(addressesOf(await storedOrAudit(LISTED))[0]).toBe(`/score/${LISTED}/live`);
  });

  it('returns a stored scorecard only if it has the requested type', async () => {
    const { storedOrAudit, audited, later, catalog } = service(START - HOUR, 'api');
    // The catalog’s types are reviewed, so callers who declare the same type, or none, get the catalog's scorecard.
    expect([await storedOrAudit(LISTED, 'api'), await storedOrAudit(LISTED)]).toEqual([catalog, catalog]);
    expect((await storedOrAudit(LISTED, 'content')).tier).toBe('live');
    later(HOUR);
    expect((await storedOrAudit(LISTED, 'content')).tier).toBe('cache');
    expect(audited).toEqual([`${LISTED} content`]);
  });
});

describe('a site that has reached its limit', () => {
  it.each([
    [UNLISTED, `/score/${UNLISTED}`],
    [LISTED, `/score/${LISTED}/live`],
  ])('%s gets its newest stored scorecard', async (host, path) => {
    const { audit, audited, later } = service(START - HOUR);
    for (let i = 0; i < TARGET_LIMIT.units; i++) {
      expect((await audit(host)).tier).toBe('live');
      later(61_000);
    }
    const spared = await audit(host);
    expect([spared.tier, addressesOf(spared)[0]]).toEqual(['cache', path]);
    expect(audited).toHaveLength(TARGET_LIMIT.units);
    // No scorecard is stored for another host of the same domain, or another type.
    for (const asked of [audit(`docs.${host}`), audit(host, 'api')]) {
      await expect(asked).rejects.toMatchObject({
        code: 'audit_limit_reached',
        scope: 'target',
        retryAfterS: expect.any(Number),
      });
    }
    later(HOUR);
    expect((await audit(host, 'api')).tier).toBe('live');
  });
});

describe('a live scorecard stored by another version', () => {
  it('is kept when a later audit fails, with members that this version does not know', async () => {
    const { store, scorecards, audit, unreachable } = service(START - HOUR);
    const scoredAt = new Date(START - HOUR).toISOString();
    const envelope = envelopeOfGeneration('later', {
      absent: ['llms-txt'],
      host: UNLISTED,
      scoredAt,
      baseUrl: BASE_URL,
    });
    await store.write(`live/${UNLISTED}`, JSON.stringify({ envelope }), 'new');
    unreachable(UNLISTED);
    await expect(audit(UNLISTED)).rejects.toMatchObject({ code: 'target_unreachable' });
    const record = JSON.parse((await store.read(`live/${UNLISTED}`))?.text ?? '') as Json;
    expect(record).toEqual({ envelope, failure: expect.objectContaining({ code: 'target_unreachable' }) });
    const kept = await scorecards.stored(UNLISTED);
    expect(kept?.scorecard.results).toHaveLength(CHECK_COUNT - MISSING.length + 1);
    expect(kept && addressesOf(kept)[0]).toBe(`/score/${UNLISTED}`);
  });
});

describe('an MCP endpoint that a caller names', () => {
  it.each([LISTED, UNLISTED])(
    'of %s has a separate record and separate URLs for its scorecard',
    async (host) => {
      const { audit, storedOrAudit, scorecards, audited, later } = service(START);
      await audit(host);
      later(61_000);
      const named = await audit(host, null, '/v1/mcp');
      expect(addressesOf(named)[0]).toBe(`/score/${host}~v1~mcp/live`);
      await storedOrAudit(host, null, '/v1/mcp');
      expect(audited).toEqual([`${host} null`, `${host} null /v1/mcp`]);
      expect(await scorecards.live(host, null, '/v1/mcp')).toMatchObject({
        scorecard_url: named.scorecard_url,
      });
      expect(await scorecards.live(host, null, '/v2/mcp')).toBeUndefined();
      expect(await scorecards.live(host, 'api', '/v1/mcp')).toBeUndefined();
      expect((await scorecards.stored(host))?.scorecard_url).not.toContain('~');
    },
  );

  it('is withdrawn with the rest when the owner declines', async () => {
    const { audit, scorecards, decline, later } = service(START);
    await audit(UNLISTED, 'api', '/v1/mcp');
    decline(UNLISTED);
    later(61_000);
    await expect(audit(UNLISTED)).rejects.toMatchObject({ code: 'target_declined' });
    expect(await scorecards.live(UNLISTED, 'api', '/v1/mcp')).toBeUndefined();
  });
});

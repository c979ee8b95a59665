/** Each site of the zoo is served and audited whole, and the auditor is held to what was written down of it by hand. */
import { describe, expect, it } from 'vitest';
import { serveDemo } from '../../demo/server.ts';
import { said, type VerdictTable } from '../../demo/site.ts';
import { AuditError } from '../../errors.ts';
import type { Result } from '../../scorecard/schema.ts';
import { auditSite } from '../serve.ts';
import { TEST_CERT, TEST_KEY } from '../tls.ts';
import type { Truth, ZooSite } from './walled.ts';
import { WALL_ZOO } from './walls.ts';

/** A site behind a full wall is told within so many requests. */
const MOST_REQUESTS = 12;

interface Seen {
  readonly requests: number;
  readonly results: readonly Result[];
  readonly error: AuditError | undefined;
}

async function auditZoo(site: ZooSite, tls?: { key: string; cert: string }): Promise<Seen> {
  let requests = 0;
  await using served = await serveDemo(site, {
    onExchange: () => void requests++,
    ...(tls === undefined ? {} : { tls }),
  });
  try {
    const { scorecard } = await auditSite(
      served.url,
      tls === undefined ? undefined : { live: { ca: [tls.cert] } },
    );
    return { requests, results: scorecard.results, error: undefined };
  } catch (error) {
    if (!(error instanceof AuditError)) throw error;
    return { requests, results: [], error };
  }
}

/** What differs from the truth, one line a check; empty where nothing does. */
function differences({ results, error }: Seen, truth: Truth): string[] {
  if ('blocked' in truth) {
    if (error?.kind !== 'target_blocked') return [`not blocked but ${error?.kind ?? 'scored'}`];
    return truth.blocked.test(error.message) ? [] : [`blocked, but: ${error.message}`];
  }
  if (error !== undefined) return [`${error.kind}: ${error.message}`];
  const wanted: VerdictTable = 'verdicts' in truth ? truth.verdicts : truth.eitherOrError;
  return results.flatMap((result) => {
    const [is, should] = [said(result), wanted[result.id]];
    const told = truth.evidence?.[result.id]?.test(result.evidence) ?? true;
    const fits = should === undefined || is === should || ('eitherOrError' in truth && is === 'error');
    return fits && told ? [] : [`${result.id}: ${is}, not ${should} (${result.evidence})`];
  });
}

const named = (sites: readonly ZooSite[]) => sites.map((site) => ({ name: site.name, site }));

describe('a site behind a full wall', () => {
  it.each(named(WALL_ZOO.full))('$name', async ({ site }) => {
    const seen = await auditZoo(site);
    expect(differences(seen, site.truth)).toEqual([]);
    const most = 'blocked' in site.truth ? site.truth.requests : undefined;
    expect(seen.requests).toBeLessThanOrEqual(most ?? MOST_REQUESTS);
  });
});

describe('a site behind a wall for some', () => {
  it.each(named(WALL_ZOO.partial))('$name', async ({ site }) => {
    expect(differences(await auditZoo(site), site.truth)).toEqual([]);
  });
});

describe('a site that only looks refused', () => {
  it.each(named(WALL_ZOO.lookAlikes))('$name', async ({ site }) => {
    expect(differences(await auditZoo(site), site.truth)).toEqual([]);
  });
});

describe('over TLS and HTTP/2', () => {
  const [full] = WALL_ZOO.full;
  const [agents] = WALL_ZOO.partial;
  const [traces] = WALL_ZOO.lookAlikes;
  it.each(named([full, agents, traces].filter((site) => site !== undefined)))('$name', async ({ site }) => {
    const seen = await auditZoo(site, { key: TEST_KEY, cert: TEST_CERT });
    expect(differences(seen, site.truth)).toEqual([]);
  });
});

describe('a wall that comes up midway', () => {
  it('is told, with the request from which on', async () => {
    const site = WALL_ZOO.partial.find(({ name }) => name === 'a 403 after 30 requests');
    const { results } = await auditZoo(site ?? fail());
    const errors = results.filter(({ status }) => status === 'error');
    expect(
      errors.filter(({ evidence }) => /refused from the \d+(?:st|nd|rd|th) request on/.test(evidence)),
    ).not.toEqual([]);
  });
});

function fail(): never {
  throw new Error('the zoo has lost a site');
}

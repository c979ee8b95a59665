/**
 * The zoo: tests that verdicts are right in the conditions of the real web. Each site is audited whole and compared with a
 * truth that was written by hand before:
 *
 * - walls (`full-walls.ts`, `partial-walls.ts`, `look-alikes.ts`): the wall that responds instead of a site is named, and its
 *   responses are not taken for the site's. A site that only looks refused is judged like any other. `src/audit/walls` tests
 *   each mark of each wall without a server;
 * - transient failures (`pace.ts`): servers that cannot handle eight concurrent requests;
 * - MCP servers on both SDKs (`mcp-sdk-servers.ts`); `testing/nightly` has those on others.
 *
 * `testing/attack` has hostile sites, and tests whether their audits end and leak nothing. `testing/nightly` has software
 * that takes long to install.
 */

import { describe, expect, it } from 'vitest';
import { serveDemo } from '../../app/demo/server.ts';
import { expectedOf, type VerdictTable } from '../../app/demo/site.ts';
import type { Result } from '../../audit/scorecard/schema.ts';
import { AuditError } from '../../base/errors.ts';
import { HOME } from '../routes.ts';
import { auditSite, serveSite } from '../serve.ts';
import { TEST_CERT, TEST_KEY } from '../tls.ts';
import { FULL_WALLS } from './full-walls.ts';
import { LOOK_ALIKES } from './look-alikes.ts';
import { overHttp2 } from './mcp-parts.ts';
import { SDK_SERVERS } from './mcp-sdk-servers.ts';
import { tableOf, ZOO_CHECKS, type ZooServer } from './mcp-truth.ts';
import { PARTIAL_WALLS } from './partial-walls.ts';
import { auditStrained, SEEN_THROUGH, strainFaults } from './strained.ts';
import type { Truth, ZooSite } from './walled.ts';

/** The maximum number of requests until a full wall is recognized. */
const MOST_REQUESTS = 12;
const TLS = { key: TEST_KEY, cert: TEST_CERT };

interface Seen {
  readonly requests: number;
  readonly results: readonly Result[];
  readonly error: AuditError | undefined;
}

async function auditWalled(site: ZooSite, tls?: typeof TLS): Promise<Seen> {
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

function wallFaults({ results, error, requests }: Seen, truth: Truth): string[] {
  if ('blocked' in truth) {
    if (error?.kind !== 'target_blocked') return [`not blocked but ${error?.kind ?? 'scored'}`];
    if (requests > (truth.requests ?? MOST_REQUESTS)) return [`told after ${requests} requests`];
    const words = `${error.message} ${error.quote ?? ''}`;
    return truth.blocked.test(words) ? [] : [`blocked, but: ${words}`];
  }
  if (error !== undefined) return [`${error.kind}: ${error.message}`];
  const wanted: VerdictTable = 'verdicts' in truth ? truth.verdicts : truth.eitherOrError;
  return results.flatMap((result) => {
    const [is, should] = [expectedOf(result), wanted[result.id]];
    const told = truth.evidence?.[result.id]?.test(result.evidence) ?? true;
    const fits = should === undefined || is === should || ('eitherOrError' in truth && is === 'error');
    return fits && told ? [] : [`${result.id}: ${is}, not ${should} (${result.evidence})`];
  });
}

const named = <T extends { readonly name: string }>(all: readonly T[]) =>
  all.map((one) => [one.name, one] as const);

describe.each([
  ['behind a full wall', FULL_WALLS],
  ['behind a partial wall', PARTIAL_WALLS],
  ['that only seems to refuse', LOOK_ALIKES],
] as const)('a site %s', (_, sites) => {
  it.each(named<ZooSite>(sites))('%s', async (_name, site) => {
    expect(wallFaults(await auditWalled(site), site.truth)).toEqual([]);
  });

  it('over TLS and HTTP/2', async () => {
    const [site] = sites;
    expect(site && wallFaults(await auditWalled(site, TLS), site.truth)).toEqual([]);
  });
});

it('reports the request from which a wall appeared midway', async () => {
  const site = PARTIAL_WALLS.find(({ name }) => name === 'a 403 after 30 requests');
  const { results } = site === undefined ? { results: [] } : await auditWalled(site);
  const told = results.filter(({ evidence }) =>
    /refused from the \d+(?:st|nd|rd|th) request on/.test(evidence),
  );
  expect(told.map(({ status }) => status)).toContain('error');
});

describe('an audit sees through', () => {
  it.each(SEEN_THROUGH)('%s', async (_, strained, site) => {
    expect(strainFaults(site, await auditStrained(site, strained))).toEqual([]);
  });
});

/** Returns the differences from the truth of an MCP server, with the evidence. */
async function mcpFaults({ make, truth, endpoint }: ZooServer, isOverHttp2: boolean): Promise<string[]> {
  const { routes, stop } = make();
  try {
    const home = routes['/'] === undefined ? { '/': HOME } : {};
    await using site = await serveSite({ ...home, ...routes });
    await using proxy = isOverHttp2 ? await overHttp2(site.url) : undefined;
    const { scorecard } = await auditSite(proxy?.url ?? site.url, {
      only: ZOO_CHECKS,
      live: { ca: [TEST_CERT] },
    });
    const table = tableOf(truth);
    const path = scorecard.mcp_endpoint === null ? null : new URL(scorecard.mcp_endpoint).pathname;
    return [
      ...scorecard.results
        .filter(({ id, status }) => table[id] !== undefined && table[id] !== status)
        .map(({ id, status, evidence }) => `${id}: ${status}, not ${table[id]}: ${evidence}`),
      ...(path === endpoint ? [] : [`its endpoint is ${path}, not ${endpoint}`]),
      // Nothing is sent to endpoints that are only guessed.
      ...site.asked.filter((line) => /^(PUT|PATCH) |^\w+ \/message\b|^POST \/sse/.test(line)),
    ];
  } finally {
    await stop?.();
  }
}

const OVER_HTTP2 = ['v1, sessions, JSON', 'v2, both lanes'];

describe.concurrent('an MCP server', () => {
  it.each(named(SDK_SERVERS))('%s', async (_, server) => {
    expect(await mcpFaults(server, false)).toEqual([]);
  });

  it.each(OVER_HTTP2)('%s, over TLS and HTTP/2', async (name) => {
    const server = SDK_SERVERS.find((one) => one.name === name);
    expect(server && (await mcpFaults(server, true))).toEqual([]);
  });
});

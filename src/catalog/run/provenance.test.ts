/** Finds the exchanges behind verdicts in a recording of a real server's audit. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runningHere } from '../../audit/isolation/run-job.ts';
import type { Provenance, TracedExchange } from '../../audit/probes/trace.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { LIMITS } from '../../base/limits.ts';
import { BASE_URL } from '../../testing/envelopes.ts';
import { type Routes, serveSite } from '../../testing/serve.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { fileNameOf, Store } from '../results/store.ts';
import { provenanceOf } from './provenance.ts';
import { runCatalog } from './run.ts';

const ROUTES: Routes = {
  '/': { type: 'text/html', body: '<!doctype html><title>A</title><main><h1>A</h1><p>A site.</p></main>' },
  '/robots.txt': { status: 301, headers: { location: '/rules.txt' } },
  '/rules.txt': { type: 'text/plain', body: 'User-agent: *\nAllow: /\n' },
};

const folder = scratchFolder('provenance');
const store = new Store({ results: join(folder, 'results'), recordings: join(folder, 'recordings') });
await store.open();
const site = shared(await serveSite(ROUTES));
const { host } = new URL(site.url);
const target: ListedHost = {
  host,
  name: host,
  description: 'A site for a test.',
  category: 'api',
  url: site.url,
};
await runCatalog([target], {
  store,
  concurrency: 1,
  limits: LIMITS,
  network: 'any',
  resolver: `${site.url}/dns`,
  baseUrl: BASE_URL,
  keepRecordings: true,
  runAudit: runningHere(),
});
const latest = (await store.read(host)).latest as Envelope;

/** Returns a text such as `GET /robots.txt 301`, or the record type of a DNS query. */
function said(asked: TracedExchange): string {
  if ('question' in asked) return asked.question.type;
  const { method, url } = asked.request;
  return `${method} ${new URL(url).pathname} ${asked.answer?.status ?? asked.failure?.reason}`;
}

async function provenanceBy(check: string): Promise<{ judged: string[]; related: string[] }> {
  const all = await provenanceOf(target, latest, store);
  const { judged, related } = all?.get(check) ?? fail(check);
  return { judged: judged.map(said), related: related.map(said) };
}

function fail(check: string): Provenance {
  throw new Error(`nothing is known of ${check}`);
}

it('returns the check’s requests with redirects, and the requests it was compared with', async () => {
  const { judged, related } = await provenanceBy('robots');
  expect(judged).toEqual(['GET /robots.txt 301', 'GET /rules.txt 200']);
  expect(related.toSorted()).toEqual(['GET / 200', 'GET /anc-web-audit-no-such-page 404']);
});

it('returns the nearest requests if a check only uses those of other checks', async () => {
  expect((await provenanceBy('semantic-html')).judged).toEqual(['GET / 200']);
});

it('shares one exchange between all checks that use it', async () => {
  const all = await provenanceOf(target, latest, store);
  const root = all?.get('semantic-html')?.judged[0];
  expect(root).toBeDefined();
  expect(all?.get('link-headers')?.judged[0]).toBe(root);
  expect(all?.get('robots')?.related).toContain(root);
});

it('keeps the original response bodies', async () => {
  const asked = (await provenanceOf(target, latest, store))?.get('robots')?.judged[1];
  const body = asked !== undefined && 'request' in asked ? asked.answer?.body : undefined;
  expect(new TextDecoder().decode(body)).toBe('User-agent: *\nAllow: /\n');
});

it('returns undefined for a scorecard of another audit or with other verdicts', async () => {
  const { freshness, scorecard } = latest;
  const later = { ...latest, freshness: { ...freshness, scored_at: '2027-01-01T00:00:00.000Z' } };
  expect(await provenanceOf(target, later, store)).toBeUndefined();
  const older = { ...latest, scorecard: { ...scorecard, spec_version: '0.4.0' } };
  expect(await provenanceOf(target, older, store)).toBeUndefined();
  const results = scorecard.results.map((result) =>
    result.id === 'robots' ? { ...result, status: 'error' as const } : result,
  );
  expect(
    await provenanceOf(target, { ...latest, scorecard: { ...scorecard, results } } as Envelope, store),
  ).toBeUndefined();
});

it('returns undefined without a readable recording', async () => {
  const path = join(folder, 'recordings', `${fileNameOf(target.host)}.har.gz`);
  writeFileSync(path, 'no recording');
  expect(await provenanceOf(target, latest, store)).toBeUndefined();
  rmSync(path);
  expect(await provenanceOf(target, latest, store)).toBeUndefined();
});

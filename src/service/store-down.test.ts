/** Responses while the store is down: the catalog stays readable, and no site is audited. */
import { expect, it } from 'vitest';
import { envelopeFor } from '../testing/envelopes.ts';
import { memoryStore } from './store.ts';
import { publishedOf, smallBuild, smallService } from './testing/site.ts';
import { failing } from './testing/stores.ts';

const LISTED = 'docs.com';
const UNAVAILABLE = { code: 'service_unavailable', retry_after_s: 30 };

it('serves the catalog, and reports for other calls what failed and when to retry', async () => {
  await using build = await smallBuild();
  let audits = 0;
  const { ask } = await smallService(build.site, {
    store: failing(memoryStore(), () => true),
    published: publishedOf([envelopeFor({ target: LISTED })]),
    runAudit: () => {
      audits += 1;
      return new Promise(() => undefined);
    },
  });
  const call = async (name: string, target: string) => {
    const params = { name, arguments: { target } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await ask('/mcp', { method: 'POST', headers, body });
    return ((await answer.json()) as { result: object }).result;
  };
  expect(await call('get_scorecard', LISTED)).toMatchObject({ structuredContent: { found: true } });
  expect((await ask('/health')).status).toBe(200);
  const failure = { isError: true, structuredContent: { error: UNAVAILABLE } };
  expect(await call('get_scorecard', 'nosuch.com')).toMatchObject(failure);
  expect(await call('score_cli', 'nosuch.com')).toMatchObject(failure);
  const page = await ask('/score/nosuch.com/json');
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await page.json()).toMatchObject(UNAVAILABLE);
  expect(audits).toBe(0);
});

import { expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import { praisedForNothing, punishedForRight } from './praise.ts';

const [ready] = DEMO_SITES.filter(({ name }) => name === 'ready');
const TIMEOUT_MS = 120_000;

it('no check passes on an error page in place of its document', { timeout: TIMEOUT_MS }, async () => {
  await using site = await serveDemo(ready as (typeof DEMO_SITES)[number]);
  expect(await praisedForNothing(site.url, ['the error page'])).toEqual([]);
});

it('no correct document lowers the score', { timeout: TIMEOUT_MS }, async () => {
  await using site = await serveDemo(ready as (typeof DEMO_SITES)[number]);
  expect(await punishedForRight(site.url)).toEqual([]);
});

/** Verifies a deployment whose catalog has pages, and one that refuses requests because of their rate. */

import { beforeAll, expect, it } from 'vitest';
import { catalogView } from '../../catalog/catalog.ts';
import { type Listed, scoredOf } from '../../catalog/listed.ts';
import { catalogFiles, MOST_LISTED } from '../../catalog/results/downloads.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import type { Ask } from './probe.ts';
import { verify } from './verify.ts';

const CATALOG_PATH = '/catalog.json';
const SITE = 'https://site.test';
const MISSING = { status: 404, text: '' };
const HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  etag: 'tag',
};
const scored = { ...scoredOf(envelopeFor()), results: [] };
const listed = Array.from({ length: MOST_LISTED + 1 }, (_, i): Listed => {
  const host = `site-${i}.example`;
  return { target: { host, name: host, description: 'A site of the test.', category: 'api' }, scored };
});

const served = new Map<string, string>();
beforeAll(() => {
  for (const [path, text] of catalogFiles(catalogView(listed), SITE)) served.set(path, text());
});

/** Verifies a deployment with these documents changed. Returns the findings about the catalog, and the requested paths. */
async function verified(changed: Readonly<Record<string, string | undefined>> = {}) {
  const onWait = () => undefined;
  const asked: string[] = [];
  const files = new Map<string, string | undefined>([...served, ...Object.entries(changed)]);
  const send = async ({ path }: Ask) => {
    asked.push(path);
    const text = files.get(path);
    const found = text === undefined ? MISSING : { status: 200, text };
    return { ...found, headers: HEADERS, bytes: new Uint8Array() };
  };
  const only = ['documents', 'scorecards'] as const;
  const { findings } = await verify({ at: SITE, publishedAs: SITE, now: new Date(), send, only, onWait });
  // Requests with an ETag are left out.
  const found = findings.filter(({ request }) => / \/catalog[./](?!csv)[^,]*$/.test(request));
  return { asked, found: found.map(({ request, what }) => `${request}: ${what}`) };
}

const replaced = (path: string, from: string, to: string) => {
  const text = served.get(path) ?? '';
  expect(text).toContain(from);
  return { [path]: text.replace(from, to) };
};

it('requests every page, and the scorecard of the first site', async () => {
  const { asked, found } = await verified();
  expect(found).toEqual([]);
  expect([...served.keys()].filter((path) => !asked.includes(path))).toEqual([]);
  expect(asked).toContain('/score/site-0.example/json');
});

it.each([
  ['status', () => ({ '/catalog/4.json': undefined }), '/catalog/4.json'],
  ['page', () => replaced('/catalog/6.json', '"page":6', '"page":7'), '/catalog/6.json'],
  ['catalog', () => replaced(CATALOG_PATH, '"pages"', '"page"'), CATALOG_PATH],
  ['addresses', () => replaced(CATALOG_PATH, SITE, 'https://stranger.example'), CATALOG_PATH],
])('reports a wrong %s', async (what, change, path) => {
  expect((await verified(change())).found).toEqual([`GET ${path}: ${what}`]);
});

it.each([
  [429, '7', 7],
  // No wait is longer than the window.
  [429, '86400', 60],
  [429, 'soon', 60],
  [200, '7', 7],
])('after status %i with Retry-After %s, waits %s s', async (status, retry, wait) => {
  const send = async ({ path }: Ask) => {
    const headers: Record<string, string> = { 'retry-after': retry };
    return { status: path === '/health' ? status : 404, headers, text: '', bytes: new Uint8Array() };
  };
  const onWait = (seconds: number) => {
    throw new Error(`waits ${seconds} s`);
  };
  const verifying = verify({ at: SITE, publishedAs: SITE, now: new Date(), send, only: ['limits'], onWait });
  await expect(verifying).rejects.toThrow(`waits ${wait} s`);
});

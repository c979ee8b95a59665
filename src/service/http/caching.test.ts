import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { heedModifiedSince } from './caching.ts';

const MODIFIED = 'Sun, 22 Nov 2026 10:00:00 GMT';
const app = new Hono();
app.use(heedModifiedSince());
app.get('/dated', (c) => c.text('text', 200, { 'Last-Modified': MODIFIED, ETag: '"a"', Vary: 'Accept' }));
app.get('/undated', (c) => c.text('text'));
app.get('/gone', (c) => c.text('text', 404, { 'Last-Modified': MODIFIED }));

it.each([
  ['/dated', MODIFIED, undefined, 304],
  ['/dated', 'Sun, 22 Nov 2026 10:00:01 GMT', undefined, 304],
  ['/dated', 'Sun, 22 Nov 2026 09:59:59 GMT', undefined, 200],
  ['/dated', 'yesterday', undefined, 200],
  ['/dated', undefined, undefined, 200],
  // The ETag is more precise than the date.
  ['/dated', MODIFIED, '"b"', 200],
  ['/undated', MODIFIED, undefined, 200],
  ['/gone', MODIFIED, undefined, 404],
])('%s, modified since %s, with the tag %s: %i', async (path, since, tag, status) => {
  const headers = {
    ...(since === undefined ? {} : { 'If-Modified-Since': since }),
    ...(tag === undefined ? {} : { 'If-None-Match': tag }),
  };
  const response = await app.request(path, { headers });
  expect([response.status, await response.text()]).toEqual([status, status === 304 ? '' : 'text']);
  if (status === 304) {
    expect(response.headers.get('etag')).toBe('"a"');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(response.headers.get('content-type')).toBeNull();
  }
});

import { expect, test } from 'vitest';
import { isFromOwnPage } from './own-page.ts';

const CATALOG = 'https://catalog.example';
const LOCAL = 'http://localhost:8888';

test.each([
  // A program, without an Origin header.
  [CATALOG, 'https://catalog.example/mcp', null, true],
  [LOCAL, 'http://localhost:8888/mcp', null, true],
  [LOCAL, 'http://127.0.0.1:8888/mcp', null, true],
  [LOCAL, 'http://[::1]:8888/mcp', null, true],
  // A preview under another name of the site.
  [CATALOG, 'https://preview--catalog.example/mcp', null, true],
  [CATALOG, 'https://preview--catalog.example/mcp', 'https://preview--catalog.example', true],
  [CATALOG, 'https://preview--catalog.example/mcp', CATALOG, true],
  [LOCAL, 'http://127.0.0.1:8888/mcp', 'http://127.0.0.1:8888', true],
  // A deployment without TLS, under the name it was built for.
  ['http://catalog.intern', 'http://catalog.intern/mcp', 'http://catalog.intern', true],
  ['http://catalog.intern', 'http://catalog.intern/mcp', null, true],
  // After DNS rebinding: the page has the same origin as its requests.
  [LOCAL, 'http://evil.example:8888/mcp', 'http://evil.example:8888', false],
  [LOCAL, 'http://evil.example:8888/mcp', null, false],
  [LOCAL, 'http://evil.example:8888/mcp', LOCAL, false],
  [LOCAL, 'http://localhost.evil.example:8888/mcp', null, false],
  ['http://catalog.intern', 'http://evil.example/mcp', null, false],
  // Pages of other sites.
  [CATALOG, 'https://catalog.example/mcp', 'https://evil.example', false],
  [CATALOG, 'https://catalog.example/mcp', 'null', false],
  [CATALOG, 'https://catalog.example/mcp', 'not an origin', false],
  [CATALOG, 'https://catalog.example/mcp', 'https://catalog.example/', false],
  [LOCAL, 'http://localhost:8888/mcp', 'http://localhost:3000', false],
  [LOCAL, 'http://localhost:8888/mcp', 'http://localhost', false],
])('the catalog %s, called at %s by a page of %s: %s', (catalog, url, origin, own) => {
  expect(isFromOwnPage({ url, origin }, catalog)).toBe(own);
});

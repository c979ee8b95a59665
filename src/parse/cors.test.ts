import { expect, it } from 'vitest';
import { grantsOrigin, readCors, refusedHeaders } from './cors.ts';

const ORIGIN = 'https://page.example';

it.each([
  ['*', true],
  [ORIGIN, true],
  ['HTTPS://page.example', true],
  ['https://other.example', false],
  ['null', false],
])('Access-Control-Allow-Origin: %s → %s', (value, granted) => {
  expect(grantsOrigin(readCors([['access-control-allow-origin', value]]), ORIGIN)).toBe(granted);
});

it.each([
  ['Content-Type, MCP-Protocol-Version', ['authorization']],
  ['*', ['authorization']],
  ['content-type', ['mcp-protocol-version', 'authorization']],
])('Access-Control-Allow-Headers: %s', (value, refused) => {
  const asked = ['content-type', 'mcp-protocol-version', 'authorization'];
  const found = refusedHeaders(readCors([['access-control-allow-headers', value]]), asked);
  expect(found).toEqual(refused);
});

it('nothing is granted without headers', () => {
  expect(grantsOrigin(readCors([]), ORIGIN)).toBe(false);
  expect(refusedHeaders(readCors([]), ['content-type'])).toEqual(['content-type']);
});

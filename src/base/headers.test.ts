import { describe, expect, it } from 'vitest';
import {
  grantsOrigin,
  parseAuthChallenges,
  parseVary,
  readCors,
  refusedHeaders,
  resourceMetadataUrls,
} from './headers.ts';

describe('Vary', () => {
  it.each([
    ['Accept, User-Agent', true, true],
    ['accept-encoding,ACCEPT , user-AGENT', true, true],
    ['*', true, true],
    ['Accept', true, false],
    ['User-Agent', false, true],
    ['Accept-Encoding, Accept-Language', false, false],
    ['', false, false],
  ])('%j', (value, accept, userAgent) => {
    expect(parseVary(value)).toEqual({ accept, userAgent });
  });
});

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

it('grants nothing without headers', () => {
  expect(grantsOrigin(readCors([]), ORIGIN)).toBe(false);
  expect(refusedHeaders(readCors([]), ['content-type'])).toEqual(['content-type']);
});

const read = (value: string) =>
  parseAuthChallenges(value).map(({ scheme, params }) => [scheme, Object.fromEntries(params)]);

describe('parseAuthChallenges', () => {
  it.each([
    ['Bearer', [['bearer', {}]]],
    ['Basic realm="staging"', [['basic', { realm: 'staging' }]]],
    [
      'Bearer realm="a, b", error="invalid_token", Resource_Metadata="https://a.example/m"',
      [['bearer', { realm: 'a, b', error: 'invalid_token', resource_metadata: 'https://a.example/m' }]],
    ],
    [
      'Negotiate YII=, Basic realm=x , DPoP algs="ES256 \\"x\\""',
      [
        ['negotiate', {}],
        ['basic', { realm: 'x' }],
        ['dpop', { algs: 'ES256 "x"' }],
      ],
    ],
    ['Bearer scope = "a b"', [['bearer', { scope: 'a b' }]]],
    ['Bearer a="1", a="2"', [['bearer', { a: '1' }]]],
    [
      'Bearer a="not closed',
      [
        ['bearer', {}],
        ['a', {}],
      ],
    ],
    ['realm="x", Basic', [['realm', {}]]],
    ['', []],
    ['"quoted"', []],
  ])('%s', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});

describe('resourceMetadataUrls', () => {
  it.each<[string | undefined, string[]]>([
    ['Basic realm="x", Bearer resource_metadata="https://a.example/m"', ['https://a.example/m']],
    ['Bearer resource_metadata="/a", resource_metadata="/b"', ['/a', '/b']],
    ['Bearer resource_metadata="/a", DPoP Resource_Metadata="/b"', ['/a', '/b']],
    ['Bearer resource_metadata="/a", DPoP resource_metadata=/a', ['/a']],
    ['Bearer resource_metadata="/a", resource_metadata="/b", resource_metadata="/c"', ['/a', '/b']],
    ['Bearer', []],
    [undefined, []],
  ])('reads %j', (value, urls) => {
    expect(resourceMetadataUrls(value)).toEqual(urls);
  });
});

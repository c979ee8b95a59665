import { describe, expect, it } from 'vitest';
import { parseAuthChallenges, resourceMetadataUrl } from './challenge-header.ts';

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

describe('resourceMetadataUrl', () => {
  it('takes it from whichever challenge has it', () => {
    expect(resourceMetadataUrl('Basic realm="x", Bearer resource_metadata="https://a.example/m"')).toBe(
      'https://a.example/m',
    );
    expect(resourceMetadataUrl('Bearer')).toBeUndefined();
    expect(resourceMetadataUrl(undefined)).toBeUndefined();
  });
});

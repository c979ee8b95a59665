import { describe, expect, it } from 'vitest';
import { parseKeySet } from './jwks.ts';

describe('key sets (RFC 7517)', () => {
  it('counts keys', () => {
    const keys = [{ kty: 'OKP', crv: 'Ed25519', x: 'abc' }, { kty: 'RSA' }];
    expect(parseKeySet(JSON.stringify({ keys, purpose: 'rag' }))).toEqual({ ok: true, value: { keys: 2 } });
    expect(parseKeySet('{"keys":[]}')).toEqual({ ok: true, value: { keys: 0 } });
  });

  it.each([
    ['', 'empty'],
    ['{"keys":', 'not JSON'],
    ['[]', 'an array, not a key set'],
    ['null', 'null, not a key set'],
    ['{}', 'without a `keys` array'],
    ['{"keys":{}}', 'without a `keys` array'],
    ['{"keys":[{"kty":"OKP"},{"kid":"a"}]}', 'a key without `kty`'],
    ['{"keys":[null]}', 'a key without `kty`'],
    ['{"keys":[{"kty":1}]}', 'a key without `kty`'],
    ['{"keys":['.repeat(1_000), 'nested'],
  ])('refuses %.30s', (text, why) => {
    expect(parseKeySet(text)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
  });
});

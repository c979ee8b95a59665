/** The directory of the auditor's public keys exists only if a key is set. */
import { afterEach, expect, it, vi } from 'vitest';
import { GET, getStaticPaths } from './pages/.well-known/[...document].ts';

/** The test key of RFC 9421, appendix B.1.4. The examples of the web bot authentication draft have its thumbprint. */
const D = 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU';
const PUBLIC = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' };

const document = 'http-message-signatures-directory';
const isPublished = async () =>
  (await getStaticPaths({} as Parameters<typeof getStaticPaths>[0])).some(
    ({ params }) => params.document === document,
  );
const get = () =>
  GET({ params: { document }, site: new URL('https://catalog.example') } as unknown as Parameters<
    typeof GET
  >[0]);
afterEach(() => vi.unstubAllEnvs());

it('is published if the operator has set a key, without its private half', async () => {
  vi.stubEnv('AUDIT_SIGNING_KEY', JSON.stringify({ ...PUBLIC, d: D }));
  expect(await isPublished()).toBe(true);
  const text = await (await get()).text();
  expect(text).not.toContain(D);
  const kid = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';
  expect(JSON.parse(text)).toEqual({ keys: [{ ...PUBLIC, kid, use: 'sig' }] });
});

it.each([undefined, ''])('is not published without one (%o)', async (none) => {
  vi.stubEnv('AUDIT_SIGNING_KEY', none);
  expect(await isPublished()).toBe(false);
});

it('fails the build if the key cannot be read', () => {
  vi.stubEnv('AUDIT_SIGNING_KEY', 'secret');
  expect(get).toThrow('AUDIT_SIGNING_KEY is not a private Ed25519 key');
});

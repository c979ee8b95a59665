/**
 * Tests the Netlify Blobs adapter against the Netlify CLI's emulation. Conditions are not atomic there, so exact counts are
 * tested over atomic stores (audit-allowance.test.ts, records.test.ts).
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shared } from '../testing/shared.ts';
import { blobStore } from './blobs.ts';
import { serveBlobs } from './testing/blobs.ts';
import { itIsConditional } from './testing/conditional-store.ts';

const blobs = shared(await serveBlobs());
let stores = 0;

function nextStore() {
  stores += 1;
  return blobStore(`store-${stores}`);
}

beforeEach(() => vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context));
afterEach(() => vi.unstubAllEnvs());

itIsConditional(nextStore);

it('rejects if the store refuses', async () => {
  const store = nextStore();
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.contextWith({ token: 'of another' }));
  await expect(store.read('k')).rejects.toThrow();
  await expect(store.write('k', 'x', 'new')).rejects.toThrow();
  await expect(store.keys('')).rejects.toThrow();
});

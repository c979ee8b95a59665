/**
 * The adapter against the emulation of Netlify Blobs that the Netlify CLI has. Its conditions are not atomic: exactness is
 * tested where the logic is, over stores that are (audit-limits.test.ts, records.test.ts).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blobStore } from './blobs.ts';
import { type ServedBlobs, serveBlobs } from './testing/blobs.ts';
import { itIsConditional } from './testing/conditional-store.ts';

let blobs: ServedBlobs;
let stores = 0;

function nextStore() {
  stores += 1;
  return blobStore(`store-${stores}`);
}

beforeAll(async () => {
  blobs = await serveBlobs();
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context;
});
afterAll(async () => {
  delete process.env.NETLIFY_BLOBS_CONTEXT;
  await blobs[Symbol.asyncDispose]();
});

itIsConditional(nextStore);

it('rejects where the store refuses', async () => {
  const store = nextStore();
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.contextWith({ token: 'of another' });
  try {
    await expect(store.read('k')).rejects.toThrow();
    await expect(store.write('k', 'x', 'new')).rejects.toThrow();
    await expect(store.keys('')).rejects.toThrow();
  } finally {
    process.env.NETLIFY_BLOBS_CONTEXT = blobs.context;
  }
});

/** Tests reads from the deploy's own store, in the Netlify CLI's emulation and from servers that misbehave. */
import { createServer, type RequestListener } from 'node:http';
import { getDeployStore } from '@netlify/blobs';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../testing/servers.ts';
import { deployedFiles } from './published.ts';
import { blobsContext, serveBlobs } from './testing/blobs.ts';

afterEach(() => vi.unstubAllEnvs());

/** Starts a server in place of the store, and lists the paths requested from it. */
async function standingIn(listener: RequestListener) {
  const asked: string[] = [];
  const served = await listen(
    createServer((request, response) => {
      asked.push(request.url ?? '');
      return listener(request, response);
    }),
    'http',
  );
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobsContext(served.url));
  return { asked, ...served };
}

test('reads the files in the deployment’s store, and reports missing ones', async () => {
  await using blobs = await serveBlobs();
  vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context);
  await getDeployStore().set('score/größe.example/json', '{"größe":"½"}');
  const read = deployedFiles();
  expect(await read('score/größe.example/json', 100)).toBe('{"größe":"½"}');
  expect(await read('score/none.example/json', 100)).toBeUndefined();
  await expect(read('score/größe.example/json', 10)).rejects.toThrow('more than 10 bytes');
});

test('sends requests to its deployment’s store, and none to the site', async () => {
  await using store = await standingIn((_, response) => response.end('{}'));
  await deployedFiles()('score/a.example/json', 100);
  expect(store.asked).toEqual([expect.stringMatching(/\/deploy:deploy\/score\/a\.example\/json$/)]);
});

test.each([429, 500, 503])('reports a %d at once, without a retry', async (status) => {
  await using store = await standingIn((_, response) => response.writeHead(status).end('no'));
  await expect(deployedFiles()('x', 100)).rejects.toThrow();
  expect(store.asked).toHaveLength(1);
});

test('reports an unreachable store at once', async () => {
  const store = await standingIn(() => undefined);
  await store[Symbol.asyncDispose]();
  await expect(deployedFiles()('x', 100)).rejects.toThrow();
});

test('stops waiting for a store that does not respond, or does not finish', async () => {
  await using silent = await standingIn(() => undefined);
  await expect(deployedFiles(50)('x', 100)).rejects.toThrow();
  expect(silent.asked.length).toBeLessThan(2);
  await using slow = await standingIn((_, response) => response.write('{'));
  await expect(deployedFiles(50)('x', 100)).rejects.toThrow();
  expect(slow.asked.length).toBeLessThan(2);
});

test('stops reading an endless body at the maximum file size', async () => {
  let sent = 0;
  await using store = await standingIn((_, response) => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
    };
    response.on('drain', more);
    more();
  });
  await expect(deployedFiles()('x', 1_000_000)).rejects.toThrow('more than 1000000 bytes');
  expect(store.asked).toHaveLength(1);
  expect(sent).toBeLessThan(20_000_000);
});

/** Netlify Blobs as the Netlify CLI emulates it, on a folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobsServer } from '@netlify/blobs/server';

/** `await using` stops it and removes what it holds. */
export interface ServedBlobs extends AsyncDisposable {
  /** What a process finds it by, in its environment variable `NETLIFY_BLOBS_CONTEXT`. */
  readonly context: string;
  /** The same with another token, which it does not accept. */
  readonly contextWith: (given: { readonly token: string }) => string;
}

const TOKEN = 'token';

/** What a process finds a store at this address by, as the platform tells a function. */
export function blobsContext(url: string, token = TOKEN): string {
  const context = {
    edgeURL: url,
    uncachedEdgeURL: url,
    token,
    siteID: 'site',
    deployID: 'deploy',
    primaryRegion: 'us-east-2',
  };
  return Buffer.from(JSON.stringify(context)).toString('base64');
}

export async function serveBlobs(): Promise<ServedBlobs> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-readiness-blobs-'));
  const server = new BlobsServer({ directory, token: TOKEN });
  const { port } = await server.start();
  const url = `http://127.0.0.1:${port}`;
  return {
    context: blobsContext(url),
    contextWith: ({ token }) => blobsContext(url, token),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Runs the Netlify CLI's emulation of Netlify Blobs in its own folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobsServer } from '@netlify/blobs/server';

/** A running store. `await using` stops the store and removes its data. */
export interface ServedBlobs extends AsyncDisposable {
  readonly url: string;
  /** The value of `NETLIFY_BLOBS_CONTEXT` with which a process finds the store. */
  readonly context: string;
  /** Returns the context with another token, which the store rejects. */
  readonly contextWith: (given: { readonly token: string }) => string;
}

export const TOKEN = 'token';
export const SITE = 'site';

/** Returns the context of a store at this URL, in the form that the platform passes to a function. */
export function blobsContext(url: string, token = TOKEN): string {
  const context = {
    edgeURL: url,
    uncachedEdgeURL: url,
    token,
    siteID: SITE,
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
    url,
    context: blobsContext(url),
    contextWith: ({ token }) => blobsContext(url, token),
    async [Symbol.asyncDispose]() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Where the service reads what grows with the catalog: the files of its own build, by their paths. On Netlify that is the
 * deploy's own store in Blobs, which the build fills (src/app/deploy.ts). Fetched from the site's own address they
 * would be what other callers are served: behind its password and its limits, and of the deployment that is public at
 * that moment, which need not be the one that asks; a file that is missing there leads to this function again.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDeployStore } from '@netlify/blobs';
import { boundedBytes } from '../audit/io/body.ts';
import { isMissing } from '../base/files.ts';

/**
 * Reads one file as text.
 *
 * @param most the most bytes that it may have
 * @returns `undefined` where there is no such file
 * @throws Error where it cannot be read in time, or is larger
 */
export type ReadPublished = (path: string, most: number) => Promise<string | undefined>;

/** The path of a host's scorecard. */
export function scorecardFile(host: string): string {
  return `score/${host}/json`;
}

/** How long the store may take, in milliseconds: it answers in some tens. */
const READ_MS = 4_000;

/**
 * The files of a build on this machine.
 *
 * @param site the folder of the built site; `service/` beside it has all but the scorecards
 */
export function builtFiles(site: string): ReadPublished {
  return async (path, most) => {
    const file = join(site, path.startsWith('score/') ? '' : '../service', path);
    try {
      const bytes = await readFile(file);
      if (bytes.length > most) throw tooLarge(path, most);
      return bytes.toString('utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
}

/** The files that the deployment which runs this has in its store. Its key comes with each call, so it is opened for each. */
export function deployedFiles(readMs = READ_MS): ReadPublished {
  return async (path, most) => {
    const signal = AbortSignal.timeout(readMs);
    const store = getDeployStore({ fetch: (url, init) => onceOnly(url, { ...init, signal }) });
    const body = await store.get(path, { type: 'stream' });
    if (body === null) return undefined;
    const bytes = await boundedBytes(body, most);
    if (bytes === undefined) throw tooLarge(path, most);
    return bytes.toString('utf8');
  };
}

/**
 * The library waits five seconds before it tries a failure again, five times: longer than any caller waits. A status of
 * which it knows nothing it reports at once.
 */
async function onceOnly(url: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(url, init);
    if (answer.status !== 429 && answer.status < 500) return answer;
    await answer.body?.cancel();
  } catch {
    // Not reached, or not in time.
  }
  return new Response(null, { status: 424 });
}

function tooLarge(path: string, most: number): Error {
  return new Error(`${path} has more than ${most} bytes`);
}

/**
 * Reads files of the build whose size grows with the catalog. On Netlify, the build uploads them to the deploy's own Blobs
 * store (src/app/deploy.ts). The Netlify function cannot fetch them from the site's URL: the site may require a password,
 * serves the published deploy instead of this one, and routes requests for missing files back to the Netlify function.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDeployStore } from '@netlify/blobs';
import { boundedBytes } from '../audit/io/body.ts';
import { isMissing } from '../base/files.ts';
import type { SiteLists } from '../catalog/pages.ts';
import type { ListedTarget } from '../catalog/results/scored.ts';

/**
 * @param most the maximum size in bytes
 * @returns `undefined` if the file does not exist
 * @throws Error if the file cannot be read in time or is too large
 */
export type ReadPublished = (path: string, most: number) => Promise<string | undefined>;

/**
 * Reads a listed target from the database. `chars` is the length of its stored results, which caches need to limit their
 * size. Returns `undefined` if the target is unlisted or has no results.
 * @throws AuditError if the database fails
 */
type ReadTarget = (
  host: string,
) => Promise<{ readonly listed: ListedTarget; readonly chars: number } | undefined>;

export interface PublishedRows {
  /**
   * Returns a text that changes with each change to a listed target's database rows. Returns `undefined` if the target is
   * withdrawn, unlisted or without results.
   * @throws AuditError if the database fails
   */
  readonly version: (host: string) => Promise<string | undefined>;
  /** The functions of `lists` throw ServiceError `service_unavailable` if the database fails. */
  readonly lists: SiteLists;
  readonly target: ReadTarget;
}

export function scorecardFile(host: string): string {
  return `score/${host}/json`;
}

/** The time limit for a read from the Blobs store, in milliseconds. The store usually responds in less than 100 ms. */
const READ_MS = 4_000;

/** @param site the folder of the built site; the folder `service/` next to it has all files except the scorecards */
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

/** Opens the Blobs store for each read, because Netlify passes its access key with each request. */
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

/** Fetches once. Returns failures as status 424, because `@netlify/blobs` retries other errors for longer than callers wait. */
export async function onceOnly(url: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(url, init);
    if (answer.status !== 429 && answer.status < 500) return answer;
    await answer.body?.cancel();
  } catch {
    // The request failed or timed out.
  }
  return new Response(null, { status: 424 });
}

function tooLarge(path: string, most: number): Error {
  return new Error(`${path} has more than ${most} bytes`);
}

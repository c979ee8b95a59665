/** Implements `ConditionalStore` with Netlify Blobs (https://docs.netlify.com/build/data-and-storage/netlify-blobs/). */
import { getDeployStore, getStore, type Store } from '@netlify/blobs';
import { SITE_TYPES } from '../audit/check-texts/vocabulary.ts';
import { AuditError } from '../base/errors.ts';
import { plain } from '../base/text.ts';
import { type LiveResults, WITHDRAWN_START, withdrawnText } from '../catalog/results/service-files.ts';
import { liveKey, namedPrefix } from './live-records.ts';
import { onceOnly } from './published.ts';
import type { ConditionalStore } from './store.ts';

/** The name of the store that the published deploy uses. */
export const SERVICE_STORE = 'service';
/** The time limit for one request to Netlify's API, in milliseconds. */
const API_MS = 10_000;
/** The maximum length of a quoted Netlify error, in characters. */
const MESSAGE_CHARS = 200;

/** Returns the site's store with this name. Only the published deploy may call this, because all deploys share the store. */
export function blobStore(name: string): ConditionalStore {
  return storeIn(() => getStore({ name, consistency: 'strong' }));
}

/** Returns the running deploy's store with this name. The platform deletes the store together with the deploy. */
export function deployStore(name: string): ConditionalStore {
  return storeIn(() => getDeployStore({ name, consistency: 'strong' }));
}

/** Opens the store of the published deploy from outside Netlify, through Netlify's API. */
export function liveResultsOn(access: {
  readonly api: string;
  readonly site: string;
  readonly token: string;
}): LiveResults {
  const store = getStore({
    name: SERVICE_STORE,
    apiURL: access.api,
    siteID: access.site,
    token: access.token,
    fetch: (url, init) => onceOnly(url, { ...init, signal: AbortSignal.timeout(API_MS) }),
  });
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      const why = cause instanceof Error ? plain(cause.message, MESSAGE_CHARS) : '';
      throw new AuditError('io', `The service’s store on Netlify cannot be used: ${why}`, { cause });
    }
  };
  const keysOf = async (host: string) => {
    const { blobs } = await store.list({ prefix: namedPrefix(host) });
    const keys = blobs.map(({ key }) => key);
    for (const type of [null, ...SITE_TYPES]) {
      const key = liveKey(host, type);
      if ((await store.getMetadata(key)) !== null) keys.push(key);
    }
    return keys;
  };
  const isWithdrawn = async (host: string) => {
    const text = await store.get(liveKey(host), { type: 'text' });
    return text?.startsWith(WITHDRAWN_START) === true;
  };
  return {
    withdraw: ({ host, why, dryRun }, isListed) =>
      within(async () => {
        const keys = await keysOf(host);
        if (keys.length === 0 && !isListed) return 'nothing';
        const isNew = isListed || keys.length > 1 || !(await isWithdrawn(host));
        const withdrawn = isNew ? 'removed' : 'earlier';
        if (dryRun || (!isNew && why === undefined)) return withdrawn;
        // Mark the host as withdrawn first, so that a running audit stores nothing afterwards.
        await store.set(liveKey(host), withdrawnText(why, new Date()));
        for (const key of keys) if (key !== liveKey(host)) await store.delete(key);
        return withdrawn;
      }),
    readmit: (host) =>
      within(async () => {
        if (await isWithdrawn(host)) await store.delete(liveKey(host));
      }),
  };
}

function storeIn(open: () => Store): ConditionalStore {
  return {
    async read(key) {
      const store = open();
      const found = await store.getWithMetadata(key, { type: 'text' });
      if (found === null) return undefined;
      // The Netlify CLI's emulation omits the ETag when it reads an entry, but includes it in listings.
      const etag = found.etag ?? (await etagListed(key));
      return etag === undefined ? undefined : { text: found.data, etag };
    },
    async write(key, text, condition) {
      const conditions = condition === 'new' ? { onlyIfNew: true } : { onlyIfMatch: condition.etag };
      const { modified, etag } = await open().set(key, text, conditions);
      if (!modified) return undefined;
      // The library reports success for every response to a conditional write except 412. Only a real success has an ETag.
      if (!etag) throw new Error('the store has refused a write');
      return etag;
    },
    remove: (key) => open().delete(key),
    async keys(prefix) {
      // Returns only the first page, because callers process one page at a time.
      for await (const { blobs } of open().list({ prefix, paginate: true }))
        return blobs.map(({ key }) => key);
      return [];
    },
    async folders(prefix) {
      const { directories } = await open().list({ prefix, directories: true });
      return directories.map((folder) => folder.slice(prefix.length).replace(/\/$/, ''));
    },
  };

  async function etagListed(key: string): Promise<string | undefined> {
    const { blobs } = await open().list({ prefix: key });
    return blobs.find((blob) => blob.key === key)?.etag;
  }
}

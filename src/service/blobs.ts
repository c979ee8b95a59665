/** Netlify Blobs as a conditional store (https://docs.netlify.com/build/data-and-storage/netlify-blobs/). */
import { getDeployStore, getStore, type Store } from '@netlify/blobs';
import type { ConditionalStore } from './store.ts';

/** Returns the site's store with this name. Any deploy can open it, so only the published deploy may call this. */
export function blobStore(name: string): ConditionalStore {
  return storeIn(() => getStore({ name, consistency: 'strong' }));
}

/** Returns the store with this name that belongs to the running deploy and is deleted with it. */
export function deployStore(name: string): ConditionalStore {
  return storeIn(() => getDeployStore({ name, consistency: 'strong' }));
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

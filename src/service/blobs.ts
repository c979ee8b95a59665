/** Netlify Blobs as a conditional store (https://docs.netlify.com/build/data-and-storage/netlify-blobs/). */
import { getDeployStore, getStore, type Store } from '@netlify/blobs';
import type { ConditionalStore } from './store.ts';

/** The site's store of this name. Any deploy can open it, so only the published one may. */
export function blobStore(name: string): ConditionalStore {
  return storeIn(() => getStore({ name, consistency: 'strong' }));
}

/** The store of this name that belongs to the running deploy, and goes with it. */
export function deployStore(name: string): ConditionalStore {
  return storeIn(() => getDeployStore({ name, consistency: 'strong' }));
}

function storeIn(open: () => Store): ConditionalStore {
  return {
    async read(key) {
      const store = open();
      const found = await store.getWithMetadata(key, { type: 'text' });
      if (found === null) return undefined;
      // The emulation of the Netlify CLI leaves the mark out of what it reads, and has it in its lists.
      const etag = found.etag ?? (await etagListed(key));
      return etag === undefined ? undefined : { text: found.data, etag };
    },
    async write(key, text, condition) {
      const conditions = condition === 'new' ? { onlyIfNew: true } : { onlyIfMatch: condition.etag };
      const { modified, etag } = await open().set(key, text, conditions);
      if (!modified) return undefined;
      // The library takes every answer to a conditional write but 412 for success, refusals and faults included; what was
      // written has a mark.
      if (!etag) throw new Error('the store has refused a write');
      return etag;
    },
    remove: (key) => open().delete(key),
    async keys(prefix) {
      // The first page, which is what is worked off at a time.
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

/** Opens the service's records. The first call that needs one loads this code; most calls read only published files. */
import { STORE_MS } from '../base/limits.ts';
import { faultOf, type Log } from '../service/log.ts';
import { once } from '../service/once.ts';
import type { ReadPublished } from '../service/published.ts';
import type { ServiceSettings } from '../service/settings.ts';
import type { ConditionalStore } from '../service/store.ts';

interface Places {
  readonly store: ConditionalStore;
  readonly published: ReadPublished;
}

/** Returns the operator's database, which also has the latest results of listed targets; else the default stores. */
export function placesOf(
  { database }: ServiceSettings,
  log: Log,
  usual: { readonly store: () => Promise<ConditionalStore>; readonly published: ReadPublished },
): Places {
  const opened = once(async () => {
    if (!database) return { store: await usual.store(), record: async () => undefined };
    const { openForService } = await import('../service/postgres.ts');
    return openForService(database, (error) => log({ fault: faultOf(error) }), STORE_MS);
  });
  const store = async () => (await opened()).store;
  return {
    store: {
      read: async (key) => (await store()).read(key),
      write: async (key, text, condition) => (await store()).write(key, text, condition),
      remove: async (key) => (await store()).remove(key),
      keys: async (prefix) => (await store()).keys(prefix),
      folders: async (prefix) => (await store()).folders(prefix),
    },
    async published(path, most) {
      const record = database ? await (await opened()).record(path) : undefined;
      // A build from a database writes no records.
      return record === undefined ? usual.published(path, most) : (record ?? undefined);
    },
  };
}

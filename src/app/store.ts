/** Opens the service's store when it is first used, because most requests need only published files. */
import { STORE_MS } from '../base/limits.ts';
import { faultOf, type Log } from '../service/log.ts';
import { once } from '../service/once.ts';
import type { ServiceDatabase } from '../service/postgres.ts';
import type { ReadPublished } from '../service/published.ts';
import type { ServiceSettings } from '../service/settings.ts';
import type { ConditionalStore } from '../service/store.ts';

interface Places {
  readonly store: ConditionalStore;
  readonly published: ReadPublished;
  readonly rows?: () => Promise<ServiceDatabase>;
}

/** Returns the service's store and published files. The store is the operator's database if one is configured. */
export function placesOf(
  { database }: ServiceSettings,
  log: Log,
  usual: { readonly store: () => Promise<ConditionalStore>; readonly published: ReadPublished },
): Places {
  const rows = once(async () => {
    const { openForService } = await import('../service/postgres.ts');
    return openForService(database ?? '', (error) => log({ fault: faultOf(error) }), STORE_MS);
  });
  const usualStore = once(usual.store);
  const store = async () => (database ? (await rows()).store : usualStore());
  return {
    store: {
      read: async (key) => (await store()).read(key),
      write: async (key, text, condition) => (await store()).write(key, text, condition),
      remove: async (key) => (await store()).remove(key),
      keys: async (prefix) => (await store()).keys(prefix),
      folders: async (prefix) => (await store()).folders(prefix),
    },
    published: usual.published,
    ...(database ? { rows } : {}),
  };
}

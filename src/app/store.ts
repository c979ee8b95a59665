/** Where the service keeps its records, loaded by the first call that needs one: most only read what is published. */
import { STORE_MS } from '../limits.ts';
import { faultOf, type Log } from '../service/log.ts';
import { once } from '../service/once.ts';
import type { ServiceSettings } from '../service/settings.ts';
import type { ConditionalStore } from '../service/store.ts';

/** The operator's database where one is set; else what `usual` gives. */
export function storeOf(
  { database }: ServiceSettings,
  log: Log,
  usual: () => Promise<ConditionalStore>,
): ConditionalStore {
  const opened = once(async () => {
    if (!database) return usual();
    const { rowEntries } = await import('../database/service-store.ts');
    return rowEntries(database, (error) => log({ fault: faultOf(error) }), STORE_MS);
  });
  return {
    read: async (key) => (await opened()).read(key),
    write: async (key, text, condition) => (await opened()).write(key, text, condition),
    remove: async (key) => (await opened()).remove(key),
    keys: async (prefix) => (await opened()).keys(prefix),
    folders: async (prefix) => (await opened()).folders(prefix),
  };
}

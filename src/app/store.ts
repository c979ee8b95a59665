/** Opens the service's records. The first call that needs one loads this code; most calls read only published files. */
import { STORE_MS } from '../base/limits.ts';
import type { SiteLists } from '../catalog/pages.ts';
import { faultOf, type Log } from '../service/log.ts';
import { once } from '../service/once.ts';
import type { ReadPublished, ReadTarget } from '../service/published.ts';
import type { ServiceSettings } from '../service/settings.ts';
import type { ConditionalStore } from '../service/store.ts';

interface Places {
  readonly store: ConditionalStore;
  readonly published: ReadPublished;
  /** The lists and the targets of the operator's database, if there is one. */
  readonly lists?: SiteLists;
  readonly target?: ReadTarget;
}

/** Returns the operator's database, which also has the latest results of listed targets; else the default stores. */
export function placesOf(
  { database }: ServiceSettings,
  log: Log,
  usual: { readonly store: () => Promise<ConditionalStore>; readonly published: ReadPublished },
): Places {
  const opened = once(async () => {
    if (!database) return { store: await usual.store(), lists: undefined, target: async () => undefined };
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
    published: usual.published,
    ...(database
      ? {
          lists: openedLists(async () => (await opened()).lists),
          target: async (host: string) => (await opened()).target(host),
        }
      : {}),
  };
}

/** Returns lists that are opened by their first use. */
function openedLists(open: () => Promise<SiteLists | undefined>): SiteLists {
  const lists = async () => {
    const found = await open();
    if (found === undefined) throw new Error('There is no database.');
    return found;
  };
  return {
    site: async (host) => (await lists()).site(host),
    ranked: async (query) => (await lists()).ranked(query),
    apart: async (limit, category, after) => (await lists()).apart(limit, category, after),
    apartCounts: async (category) => (await lists()).apartCounts(category),
    waiting: async (limit, after) => (await lists()).waiting(limit, after),
    addresses: async (after, upTo) => (await lists()).addresses(after, upTo),
    figures: async () => (await lists()).figures(),
  };
}

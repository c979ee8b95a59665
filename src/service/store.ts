import { randomUUID } from 'node:crypto';

interface Entry {
  readonly text: string;
  readonly etag: string;
}

/** The condition of a write: the key has no entry yet (`new`), or its entry still has this ETag. */
export type Condition = 'new' | { readonly etag: string };

const PAGE = 1_000;

/** A key-value store with conditional writes. All methods reject if the store cannot be reached. */
export interface ConditionalStore {
  read(key: string): Promise<Entry | undefined>;
  /** Returns the ETag of the new version; `undefined` if another writer was first and nothing was written. */
  write(key: string, text: string, condition: Condition): Promise<string | undefined>;
  remove(key: string): Promise<void>;
  /** Returns the keys that begin with `prefix`, about a thousand at most. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Returns the names of the folders directly below `prefix`, which ends with a slash. Each name appears once. */
  folders(prefix: string): Promise<readonly string[]>;
}

/** Returns a store in memory. Tests use it, and compare every other store with it. */
export function memoryStore(): ConditionalStore {
  const entries = new Map<string, Entry>();
  const keysWith = (prefix: string) => [...entries.keys()].filter((key) => key.startsWith(prefix));
  return {
    read: async (key) => entries.get(key),
    async write(key, text, condition) {
      const expected = condition === 'new' ? undefined : condition.etag;
      if (entries.get(key)?.etag !== expected) return undefined;
      const etag = randomUUID();
      entries.set(key, { text, etag });
      return etag;
    },
    async remove(key) {
      entries.delete(key);
    },
    keys: async (prefix) => keysWith(prefix).slice(0, PAGE),
    async folders(prefix) {
      const rests = keysWith(prefix).map((key) => key.slice(prefix.length));
      return [
        ...new Set(rests.filter((rest) => rest.includes('/')).map((rest) => rest.split('/', 1)[0] ?? '')),
      ];
    },
  };
}

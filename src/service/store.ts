/** What the function keeps between calls: small texts under keys, with writes that only the first of two writers wins. */
import { randomUUID } from 'node:crypto';

/** A stored text, and the mark of this very version of it. */
interface Entry {
  readonly text: string;
  readonly etag: string;
}

/**
 * When a write counts: only where there is no entry yet (`new`), or only where the entry is still the version with this
 * mark.
 */
export type Condition = 'new' | { readonly etag: string };

/** Keys in one answer. */
const PAGE = 1_000;

/** All methods reject where the store cannot be reached. */
export interface ConditionalStore {
  read(key: string): Promise<Entry | undefined>;
  /** The mark of what was written; `undefined` where another writer was first, and nothing was written. */
  write(key: string, text: string, condition: Condition): Promise<string | undefined>;
  remove(key: string): Promise<void>;
  /** The keys that begin with `prefix`, at most about a thousand. */
  keys(prefix: string): Promise<readonly string[]>;
  /** What stands between `prefix`, which ends with a slash, and the next slash of the keys that begin with it; each once. */
  folders(prefix: string): Promise<readonly string[]>;
}

/** A store in this process: for tests, and the measure of what any other store must do. */
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

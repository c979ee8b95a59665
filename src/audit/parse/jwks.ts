/** Parses JSON Web Key Sets (RFC 7517 section 5). */

import { describeJson, isRecord, isText, parseJsonText } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';

export interface KeySet {
  readonly keys: number;
}

/** Parses a key set: an object with a `keys` array, in which every key has a type (`kty`). */
export function parseKeySet(text: string): Parsed<KeySet> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  if (!isRecord(parsed.value)) return { ok: false, why: `${describeJson(parsed.value)}, not a key set` };
  const { keys } = parsed.value;
  if (!Array.isArray(keys)) return { ok: false, why: 'JSON without a `keys` array' };
  if (!keys.every((key) => isRecord(key) && isText(key.kty)))
    return { ok: false, why: 'a key without `kty`' };
  return { ok: true, value: { keys: keys.length } };
}

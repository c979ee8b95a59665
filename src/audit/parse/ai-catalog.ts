/** Parses AI catalogs (github.com/Agent-Card/ai-catalog) and Agentic Resource Discovery manifests (ards-project/ard-spec). */

import { describeJson, isRecord, isText, parseJsonText } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';

interface AiCatalogEntry {
  /** The media type in lower case, without parameters. */
  readonly type?: string;
  /** The URL as written in the catalog. It may be relative to the catalog. */
  readonly url: string;
}

export interface AiCatalog {
  readonly kind: string;
  readonly entries: readonly AiCatalogEntry[];
  /** Whether the catalog has a member that the specification or one of its drafts defines. */
  readonly isRecognized: boolean;
}

/** The maximum number of catalog entries read, and the maximum number kept. */
const MAX_ELEMENTS = 1_000;
const MAX_ENTRIES = 100;

/** Parses a catalog, which is a JSON object or array. */
export function parseAiCatalog(text: string): Parsed<AiCatalog> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  const kind = describeJson(parsed.value);
  return typeof parsed.value === 'object' && parsed.value !== null
    ? {
        ok: true,
        value: { kind, entries: entriesOf(parsed.value), isRecognized: isRecognized(parsed.value) },
      }
    : { ok: false, why: `JSON, but ${kind} instead of an object or array` };
}

/**
 * Returns whether JSON is an array of entries, or an object with `specVersion`, `host`, `entries`, `collections` or (in
 * drafts) `agents`.
 */
function isRecognized(json: unknown): boolean {
  if (Array.isArray(json)) {
    return json
      .slice(0, MAX_ELEMENTS)
      .some(
        (entry) =>
          isRecord(entry) &&
          (['url', 'cardUrl', 'identifier', 'mediaType'].some((name) => isText(entry[name])) ||
            isRecord(entry.data)),
      );
  }
  if (!isRecord(json)) return false;
  const isList = ['entries', 'collections', 'agents'].some((name) => Array.isArray(json[name]));
  return isList || isText(json.specVersion) || isRecord(json.host);
}

/** Returns the entries with a URL, in order. In drafts before June 2026, `type` was called `mediaType`. */
function entriesOf(json: unknown): AiCatalogEntry[] {
  const list = isRecord(json) ? json.entries : json;
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MAX_ELEMENTS)
    .flatMap((entry): AiCatalogEntry[] => {
      if (!isRecord(entry) || !isText(entry.url)) return [];
      const type = [entry.type, entry.mediaType].find(isText)?.split(';', 1)[0]?.trim().toLowerCase();
      return [{ ...(type === undefined || type === '' ? {} : { type }), url: entry.url.trim() }];
    })
    .slice(0, MAX_ENTRIES);
}

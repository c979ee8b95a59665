/** Parses JSON-LD scripts (JSON-LD 1.1, section 7; schema.org). */

import { isRecord, parseJsonText } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';

interface JsonLd {
  readonly schemaOrg: boolean;
}

const SCHEMA_ORG = /^\s*(https?:)?\/\/(www\.)?schema\.org(?=[/#\s]|$)/i;
/** The maximum number of nodes or contexts read from a list. */
const MAX_ITEMS = 200;

/** Parses an `application/ld+json` script. Its `@context` may be at the top level, in a list, or in `@graph`. */
export function parseJsonLd(text: string): Parsed<JsonLd> {
  const parsed = parseJsonText(text);
  return parsed.ok ? { ok: true, value: { schemaOrg: namesSchemaOrg(parsed.value) } } : parsed;
}

function namesSchemaOrg(value: unknown): boolean {
  return listOf(value).some(
    (node) =>
      isRecord(node) && (isSchemaOrg(node['@context']) || listOf(node['@graph']).some(hasSchemaOrgContext)),
  );
}

function hasSchemaOrgContext(node: unknown): boolean {
  return isRecord(node) && isSchemaOrg(node['@context']);
}

function isSchemaOrg(context: unknown): boolean {
  return listOf(context)
    .flatMap((item) => (isRecord(item) ? Object.values(item).slice(0, MAX_ITEMS) : [item]))
    .some((name) => typeof name === 'string' && SCHEMA_ORG.test(name));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value];
}

/** Finds the JSON Schemas that a JSON document or a page references by URL. */
import { isRecord } from '../../base/json.ts';
import { anyUrl, pathOf } from '../../base/url.ts';

const MAX_NODES = 200_000;
const MAX_REFERENCES = 50;
/** The maximum number of references read. A document may reference one schema a hundred thousand times. */
const MAX_LOOKED_AT = 10_000;

const SCHEMA_MEMBERS = new Set([
  'schema',
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'inputSchema',
  'outputSchema',
]);
const SCHEMA_COLLECTIONS = new Set([
  'schemas',
  'properties',
  'patternProperties',
  'definitions',
  '$defs',
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
]);
const URL_MEMBERS = new Set(['schema_url', 'schemaUrl', 'schemaURL']);
/** Members that contain data, such as examples. They are not searched, because data may look like a schema. */
const DATA_MEMBERS = new Set(['example', 'examples', 'default', 'const', 'enum', 'value']);

type Role = 'schema' | 'collection' | 'other';

interface Place {
  readonly value: unknown;
  readonly role: Role;
}

interface Findings {
  readonly base: string;
  /** The document's own URL, without a fragment. */
  readonly ownUrl: string | undefined;
  readonly urls: Set<string>;
  lookedAt: number;
}

/**
 * Returns the URLs of schemas outside the document that it references in `$schema`, in `schema_url`, or in a `$ref` that replaces
 * a schema. The URLs are absolute, without a fragment, in document order. Leaves out YAML files, and each `$ref` to something
 * else, such as a response. Visits each object once, because the document may contain cycles.
 */
export function schemaReferences(document: unknown, base: string): string[] {
  const ownUrl = anyUrl(base);
  if (ownUrl !== undefined) ownUrl.hash = '';
  const found: Findings = { base, ownUrl: ownUrl?.href, urls: new Set(), lookedAt: 0 };
  const visited = new Set<object>();
  const stack: Place[] = [{ value: document, role: 'other' }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { value, role } = place;
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    if (visited.size >= MAX_NODES || found.urls.size >= MAX_REFERENCES) break;
    visited.add(value);
    const children = isRecord(value) ? members(value, role, found) : elements(value, role);
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined) stack.push(child);
    }
  }
  return [...found.urls].slice(0, MAX_REFERENCES);
}

function elements(value: object, role: Role): Place[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const childRole = role === 'collection' ? 'schema' : role;
  return list
    .slice(0, MAX_NODES)
    .filter((child) => typeof child === 'object' && child !== null)
    .map((child) => ({ value: child, role: childRole }));
}

/** Adds the schema URLs in an object's string members to `found`. Returns the members that must be searched next. */
function members(object: Readonly<Record<string, unknown>>, role: Role, found: Findings): Place[] {
  const places: Place[] = [];
  for (const key of Object.keys(object).slice(0, MAX_NODES)) {
    const child = object[key];
    if (typeof child === 'string') {
      // In a map of schemas, the keys are names and not keywords.
      if (role !== 'collection') note(found, key, child, role);
    } else if (typeof child === 'object' && child !== null) {
      if (role === 'collection') places.push({ value: child, role: 'schema' });
      else if (!DATA_MEMBERS.has(key)) places.push({ value: child, role: roleOf(key) });
    }
  }
  return places;
}

function roleOf(key: string): Role {
  if (SCHEMA_MEMBERS.has(key)) return 'schema';
  return SCHEMA_COLLECTIONS.has(key) ? 'collection' : 'other';
}

function note(found: Findings, key: string, value: string, role: Role): void {
  const refers = key === '$schema' || URL_MEMBERS.has(key) || (key === '$ref' && role === 'schema');
  if (!refers || value.startsWith('#') || value.trim() === '') return;
  found.lookedAt += 1;
  if (found.lookedAt > MAX_LOOKED_AT) return;
  const url = anyUrl(value, found.base);
  if (url === undefined) return;
  url.hash = '';
  if (url.href !== found.ownUrl && !/\.ya?ml$/i.test(url.pathname)) found.urls.add(url.href);
}

/** Returns whether a URL is named like a JSON Schema, for example `schema.json`, `a.schema.json` or `/schemas/a.json`. */
export function isSchemaUrl(url: string): boolean {
  const path = pathOf(url).toLowerCase();
  if (!path.endsWith('.json')) return false;
  const stem = path.slice(0, -'.json'.length);
  return /[/._-]schema$/.test(stem) || (stem.includes('/schemas/') && !stem.endsWith('/'));
}

/** Returns whether a JSON value seems to be a JSON Schema. Its `$schema`, if any, must be from json-schema.org. */
export function looksLikeSchema(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { $schema } = value;
  if (typeof $schema === 'string') return /^https?:\/\/json-schema\.org\//.test($schema);
  return ['$defs', 'definitions', 'properties', 'allOf', 'anyOf', 'oneOf'].some((key) => key in value);
}

/** The keywords of JSON Schema drafts 4 to 2020-12. */
const KEYWORDS = `
  $schema $id $ref $defs $anchor $dynamicRef $comment definitions title description examples enum const format
  properties required additionalProperties patternProperties propertyNames dependentSchemas unevaluatedProperties
  items prefixItems additionalItems contains allOf anyOf oneOf not if then else
  pattern minimum maximum multipleOf minLength maxLength
`.match(/\S+/g);
const TYPES: ReadonlySet<unknown> = new Set('array boolean integer null number object string'.split(' '));

/** Returns whether a referenced JSON value has a JSON Schema keyword. `{}` and `true` have none. */
export function hasSchemaKeyword(value: unknown): boolean {
  if (!isRecord(value)) return false;
  // Error responses (RFC 9457) also have a `type`, so only the type names of JSON Schema count.
  const hasType = TYPES.has(value.type) || Array.isArray(value.type);
  return hasType || KEYWORDS?.some((keyword) => Object.hasOwn(value, keyword)) === true;
}

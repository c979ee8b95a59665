/** Parses OpenAPI 3.x and Swagger 2.0 descriptions. */

import { describeJson, isRecord, parseJsonBeginning, parseJsonText } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { plain } from '../../base/text.ts';
import { percentDecoded } from '../../base/url.ts';
import { parseYamlBeginning, parseYamlText } from './yaml.ts';

/** A document that declares that it is an OpenAPI or Swagger description. */
export interface OpenApi {
  readonly version: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Whether the whole document was read. If false, `document` contains only the part within the size limit. */
  readonly complete: boolean;
}

const MAX_REF_HOPS = 10;

/** Parses an OpenAPI or Swagger description in JSON or YAML. If `cut`, the text is only the beginning of the description. */
export function parseOpenApi(text: string, cut: boolean): Parsed<OpenApi> {
  const parsed = parseDocument(text, cut);
  if (!parsed.ok) return parsed;
  const document = parsed.value;
  if (!isRecord(document)) {
    return { ok: false, why: `${describeJson(document)} instead of an OpenAPI document` };
  }
  const version = document.openapi ?? document.swagger;
  if (typeof version !== 'string' && typeof version !== 'number') {
    return { ok: false, why: 'neither `openapi` nor `swagger` declares a version' };
  }
  return { ok: true, value: { version: plain(String(version), 40), document, complete: !cut } };
}

/** Members that identify an API description: OpenAPI, Swagger 2.0, AsyncAPI, Swagger 1.2. */
const DESCRIBES = ['openapi', 'swagger', 'asyncapi', 'swaggerVersion'];
const MAX_SDL = 64 * 1024;
const WSDL =
  /<(?:[\w.-]{1,40}:)?(?:definitions|description)\s[^>]{0,500}(?:schemas\.xmlsoap\.org\/wsdl|www\.w3\.org\/ns\/wsdl)/;
const GRAPHQL =
  /^[ \t]{0,20}(?:schema[^{}\n]{0,200}\{|(?:extend[ \t]{1,20})?type[ \t]{1,20}(?:Query|Mutation|Subscription)\b[^{}\n]{0,200}\{)/m;

/** Returns whether a text is an API description: OpenAPI, Swagger or AsyncAPI (JSON or YAML), WSDL, or GraphQL SDL. */
export function describesApi(text: string, cut: boolean): boolean {
  const start = text.slice(0, MAX_SDL);
  if (/^\ufeff?\s*</.test(start)) return WSDL.test(start);
  if (GRAPHQL.test(start)) return true;
  const parsed = parseDocument(text, cut);
  if (!parsed.ok || !isRecord(parsed.value)) return false;
  const document = parsed.value;
  return DESCRIBES.some((member) => ['string', 'number'].includes(typeof document[member]));
}

/** Parses text that starts with `{` or `[` as JSON or, if that fails, as YAML in flow style. Parses other text as YAML. */
function parseDocument(text: string, cut: boolean): Parsed<unknown> {
  if (!/^\ufeff?\s*[{[]/.test(text)) return cut ? parseYamlBeginning(text) : parseYamlText(text);
  const json = cut ? parseJsonBeginning(text) : parseJsonText(text);
  if (json.ok || json.isLimit === true || cut) return json;
  const yaml = parseYamlText(text);
  const isRead = yaml.ok ? isRecord(yaml.value) : yaml.isLimit === true;
  return isRead ? yaml : json;
}

/** Returns why a description is invalid; `undefined` if it is valid. Checks only the version of a truncated description. */
export function openApiFault({ version, document, complete }: OpenApi): string | undefined {
  const is3 = document.openapi !== undefined;
  // YAML reads an unquoted `3.0` or `2.0` as the number 3 or 2.
  if (is3 ? !/^3(\.\d+){0,2}(-[\w.]+)?$/.test(version) : !/^2(\.0)?$/.test(version)) {
    return `${is3 ? 'openapi' : 'swagger'} is ${version}, not ${is3 ? '3.x' : '2.0'}`;
  }
  if (!complete) return undefined;
  if (!isRecord(document.info)) return '`info` is missing';
  if (!['paths', 'webhooks', 'components'].some((name) => isRecord(document[name]))) {
    return '`paths`, `webhooks` and `components` are all missing';
  }
  return undefined;
}

/** Returns whether the description declares a security requirement or a security scheme. */
export function declaresSecurity({ document }: OpenApi): boolean {
  const { components, securityDefinitions, security } = document;
  const schemes = isRecord(components) ? components.securitySchemes : undefined;
  const required = Array.isArray(security) && security.some((one) => isRecord(one) && hasMembers(one));
  return required || hasMembers(schemes) || hasMembers(securityDefinitions);
}

function hasMembers(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** Resolves the `$ref` of `value` within the document (`#/…`, RFC 6901). Returns `value` itself if it has no `$ref`. */
export function resolveLocal(
  document: Readonly<Record<string, unknown>>,
  value: unknown,
): Readonly<Record<string, unknown>> | undefined {
  let current = value;
  for (let hop = 0; hop < MAX_REF_HOPS; hop++) {
    if (!isRecord(current)) return undefined;
    const { $ref } = current;
    if (typeof $ref !== 'string') return current;
    current = pointedTo(document, $ref);
  }
  return undefined;
}

/** Caches the targets of references by document, because thousands of references may have the same target. */
const POINTED_TO = new WeakMap<object, Map<string, unknown>>();

function pointedTo(document: object, ref: string): unknown {
  const known = POINTED_TO.get(document) ?? new Map<string, unknown>();
  POINTED_TO.set(document, known);
  if (!known.has(ref)) known.set(ref, pointTo(document, ref));
  return known.get(ref);
}

function pointTo(document: unknown, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined;
  let current = document;
  for (const token of ref.slice(2).split('/', 32)) {
    const key = percentDecoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isRecord(current) && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

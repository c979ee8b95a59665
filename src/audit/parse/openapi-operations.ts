/** Selects requests from an OpenAPI description that show how the API reports errors, and finds the API's base URL. */

import { isRecord } from '../../base/json.ts';
import { MAX_URL_CHARS } from '../../base/limits.ts';
import { isJsonType, parseMediaType } from '../../base/media-type.ts';
import { atOrigin } from '../../base/same-site.ts';
import { webUrl } from '../../base/url.ts';
import { type OpenApi, resolveLocal } from './openapi.ts';

type Json = Readonly<Record<string, unknown>>;

/** The maximum number of path items read. */
const MAX_PATHS = 5000;
/** The maximum number of servers per list, and of parameters per operation or path item. */
const MAX_SERVERS = 20;
const MAX_PARAMETERS = 500;
/** The maximum number of responses per operation, and of media types per response. */
const MAX_RESPONSES = 100;
const MAX_TYPES = 100;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const NO_SUCH_ID = 'anc-web-audit-no-such-id';
const NO_SUCH_UUID = '00000000-0000-4000-8000-000000000000';
const NO_SUCH_NUMBER = '2147483646';

/**
 * Returns URLs of documented GET operations on this origin that should return 4xx, with path parameters set to values that
 * are unlikely to exist. The most reliable URLs come first (`rankOf`). Operations that document only media types other than
 * JSON are left out.
 *
 * @param from the description's URL, against which relative server URLs are resolved
 */
export function errorRequests(openApi: OpenApi, from: string, origin: URL, max: number): string[] {
  const { document } = openApi;
  const paths = resolveLocal(document, document.paths) ?? {};
  const ranked: { url: string; rank: number }[] = [];
  const baseOf = onceEach((serverListOf: object) => serverBase(document, serverListOf, from, origin));
  const responsesOf = onceEach((responses: object) => {
    const entries = Object.entries(responses);
    return { codes: entries.map(([code]) => code), isJson: answersJson(errorTypes(document, entries)) };
  });
  const listOf = onceEach((list: object) => resolveParameters(document, list));
  for (const [template, value] of Object.entries(paths).slice(0, MAX_PATHS)) {
    const item = resolveLocal(document, value);
    const operation = resolveLocal(document, item?.get);
    if (item === undefined || operation === undefined) continue;
    const parameters = pathParameters(document, item, operation, listOf);
    const base = baseOf(serverList(document, item, operation) ?? document);
    if (base === undefined) continue;
    const filled = fill(template, parameters.path);
    const url = filled === undefined ? undefined : webUrl(base + filled);
    if (url?.origin !== origin.origin) continue;
    const { codes, isJson } = responsesOf(resolveLocal(document, operation.responses) ?? {});
    if (!isJson || !answersJson(produced(document, operation))) continue;
    const rank = rankOf(codes, parameters.sufficient, filled !== template);
    if (rank !== undefined) ranked.push({ url: url.href, rank });
  }
  const best = ranked.toSorted((a, b) => a.rank - b.rank).map(({ url }) => url);
  return [...new Set(best)].slice(0, max);
}

/** The base URL of an API, and where it comes from. */
interface ApiBase {
  /** The absolute URL, without a trailing slash. */
  readonly url: string;
  /** `servers`: a listed server. `paths`: the folder that all described paths share. `none`: the root of the origin. */
  readonly source: 'servers' | 'paths' | 'none';
}

/** Returns the API's base URL on this origin. Its path comes from the site, so callers must sanitize it before they show it. */
export function apiBase({ document }: OpenApi, from: string, origin: URL): ApiBase {
  const named = serverBase(document, serverList(document, {}, {}) ?? document, from, origin);
  if (named !== undefined && named !== origin.origin) return { url: named, source: 'servers' };
  const shared = commonFolder(document, from, origin);
  return shared === origin.origin ? { url: shared, source: 'none' } : { url: shared, source: 'paths' };
}

/** Returns the URL of the deepest folder that contains all described paths, without placeholders or a trailing slash. */
function commonFolder(document: Json, from: string, origin: URL): string {
  const baseOf = onceEach((list: object) => serverBase(document, list, from, origin));
  let shared: readonly string[] | undefined;
  const paths = resolveLocal(document, document.paths) ?? {};
  for (const [path, value] of Object.entries(paths).slice(0, MAX_PATHS)) {
    const base = baseOf(serverList(document, resolveLocal(document, value) ?? {}, {}) ?? document);
    if (base === undefined || !isPath(path)) continue;
    const segments = (base.slice(origin.origin.length) + path).split('/').slice(1, -1);
    const end = segments.findIndex((one, i) => /[{}?#]/.test(one) || (shared && one !== shared[i]));
    shared = end === -1 ? segments : segments.slice(0, end);
  }
  const url = webUrl([origin.origin, ...(shared ?? [])].join('/'));
  return url?.origin === origin.origin ? (url.origin + url.pathname).replace(/\/$/, '') : origin.origin;
}

/** Returns the origin of the API's first server if all servers are on other origins; `undefined` otherwise. */
export function apiElsewhere({ document }: OpenApi, from: string, origin: URL): string | undefined {
  const isSwagger = document.swagger !== undefined;
  const ownServers = serverUrls(document, serverList(document, {}, {}) ?? document);
  const isElsewhere = (server: string) => {
    const url = serverAt(server, from);
    return url !== undefined && atOrigin(url, origin) === undefined;
  };
  const [first] = ownServers;
  if (first === undefined || !ownServers.every(isElsewhere)) return undefined;
  const lists = isSwagger ? [] : [...serverListsOfPaths(document)];
  const isAllElsewhere = lists.every((list) => serverUrls(document, list).every(isElsewhere));
  return isAllElsewhere ? serverAt(first, from)?.origin : undefined;
}

/** Returns the `servers` lists of path items and operations. */
function serverListsOfPaths(document: Json): ReadonlySet<readonly unknown[]> {
  const paths = resolveLocal(document, document.paths) ?? {};
  const lists = new Set<readonly unknown[]>();
  for (const value of Object.values(paths).slice(0, MAX_PATHS)) {
    const item = resolveLocal(document, value);
    if (item === undefined) continue;
    const operations = METHODS.map((method) => item[method]).filter(isRecord);
    for (const one of [item, ...operations]) if (isList(one.servers)) lists.add(one.servers);
  }
  return lists;
}

/** Caches the result of `make` for each object, because many operations may share an object. */
function onceEach<T>(make: (value: object) => T): (value: object) => T {
  const cache = new Map<object, { readonly value: T }>();
  return (key) => {
    const known = cache.get(key) ?? { value: make(key) };
    cache.set(key, known);
    return known.value;
  };
}

/** Returns the documented media types of the 404 response. If there are none, tries other 4xx, then `default`, then 2xx. */
function errorTypes(document: Json, responses: readonly [string, unknown][]): string[] {
  const types = responses
    .slice(0, MAX_RESPONSES)
    .map(([code, value]) => ({ code, types: contentTypes(resolveLocal(document, value)) }));
  for (const wanted of [/^404$/, /^(?:4\d\d|4xx)$/i, /^default$/, /^(?:2\d\d|2xx)$/i]) {
    const all = types.flatMap((one) => (wanted.test(one.code) ? one.types : []));
    if (all.length > 0) return all;
  }
  return [];
}

function contentTypes(response: Json | undefined): string[] {
  return isRecord(response?.content) ? Object.keys(response.content).slice(0, MAX_TYPES) : [];
}

/** Returns the media types of an operation in Swagger 2.0, or those of the document if the operation lists none. */
function produced(document: Json, operation: Json): string[] {
  const list = [operation.produces, document.produces].find(isList) ?? [];
  return list.slice(0, MAX_TYPES).filter((type) => typeof type === 'string');
}

/** Returns whether a response may be JSON: no media type is documented, or a documented one is JSON or a wildcard. */
function answersJson(types: readonly string[]): boolean {
  return types.length === 0 || types.some((type) => type.includes('*') || isJsonType(parseMediaType(type)));
}

/**
 * Ranks an operation by how reliably its request fails; 0 is best. If it has path parameters and requires no other input, a
 * documented 404 means rank 0, and another 4xx means rank 1. Without path parameters or other required input, any documented 4xx
 * means rank 2. All other operations have rank 3 if they have path parameters, otherwise no rank.
 */
function rankOf(
  codes: readonly string[],
  isSufficient: boolean,
  isFilled: boolean,
): 0 | 1 | 2 | 3 | undefined {
  const isDocumented = codes.some((code) => /^4(\d\d|xx)$/i.test(code));
  if (!isDocumented || !isSufficient) return isFilled ? 3 : undefined;
  if (!isFilled) return 2;
  return codes.includes('404') ? 0 : 1;
}

interface Parameters {
  readonly path: ReadonlyMap<string, Json>;
  /** Whether the operation requires nothing but its path parameters. */
  readonly sufficient: boolean;
}

/**
 * Returns an operation's path parameters. If a reference cannot be resolved, it may refer to a required parameter, so
 * `sufficient` is false.
 */
function pathParameters(
  document: Json,
  item: Json,
  operation: Json,
  listOf: (list: object) => ReadonlyMap<string, Json> | undefined,
): Parameters {
  const lists = [item.parameters, operation.parameters].filter((list) => list !== undefined);
  const resolved = lists.map((list) => (Array.isArray(list) ? listOf(list) : undefined));
  // A parameter of the operation replaces the path item's parameter with the same name and location (`in`).
  const byPlace = new Map(resolved.flatMap((parameters) => [...(parameters ?? [])]));
  const body = operation.requestBody === undefined ? {} : resolveLocal(document, operation.requestBody);
  const isWhole = body !== undefined && !resolved.includes(undefined);
  const all = [...byPlace.values()];
  const path = all.filter((parameter) => parameter.in === 'path');
  return {
    path: new Map(path.map((parameter) => [String(parameter.name), parameter])),
    sufficient:
      isWhole && body.required !== true && all.every((one) => one.in === 'path' || one.required !== true),
  };
}

/** Returns a list's parameters by location and name; `undefined` if a parameter is invalid or the list is too long. */
function resolveParameters(document: Json, list: object): ReadonlyMap<string, Json> | undefined {
  if (!Array.isArray(list) || list.length > MAX_PARAMETERS) return undefined;
  const byPlace = new Map<string, Json>();
  for (const value of list) {
    const parameter = resolveLocal(document, value);
    if (typeof parameter?.name !== 'string' || typeof parameter.in !== 'string') return undefined;
    byPlace.set(`${parameter.in}:${parameter.name}`, parameter);
  }
  return byPlace;
}

/** Replaces the parameters in a path, even undeclared ones, with `noSuchValue`; `undefined` if the path is invalid. */
function fill(template: string, parameters: ReadonlyMap<string, Json>): string | undefined {
  if (!isPath(template)) return undefined;
  return template.replace(/\{([^{}]{1,200})\}/g, (_, name: string) =>
    noSuchValue(parameters.get(name) ?? {}),
  );
}

function isPath(path: string): boolean {
  return path.length <= MAX_URL_CHARS && path.startsWith('/') && !path.startsWith('//');
}

/** Returns a value of the parameter's type that the API is unlikely to know. */
function noSuchValue(parameter: Json): string {
  const schema = isRecord(parameter.schema) ? parameter.schema : parameter;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('integer') || types.includes('number')) return NO_SUCH_NUMBER;
  return schema.format === 'uuid' ? NO_SUCH_UUID : NO_SUCH_ID;
}

/** Returns the base URL of the first server on this origin, without a trailing slash. */
function serverBase(document: Json, list: object, from: string, origin: URL): string | undefined {
  for (const candidate of serverUrls(document, list)) {
    const url = atOrigin(serverAt(candidate, from), origin);
    if (url !== undefined) return (url.origin + url.pathname).replace(/\/$/, '');
  }
  return undefined;
}

/** Returns a server's URL; `undefined` if its scheme or host depends on a variable without a default. */
function serverAt(server: string, from: string): URL | undefined {
  const [start = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/[^/?#]*)?./i.exec(server) ?? [];
  return /[{}]/.test(start) ? undefined : webUrl(server.replace(/\{[^{}]*\}/g, NO_SUCH_ID), from);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/** Returns the `servers` list that applies in OpenAPI 3: the operation's list, else the path item's, else the document's. */
function serverList(document: Json, item: Json, operation: Json): readonly unknown[] | undefined {
  if (document.swagger !== undefined) return undefined;
  return [operation.servers, item.servers, document.servers].find(isList);
}

/** Returns the URLs in a `servers` list. Without a list, returns the default: `/`, or `basePath` in Swagger 2.0. */
function serverUrls(document: Json, list: object): string[] {
  if (!Array.isArray(list)) return document.swagger === undefined ? ['/'] : basePath(document);
  return list.slice(0, MAX_SERVERS).flatMap((server: unknown) => {
    const url = isRecord(server) ? serverUrl(server) : undefined;
    return url === undefined ? [] : [url];
  });
}

/** Returns a server's URL with its variables replaced by their defaults; `undefined` if the URL is too long. */
function serverUrl({ url, variables }: Json): string | undefined {
  if (typeof url !== 'string' || url.length > MAX_URL_CHARS) return undefined;
  const known = isRecord(variables) ? variables : {};
  let remaining = MAX_URL_CHARS;
  const filled = url.replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
    const variable = known[name];
    const value = isRecord(variable) && typeof variable.default === 'string' ? variable.default : whole;
    remaining -= value.length;
    return remaining < 0 ? '' : value;
  });
  return remaining < 0 ? undefined : filled;
}

/** Returns the base URLs of a Swagger 2.0 document. Without `host` or `schemes`, they are relative to the document's URL. */
function basePath(document: Json): string[] {
  const path = typeof document.basePath === 'string' ? document.basePath : '/';
  if (typeof document.host !== 'string') return [path];
  const schemes = Array.isArray(document.schemes) ? document.schemes.slice(0, 4) : [];
  const names = schemes.filter((scheme) => typeof scheme === 'string');
  return names.length === 0
    ? [`//${document.host}${path}`]
    : names.map((name) => `${name}://${document.host}${path}`);
}

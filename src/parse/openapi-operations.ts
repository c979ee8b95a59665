/** Which documented request shows how an API answers an error. */
import { isRecord } from './json.ts';
import { type OpenApi, resolveLocal } from './openapi.ts';

type Json = Readonly<Record<string, unknown>>;

/** Path items looked at, in the order of the document. */
const MAX_PATHS = 5000;
const NO_SUCH_ID = 'anc-web-audit-no-such-id';
const NO_SUCH_UUID = '00000000-0000-4000-8000-000000000000';
const NO_SUCH_NUMBER = '2147483646';

/**
 * The URLs of documented GET operations that ought to answer 4xx: a 4xx answer is documented, nothing but path
 * parameters is required, and these are filled with what cannot exist. Those most sure to fail come first: an
 * operation with path parameters and a documented 404, then one with path parameters, then the rest; else in the order
 * of the document.
 *
 * @param from the URL of the description, which relative servers are resolved against
 * @param origin only what is served there is asked for
 */
export function errorRequests(openApi: OpenApi, from: string, origin: URL, max: number): string[] {
  const { document } = openApi;
  const paths = resolveLocal(document, document.paths) ?? {};
  const ranked: { url: string; rank: number }[] = [];
  for (const [template, value] of Object.entries(paths).slice(0, MAX_PATHS)) {
    const item = resolveLocal(document, value);
    const operation = resolveLocal(document, item?.get);
    if (item === undefined || operation === undefined) continue;
    const rank = rankOf(document, operation);
    const parameters = pathParameters(document, item, operation);
    const base = serverBase(document, item, operation, from, origin);
    if (rank === undefined || parameters === undefined || base === undefined) continue;
    const filled = fill(template, parameters);
    const url = filled === undefined ? undefined : URL.parse(base + filled);
    if (url?.origin !== origin.origin) continue;
    ranked.push({ url: url.href, rank: filled === template ? 2 : rank });
  }
  const best = ranked.toSorted((a, b) => a.rank - b.rank).map(({ url }) => url);
  return [...new Set(best)].slice(0, max);
}

/** Where the API's paths begin on this origin (no slash at the end); `undefined` when the API is served elsewhere. */
export function apiBase({ document }: OpenApi, from: string, origin: URL): string | undefined {
  return serverBase(document, {}, {}, from, origin);
}

/** 0: a 404 is documented; 1: another 4xx; `undefined`: none. */
function rankOf(document: Json, operation: Json): 0 | 1 | undefined {
  const codes = Object.keys(resolveLocal(document, operation.responses) ?? {});
  if (codes.includes('404')) return 0;
  return codes.some((code) => /^4(\d\d|xx)$/i.test(code)) ? 1 : undefined;
}

/** The path parameters by name; `undefined` when anything else is required or cannot be resolved. */
function pathParameters(document: Json, item: Json, operation: Json): Map<string, Json> | undefined {
  const byPlace = new Map<string, Json>();
  for (const list of [item.parameters, operation.parameters]) {
    if (list === undefined) continue;
    if (!Array.isArray(list)) return undefined;
    for (const value of list) {
      const parameter = resolveLocal(document, value);
      if (typeof parameter?.name !== 'string' || typeof parameter.in !== 'string') return undefined;
      // The operation's own parameter replaces the path item's of the same name and place.
      byPlace.set(`${parameter.in}:${parameter.name}`, parameter);
    }
  }
  if (operation.requestBody !== undefined) {
    const body = resolveLocal(document, operation.requestBody);
    if (body === undefined || body.required === true) return undefined;
  }
  const path = new Map<string, Json>();
  for (const parameter of byPlace.values()) {
    if (parameter.in === 'path') path.set(String(parameter.name), parameter);
    else if (parameter.required === true) return undefined;
  }
  return path;
}

/** Fills a path template; `undefined` when a placeholder has no parameter. */
function fill(template: string, parameters: ReadonlyMap<string, Json>): string | undefined {
  if (!template.startsWith('/') || template.startsWith('//')) return undefined;
  let complete = true;
  const filled = template.replace(/\{([^{}]{1,200})\}/g, (_, name: string) => {
    const parameter = parameters.get(name);
    if (parameter === undefined) complete = false;
    return parameter === undefined ? '' : noSuchValue(parameter);
  });
  return complete ? filled : undefined;
}

/** A value of the parameter's type that no thing has. */
function noSuchValue(parameter: Json): string {
  const schema = isRecord(parameter.schema) ? parameter.schema : parameter;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.includes('integer') || types.includes('number')) return NO_SUCH_NUMBER;
  return schema.format === 'uuid' ? NO_SUCH_UUID : NO_SUCH_ID;
}

/** The first server on this origin that an operation names, without the slash at its end. */
function serverBase(
  document: Json,
  item: Json,
  operation: Json,
  from: string,
  origin: URL,
): string | undefined {
  const candidates = document.swagger === undefined ? servers(document, item, operation) : basePath(document);
  for (const candidate of candidates) {
    const url = URL.parse(candidate, from);
    if (url?.origin === origin.origin) return (url.origin + url.pathname).replace(/\/$/, '');
  }
  return undefined;
}

/** OpenAPI 3: the operation's servers, else the path item's, else the document's, else `/`. */
function servers(document: Json, item: Json, operation: Json): string[] {
  const list = [operation.servers, item.servers, document.servers].find(
    (value): value is unknown[] => Array.isArray(value) && value.length > 0,
  );
  if (list === undefined) return ['/'];
  return list.slice(0, 20).flatMap((server) => {
    if (!isRecord(server) || typeof server.url !== 'string') return [];
    const variables = isRecord(server.variables) ? server.variables : {};
    return [
      server.url.replace(/\{([^{}]{1,100})\}/g, (whole, name: string) => {
        const variable = variables[name];
        return isRecord(variable) && typeof variable.default === 'string' ? variable.default : whole;
      }),
    ];
  });
}

/** Swagger 2.0: `schemes`, `host` and `basePath`, each with the description's own as default. */
function basePath(document: Json): string[] {
  const path = typeof document.basePath === 'string' ? document.basePath : '/';
  if (typeof document.host !== 'string') return [path];
  const schemes = Array.isArray(document.schemes) ? document.schemes.slice(0, 4) : [];
  const names = schemes.filter((scheme) => typeof scheme === 'string');
  return names.length === 0
    ? [`//${document.host}${path}`]
    : names.map((name) => `${name}://${document.host}${path}`);
}

/** Which documented request shows how an API answers an error. */
import { isRecord } from './json.ts';
import { type OpenApi, resolveLocal } from './openapi.ts';

type Json = Readonly<Record<string, unknown>>;

/** Path items looked at, in the order of the document. */
const MAX_PATHS = 5000;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const NO_SUCH_ID = 'anc-web-audit-no-such-id';
const NO_SUCH_UUID = '00000000-0000-4000-8000-000000000000';
const NO_SUCH_NUMBER = '2147483646';

/**
 * The URLs of documented GET operations that ought to answer 4xx, their path parameters filled with what cannot exist.
 * Those most sure to fail come first: of the operations that document a 4xx and require nothing but path parameters,
 * those with path parameters and a documented 404, then those with path parameters, then the rest; then all others with
 * path parameters. Else they are in the order of the document.
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
    const parameters = pathParameters(document, item, operation);
    const base = serverBase(document, item, operation, from, origin);
    if (parameters === undefined || base === undefined) continue;
    const filled = fill(template, parameters.path);
    const url = filled === undefined ? undefined : URL.parse(base + filled);
    if (url?.origin !== origin.origin) continue;
    const rank = rankOf(document, operation, parameters.sufficient, filled !== template);
    if (rank !== undefined) ranked.push({ url: url.href, rank });
  }
  const best = ranked.toSorted((a, b) => a.rank - b.rank).map(({ url }) => url);
  return [...new Set(best)].slice(0, max);
}

/** Where the API's paths begin on this origin (no slash at the end); `undefined` when the API is served elsewhere. */
export function apiBase({ document }: OpenApi, from: string, origin: URL): string | undefined {
  return serverBase(document, {}, {}, from, origin);
}

/**
 * The first origin that the API is served at, where none of its servers is here; `undefined` where any is, or may be. A
 * server that differs by scheme alone is here: the description was written before the site moved to https.
 */
export function apiElsewhere({ document }: OpenApi, from: string, origin: URL): string | undefined {
  const isSwagger = document.swagger !== undefined;
  const own = isSwagger ? basePath(document) : servers(document, {}, {});
  const lists = [own, ...(isSwagger ? [] : serversOfPaths(document))];
  // A variable without a default may be filled with anything.
  const urls = lists.flat().map((server) => (/[{}]/.test(server) ? null : URL.parse(server, from)));
  const isElsewhere = (url: URL | null) =>
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (url.hostname !== origin.hostname || (url.port !== origin.port && url.protocol === origin.protocol));
  return own.length > 0 && urls.every(isElsewhere) ? urls[0]?.origin : undefined;
}

/** The servers that path items and operations name for themselves. */
function serversOfPaths(document: Json): string[][] {
  const paths = resolveLocal(document, document.paths) ?? {};
  return Object.values(paths)
    .slice(0, MAX_PATHS)
    .flatMap((value) => {
      const item = resolveLocal(document, value);
      if (item === undefined) return [];
      const operations = METHODS.map((method) => item[method]).filter(isRecord);
      return [item, ...operations]
        .filter((one) => Array.isArray(one.servers) && one.servers.length > 0)
        .map((one) => servers({}, {}, one));
    });
}

/** 0: a 404 is documented; 1: another 4xx; 2: no path parameter to fail by; 3: only the parameter; `undefined`: nothing. */
function rankOf(
  document: Json,
  operation: Json,
  isSufficient: boolean,
  isFilled: boolean,
): 0 | 1 | 2 | 3 | undefined {
  const codes = Object.keys(resolveLocal(document, operation.responses) ?? {});
  const isDocumented = codes.some((code) => /^4(\d\d|xx)$/i.test(code));
  if (!isDocumented || !isSufficient) return isFilled ? 3 : undefined;
  if (!isFilled) return 2;
  return codes.includes('404') ? 0 : 1;
}

interface Parameters {
  /** Those of the path, by name. */
  readonly path: ReadonlyMap<string, Json>;
  /** Nothing but these is required. */
  readonly sufficient: boolean;
}

/** What an operation takes; `undefined` when it cannot be resolved. */
function pathParameters(document: Json, item: Json, operation: Json): Parameters | undefined {
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
  const body = operation.requestBody === undefined ? {} : resolveLocal(document, operation.requestBody);
  if (body === undefined) return undefined;
  const all = [...byPlace.values()];
  const path = all.filter((parameter) => parameter.in === 'path');
  return {
    path: new Map(path.map((parameter) => [String(parameter.name), parameter])),
    sufficient: body.required !== true && all.every((one) => one.in === 'path' || one.required !== true),
  };
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

export type Json = Readonly<Record<string, unknown>>;

export const TEXT: Json = { type: 'string' };

export function openapiAnswer(description: string, type: string, schema: Json = TEXT): Json {
  return { description, content: { [type]: { schema } } };
}

/** A JSON document without a published schema. */
export const OBJECT: Json = { type: 'object' };

/** Returns a reference to a JSON Schema that the site serves. */
export const schemaAt = (name: string): Json => ({ $ref: `/schema/${name}.schema.json` });

/** Headers of responses to reads; `verify` requires them of every deployment. */
export const HEADERS: Readonly<Record<string, Json>> = {
  ETag: { required: true, schema: TEXT },
  'Access-Control-Allow-Origin': { required: true, schema: { const: '*' } },
  'X-Robots-Tag': { required: true, schema: { const: 'noindex' } },
  'RateLimit-Limit': { required: true, schema: TEXT },
  'RateLimit-Remaining': { required: true, schema: TEXT },
  'RateLimit-Reset': { required: true, schema: TEXT },
};
const PLAIN = ['ETag'];
const OPEN = [...PLAIN, 'Access-Control-Allow-Origin'];
export const METERED = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
export const LIVE = [...PLAIN, 'X-Robots-Tag', ...METERED];

/** The response to any request about a site that the operator has withdrawn. */
const WITHDRAWN: Json = {
  description:
    'The operator has withdrawn this site (code withdrawn); the response has the reason, if one was given.',
};

interface Read {
  readonly parameters?: readonly Json[];
  readonly missing?: Json;
  /** The names of the response's headers. */
  readonly headers?: readonly string[];
}

/** Describes a GET operation and its error responses. */
export function read(
  operationId: string,
  summary: string,
  ok: Json,
  { parameters, missing, headers = PLAIN }: Read = {},
): Json {
  const named = headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return {
    get: {
      operationId,
      summary,
      tags: ['reads'],
      ...(parameters === undefined ? {} : { parameters }),
      responses: {
        200: { ...ok, headers: Object.fromEntries(named) },
        ...(missing === undefined ? {} : { 404: missing }),
        ...(missing !== undefined && parameters?.includes(TARGET)
          ? { 410: { ...missing, ...WITHDRAWN } }
          : {}),
      },
    },
  };
}

/** Describes a GET operation that scripts of any origin may call. */
export function openRead(operationId: string, summary: string, ok: Json, more: Read = {}): Json {
  return read(operationId, summary, ok, { ...more, headers: OPEN });
}

export const noPage = (description: string): Json => ({
  description,
  content: { 'text/markdown': { schema: TEXT }, 'text/html': { schema: TEXT } },
});

export const pathParameter = (name: string, values: readonly string[]): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', enum: values },
});

export const TARGET: Json = { $ref: '#/components/parameters/Target' };

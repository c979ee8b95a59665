export type Json = Readonly<Record<string, unknown>>;

export const TEXT: Json = { type: 'string' };

export function openapiAnswer(description: string, type: string, schema: Json = TEXT): Json {
  return { description, content: { [type]: { schema } } };
}

/** The schema of JSON documents whose own schema is not published. */
export const OBJECT: Json = { type: 'object' };

/** Returns a reference to a JSON Schema that the site serves. */
export const schemaAt = (name: string): Json => ({ $ref: `/schema/${name}.schema.json` });

/** Headers of responses to read requests. `npm run verify` checks that a deployment sends them. */
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

/** The response about a site that the operator has withdrawn. */
const WITHDRAWN: Json = {
  description:
    'The operator has withdrawn this site (code withdrawn); the response has the reason, if one was given.',
};

interface Read {
  readonly parameters?: readonly Json[];
  readonly missing?: Json;
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

/** Describes a GET operation that scripts from any origin may call. */
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

const JSON_TYPE = 'application/json';
const RPC: Json = { type: 'object', required: ['jsonrpc'] };

/** Describes `/mcp`, with every status that the endpoint returns. */
export function mcpPath(origin: string): Json {
  return {
    post: {
      operationId: 'callMcp',
      summary: 'The MCP server: one JSON-RPC message, one response',
      description: `Revisions, tools and limits: ${origin}/mcp-skill.md`,
      tags: ['protocols'],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description:
            'The JSON-RPC response, also for JSON-RPC errors without a status of their own. Over the limit of reads, a tool returns a result with isError, and other requests get the error 429, both with Retry-After.',
          content: {
            'application/json': { schema: RPC },
            'text/event-stream': { schema: TEXT },
          },
        },
        202: { description: 'A notification or a response was accepted; there is no body.' },
        400: openapiAnswer(
          'Not one JSON-RPC message, or one that its revision of MCP does not allow: an unknown revision, a header that disagrees with the body, a notification whose params are too large',
          JSON_TYPE,
          RPC,
        ),
        403: openapiAnswer('Sent by a page of another origin', JSON_TYPE, RPC),
        404: openapiAnswer('Revision 2026-07-28 has no such method here (-32601)', JSON_TYPE, RPC),
        405: {
          ...openapiAnswer('Not POST', JSON_TYPE, RPC),
          headers: { Allow: { schema: { const: 'POST' } } },
        },
        406: openapiAnswer('Neither JSON nor event streams are accepted', JSON_TYPE, RPC),
        413: openapiAnswer('Longer than 256 KiB', JSON_TYPE, RPC),
        415: openapiAnswer('Not JSON', JSON_TYPE, RPC),
        429: {
          ...openapiAnswer(
            'Too many requests from this address, and the body is not one request',
            JSON_TYPE,
            RPC,
          ),
          headers: { 'Retry-After': { schema: { type: 'integer' } } },
        },
        500: openapiAnswer('A fault of the service', JSON_TYPE, RPC),
        503: openapiAnswer('Switched off', JSON_TYPE, RPC),
      },
    },
  };
}

/** What all parts of the OpenAPI description are made of. */

export type Json = Readonly<Record<string, unknown>>;

export const TEXT: Json = { type: 'string' };

/** An answer with a body of one media type. */
export function openapiAnswer(description: string, type: string, schema: Json = TEXT): Json {
  return { description, content: { [type]: { schema } } };
}

/** A JSON document without a published schema. */
export const OBJECT: Json = { type: 'object' };

/** A JSON Schema that is served. */
export const schemaAt = (name: string): Json => ({ $ref: `/schema/${name}.schema.json` });

/** A read, and how it misses. */
export function read(
  operationId: string,
  summary: string,
  ok: Json,
  more: { readonly parameters?: readonly Json[]; readonly missing?: Json } = {},
): Json {
  return {
    get: {
      operationId,
      summary,
      tags: ['reads'],
      ...(more.parameters === undefined ? {} : { parameters: more.parameters }),
      responses: { 200: ok, ...(more.missing === undefined ? {} : { 404: more.missing }) },
    },
  };
}

/** The answer to who asks for what is not there. */
export const noPage = (description: string): Json => ({
  description,
  content: { 'text/markdown': { schema: TEXT }, 'text/html': { schema: TEXT } },
});

/** A part of a path that is one of a few values. */
export const pathParameter = (name: string, values: readonly string[]): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', enum: values },
});

/** The host of a site, as part of a path. */
export const TARGET: Json = { $ref: '#/components/parameters/Target' };

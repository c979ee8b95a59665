/** What all parts of the OpenAPI description are made of. */

export type Json = Readonly<Record<string, unknown>>;

export const TEXT: Json = { type: 'string' };

/** An answer with a body of one media type. */
export function answer(description: string, type: string, schema: Json = TEXT): Json {
  return { description, content: { [type]: { schema } } };
}

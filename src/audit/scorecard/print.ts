import * as z from 'zod';

/** Returns the JSON Schema (draft 2020-12) as file text; it is self-contained. */
export function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12' }), null, 2)}\n`;
}

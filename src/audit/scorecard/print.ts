import * as z from 'zod';

/** Returns the text of a self-contained JSON Schema file (draft 2020-12). */
export function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12' }), null, 2)}\n`;
}

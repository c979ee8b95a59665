/** Schemas as they are published and printed. */
import * as z from 'zod';

/** The JSON Schema (draft 2020-12) as a file has it; a validator needs nothing beside it. */
export function schemaText(schema: z.ZodType): string {
  return `${JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12' }), null, 2)}\n`;
}

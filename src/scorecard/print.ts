/** The printed form of the scorecard's schema. */
import { envelopeJsonSchema } from './schema.ts';

/** Where the printed schema is committed. */
export const SCHEMA_FILE = new URL('../../content/schema/audit.schema.json', import.meta.url);

/** The JSON Schema as the committed file has it. */
export function printedEnvelopeSchema(): string {
  return `${JSON.stringify(envelopeJsonSchema(), null, 2)}\n`;
}

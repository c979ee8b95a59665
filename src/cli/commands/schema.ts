/** `schema`: the JSON Schema of what the other commands print. */

import type { Session } from '../context.ts';
import { printedSchema } from '../documents.ts';
import type { DocumentName } from '../sets.ts';

/** Prints a schema; it is JSON in every output format, and needs no configuration. */
export function schema(session: Session, document: DocumentName): void {
  session.out(printedSchema(document));
}

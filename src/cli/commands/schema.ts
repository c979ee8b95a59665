/** `schema`: the JSON Schema of what the other commands print. */
import { printedSchema } from '../documents.ts';
import { print } from '../output.ts';
import type { DocumentName } from '../sets.ts';

/** Prints a schema; it is JSON in every output format, and needs no configuration. */
export function schema(document: DocumentName): void {
  print(printedSchema(document));
}

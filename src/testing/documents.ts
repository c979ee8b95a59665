/** Validates the output of the command line against its schemas. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { printedSchema } from '../cli/documents.ts';
import type { DocumentName } from '../cli/options.ts';

const ajv = new Ajv2020.default({ strict: false });
addFormats.default(ajv);
const validators = new Map<DocumentName, ValidateFunction>();

/** Returns the schema errors of a document; empty if it is valid. */
export function schemaErrors(name: DocumentName, document: unknown): readonly object[] {
  const validate = validators.get(name) ?? ajv.compile(JSON.parse(printedSchema(name)) as object);
  validators.set(name, validate);
  return validate(document) ? [] : (validate.errors ?? []);
}

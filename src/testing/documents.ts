/** Whether what the command line prints is as its schemas say. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { printedSchema } from '../cli/documents.ts';
import type { DocumentName } from '../cli/options.ts';

const ajv = new Ajv2020.default({ strict: false });
addFormats.default(ajv);
const validators = new Map<DocumentName, ValidateFunction>();

/** What is wrong with a document by the schema of this name; nothing where it is as it should be. */
export function schemaErrors(name: DocumentName, document: unknown): readonly object[] {
  const validate = validators.get(name) ?? ajv.compile(JSON.parse(printedSchema(name)) as object);
  validators.set(name, validate);
  return validate(document) ? [] : (validate.errors ?? []);
}

/**
 * Stands in the function's bundle for what the SDK takes from its runtime (its export `_shims`). The SDK's own brings Ajv,
 * 150 kB that this server never runs.
 */
export { default as process } from 'node:process';

/** Holds answers of clients to schemas. The server asks its clients for nothing, so that none ever comes. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server asks its clients for nothing, and validates no answers of theirs.');
  }
}

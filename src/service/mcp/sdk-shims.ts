/** Replaces the SDK's export `_shims` in the bundle, because the original includes 150 kB of Ajv that never run here. */
export { default as process } from 'node:process';

/** A validator for clients' responses. The SDK requires one but never calls it, because the server sends no requests. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server sends no requests to its clients, so it validates no responses.');
  }
}

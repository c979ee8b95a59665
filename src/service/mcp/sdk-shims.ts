/** Replaces the SDK's export `_shims` in the bundle, because the original includes Ajv: 150 kB that never run here. */
export { default as process } from 'node:process';

/** Required by the SDK to validate clients' responses, but never called: the server sends no requests to its clients. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server sends no requests to its clients, so it validates no responses.');
  }
}

/** Replaces the SDK's runtime export `_shims` in the bundle. The SDK's own brings Ajv, 150 kB that never run here. */
export { default as process } from 'node:process';

/** Would validate clients' responses. The server sends no requests to its clients, so none ever arrives. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server sends no requests to its clients, so it validates no responses.');
  }
}

/** What tests outside of this folder use of the packages that only nightly tests have. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from './package.json' with { type: 'json' };

const { resolve } = createRequire(import.meta.url);

/** The path of a package's module, or of another file of it. */
export const nightlyFile = (specifier: string): string => resolve(specifier);

/** A package's module. Its types are those that the caller says: `npm run check` does without the packages. */
export async function nightlyModule<T>(specifier: string): Promise<T> {
  return (await import(pathToFileURL(nightlyFile(specifier)).href)) as T;
}

/** The versions of npm that printed commands must work with, one of each generation, pinned with all other packages. */
export const NPM_VERSIONS: readonly string[] = manifest.config.npm;

/** The folder that a version of npm is installed in. */
export const npmFolder = (version: string): string => join(import.meta.dirname, 'node_modules/.npm', version);

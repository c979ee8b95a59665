/** Access to nightly packages for tests outside of this folder. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from './package.json' with { type: 'json' };

const { resolve } = createRequire(import.meta.url);

/** Returns the path of a package's module, or of another file in it. */
export const nightlyFile = (specifier: string): string => resolve(specifier);

/** Loads a package's module. The caller supplies its type, because `npm run check` runs without the packages. */
export async function nightlyModule<T>(specifier: string): Promise<T> {
  return (await import(pathToFileURL(nightlyFile(specifier)).href)) as T;
}

/** The npm versions that printed commands must work with, one of each generation, pinned with all other packages. */
export const NPM_VERSIONS: readonly string[] = manifest.config.npm;

/** Returns the folder that a version of npm is installed in. */
export const npmFolder = (version: string): string => join(import.meta.dirname, 'node_modules/.npm', version);

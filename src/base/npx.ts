/** Builds `npx` commands for the package that a site publishes. On npm, someone else may own the package's name. */

import { version } from './package.ts';

/** The paths at which a site publishes the package. npx caches a URL forever, so commands use the path with the version. */
export const PACKAGE_PATHS = { newest: '/cli.tgz', version: `/cli-${version}.tgz` } as const;

/** Returns the URL of this version's package. `origin` has no slash at its end. */
export function packageUrl(origin: string): string {
  return origin + PACKAGE_PATHS.version;
}

/** Returns a command that downloads the package from a site and runs it. npm 12 needs `ALLOW_REMOTE` for a URL. */
export function npxCommand(origin: string, path: string = PACKAGE_PATHS.version): string {
  return `npx ${ALLOW_REMOTE} ${origin}${path}`;
}

/** Returns the options that verify one check. With them, the command exits with code 1 until the check passes. */
export function verifyOptions(id: string): string {
  return `--only ${id} --fail-under 100`;
}

/** The option that lets npm install the named package, but none of its dependencies, from a URL. */
export const ALLOW_REMOTE = '--allow-remote=root';

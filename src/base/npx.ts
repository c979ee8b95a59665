/** Commands that run this project's command line from the site that publishes it. On npm, someone else may own the name. */

import { version } from './package.ts';

/** The paths at which a site publishes the command line. npx caches a URL forever, so commands use the versioned path. */
export const PACKAGE_PATHS = { newest: '/cli.tgz', version: `/cli-${version}.tgz` } as const;

/** Returns the URL of this version's package. `origin` has no slash at its end. */
export function packageUrl(origin: string): string {
  return origin + PACKAGE_PATHS.version;
}

/** Returns the command that runs the command line from a site. npm 12 needs `ALLOW_REMOTE` for a package from a URL. */
export function npxCommand(origin: string, path: string = PACKAGE_PATHS.version): string {
  return `npx ${ALLOW_REMOTE} ${origin}${path}`;
}

/** Returns the options that verify one check. With them, the command exits with code 1 until the check passes. */
export function verifyOptions(id: string): string {
  return `--only ${id} --fail-under 100`;
}

/** The option that lets npm install the named package, but none of its dependencies, from a URL. */
export const ALLOW_REMOTE = '--allow-remote=root';

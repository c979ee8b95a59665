/** Commands that run the command line from the site that publishes it. Its registry name may be someone else's. */

import { version } from './package.ts';

/** The paths at which a site publishes the command line. npx caches an address for ever, so it gets the versioned one. */
export const PACKAGE_PATHS = { newest: '/cli.tgz', version: `/cli-${version}.tgz` } as const;

/** Returns the address of this version's package on the site at `origin`, which has no slash at the end. */
export function packageUrl(origin: string): string {
  return origin + PACKAGE_PATHS.version;
}

/** Returns the command that runs a site's command line. npm 12 needs `ALLOW_REMOTE` for a package from an address. */
export function npxCommand(origin: string, path: string = PACKAGE_PATHS.version): string {
  return `npx ${ALLOW_REMOTE} ${origin}${path}`;
}

/** Returns the options that verify a check: the command exits with 1 until it passes. */
export function verifyOptions(id: string): string {
  return `--only ${id} --fail-under 100`;
}

/** Lets npm take the named package, but none of its dependencies, from an address. */
export const ALLOW_REMOTE = '--allow-remote=root';

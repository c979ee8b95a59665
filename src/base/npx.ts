/**
 * How the command line is run without installing it: from the site that publishes it, because a name on a registry may be
 * anybody's. All texts take the command from here.
 */

import { version } from './package.ts';

/**
 * Where a site publishes the command line (what `npm pack` makes): the newest version, for installations, and the same file
 * under its version, for npx, which keeps what it fetched from an address for ever.
 */
export const PACKAGE_PATHS = { newest: '/cli.tgz', version: `/cli-${version}.tgz` } as const;

/** The package of this version on the site at `origin`, which has no slash at the end. */
export function packageUrl(origin: string): string {
  return origin + PACKAGE_PATHS.version;
}

/**
 * What is typed to run the command line of the site at `origin`; arguments follow. npm 12 takes a package from an address
 * only where that is allowed (`npm help config`, "allow-remote"); earlier versions pass over the flag.
 */
export function npxCommand(origin: string, path: string = PACKAGE_PATHS.version): string {
  return `npx ${ALLOW_REMOTE} ${origin}${path}`;
}

/** The options by which a command proves that a check passes: it exits with 1 while it does not. */
export function verifyOptions(id: string): string {
  return `--only ${id} --fail-under 100`;
}

/** Lets npm take the package that is named, and none that it would depend on, from an address. */
export const ALLOW_REMOTE = '--allow-remote=root';

/**
 * How to run the command line without installing it: from the site that publishes it, because a name on a registry may belong
 * to someone else. All texts take the command from here.
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
 * Returns the command that runs the command line of the site at `origin`; arguments follow. npm 12 accepts a package from an
 * address only with this flag (`npm help config`, "allow-remote"); earlier versions ignore it.
 */
export function npxCommand(origin: string, path: string = PACKAGE_PATHS.version): string {
  return `npx ${ALLOW_REMOTE} ${origin}${path}`;
}

/** Returns the options that verify a check: the command exits with 1 until it passes. */
export function verifyOptions(id: string): string {
  return `--only ${id} --fail-under 100`;
}

/** Lets npm take the named package, but none of its dependencies, from an address. */
export const ALLOW_REMOTE = '--allow-remote=root';

/**
 * How the command line is run without installing it: from the site that publishes it, because a name on a registry may be
 * anybody's. All texts take the command from here.
 */

/** Where a site publishes the command line: what `npm pack` makes. */
const PACKAGE_PATH = '/cli.tgz';

/** The package on the site at `origin`, which has no slash at the end. */
export function packageUrl(origin: string): string {
  return `${origin}${PACKAGE_PATH}`;
}

/** What is typed to run the command line of the site at `origin`; arguments follow. */
export function npxCommand(origin: string): string {
  return `npx ${packageUrl(origin)}`;
}

/** What those need to know whose npm refuses the command with EALLOWREMOTE. */
export const NPM_12_NOTE = 'npm 12 and later ask for --allow-remote=root between npx and the address.';

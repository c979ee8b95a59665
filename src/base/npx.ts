/**
 * How to run the command line without installing it: from the site that publishes it, because a name on a registry may belong
 * to someone else. All texts take the command from here.
 */

/** The path of the published command line, as `npm pack` creates it. */
const PACKAGE_PATH = '/cli.tgz';

/** Returns the package's URL on the site at `origin`, which has no trailing slash. */
export function packageUrl(origin: string): string {
  return `${origin}${PACKAGE_PATH}`;
}

/**
 * Returns the command that runs the command line of the site at `origin`; arguments follow. npm 12 accepts a package from an
 * address only with this flag (`npm help config`, "allow-remote"); earlier versions ignore it.
 */
export function npxCommand(origin: string): string {
  return `npx ${ALLOW_REMOTE} ${packageUrl(origin)}`;
}

/** Returns the options that verify a check: the command exits with 1 until it passes. */
export function verifyOptions(id: string): string {
  return `--only ${id} --fail-under 100`;
}

/** Lets npm take the named package, but none of its dependencies, from an address. */
export const ALLOW_REMOTE = '--allow-remote=root';

/** The option that names the MCP endpoint; also the source of such an endpoint in the list of attempts. */
export const NAMED_ENDPOINT = '--mcp-endpoint';

/** The package's name and version, which are set only in `package.json`. */
import manifest from '../../package.json' with { type: 'json' };

export const { name: PACKAGE_NAME, version } = manifest;

/** The command's name in the package's `bin`. It must not be the name of a package on npm, or `npx` would run it. */
export const [INSTALLED_NAME = PACKAGE_NAME] = Object.keys(manifest.bin);

/** The supported Node versions, as a semver range. */
export const NODE_RANGE = manifest.engines.node;
export const OLDEST_NODE = NODE_RANGE.replace('>=', '');

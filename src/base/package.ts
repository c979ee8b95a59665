/** The package's own name and version. They are set there and nowhere else. */
import manifest from '../../package.json' with { type: 'json' };

export const { name: PACKAGE_NAME, version } = manifest;

/** The package's `bin`. No package of the registry may have this name, because `npx` would run it. */
export const [INSTALLED_NAME = PACKAGE_NAME] = Object.keys(manifest.bin);

/** The supported Node versions, as a semver range. */
export const NODE_RANGE = manifest.engines.node;
/** The oldest of them. */
export const OLDEST_NODE = NODE_RANGE.replace('>=', '');

/** What the package says of itself. Its name and that of its program are set there, and nowhere else. */
import manifest from '../../package.json' with { type: 'json' };

export const { name: PACKAGE_NAME, version } = manifest;

/** The `bin` of the package. No package of the registry has this name: `npx` would run that one. */
export const [INSTALLED_NAME = PACKAGE_NAME] = Object.keys(manifest.bin);

/** The versions of Node that it runs on, as a range of semver. */
export const NODE_RANGE = manifest.engines.node;
/** The oldest of them. */
export const OLDEST_NODE = NODE_RANGE.replace('>=', '');

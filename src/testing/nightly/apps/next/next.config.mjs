import { join } from 'node:path';

/** The packages are above the copy that is built. Without a root Next.js looks for files of its own in this repository. */
export default { turbopack: { root: join(import.meta.dirname, '../..') } };

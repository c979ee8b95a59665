/** What the bench of the service runs: the function as a build makes it, with a small catalog, and a bare SDK beside it. */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE } from '../app/bundle.ts';
import { buildProject, makeProject } from './projects.ts';
import { auditedDemos } from './synthetic.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A bundle, and the folder that its process must stand in. */
export interface Bundle {
  readonly file: string;
  readonly root: string;
  /** Of all scripts of the bundle together. */
  readonly bytes: number;
}

export interface Bundles {
  readonly service: Bundle;
  readonly bare: Bundle;
  /** The built site. */
  readonly site: string;
}

/** Builds the site with the demo sites as its catalog, the function, and the bare SDK, all below `folder`. */
export async function makeBundles(folder: string): Promise<Bundles> {
  const catalog = join(folder, 'catalog');
  await auditedDemos(catalog);
  const project = await makeProject(join(folder, 'project'));
  await buildProject(project, { CATALOG_RESULTS: catalog });
  const bare = join(folder, 'bare');
  await mkdir(bare);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(import.meta.dirname, 'bare-mcp.ts')],
    outfile: join(bare, 'bare.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  });
  return {
    service: await bundleIn(join(project, 'dist/service'), BUNDLE, project),
    bare: await bundleIn(bare, 'bare.mjs', bare),
    site: join(project, 'dist/site'),
  };
}

async function bundleIn(folder: string, name: string, root: string): Promise<Bundle> {
  const scripts = (await readdir(folder)).filter((one) => one.endsWith('.mjs'));
  const sizes = await Promise.all(scripts.map(async (one) => (await stat(join(folder, one))).size));
  return { file: join(folder, name), root, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

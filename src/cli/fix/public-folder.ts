/** Which folder of a project is served under the site's own paths, as its framework has it. */
import { packagesOf } from '../stacks.ts';

/** A framework: what shows it, and where it takes static files from. */
interface Framework {
  /** A dependency in package.json. */
  readonly dependency?: string;
  /** A file that each project of it has. */
  readonly marker?: string;
  readonly folder: string;
}

/** The first that fits counts: several are built on Vite. */
const FRAMEWORKS: readonly Framework[] = [
  { dependency: 'next', folder: 'public' },
  { dependency: 'nuxt', folder: 'public' },
  { dependency: 'astro', folder: 'public' },
  { dependency: '@sveltejs/kit', folder: 'static' },
  { dependency: '@docusaurus/core', folder: 'static' },
  { marker: 'docs/.vitepress', folder: 'docs/public' },
  { marker: '.vitepress', folder: 'public' },
  { dependency: 'vite', folder: 'public' },
  { marker: 'hugo.toml', folder: 'static' },
  { marker: 'hugo.yaml', folder: 'static' },
  { marker: 'config/application.rb', folder: 'public' },
  { marker: 'artisan', folder: 'public' },
];

/**
 * The folder, by what is there.
 *
 * @param isThere whether the project has a file or folder of this name
 * @param textOf the text of a file of the project
 */
export async function publicFolderOf(
  isThere: (path: string) => Promise<boolean>,
  textOf: (path: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const manifest = await textOf('package.json');
  const dependencies = packagesOf(manifest ?? '');
  for (const { dependency, marker, folder } of FRAMEWORKS) {
    if (dependency !== undefined && dependencies.has(dependency)) return folder;
    if (marker !== undefined && (await isThere(marker))) return folder;
  }
  // What a build makes is made again; only a folder that is published as it is can be written to.
  const published = publishedAsItIs((await textOf('netlify.toml')) ?? '');
  return published !== undefined && (await isThere(published)) ? published : undefined;
}

/** `publish` of netlify.toml's `[build]`, where that has no command. */
function publishedAsItIs(toml: string): string | undefined {
  const lines = toml.split(/\r?\n/).map((line) => line.trim());
  const begin = lines.indexOf('[build]') + 1;
  if (begin === 0) return undefined;
  const end = lines.findIndex((line, at) => at >= begin && line.startsWith('['));
  const build = lines.slice(begin, end === -1 ? undefined : end);
  if (build.some((line) => /^command\s*=/.test(line))) return undefined;
  const [, folder] =
    /^publish\s*=\s*["']([^"']+)["']/.exec(build.find((line) => line.startsWith('publish')) ?? '') ?? [];
  return folder?.replace(/^\.\//, '').replace(/\/$/, '');
}

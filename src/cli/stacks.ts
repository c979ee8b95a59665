/** What the site in a folder is made with, by the files that are there. */
import { join } from 'node:path';
import * as z from 'zod';
import { type Platform, platformAsked } from '../view/platforms.ts';
import type { Session } from './context.ts';
import { presentText } from './project-files.ts';

/** What was recognised. */
export interface Stacks {
  readonly platforms: readonly Platform[];
  /** The files that show it. */
  readonly files: readonly string[];
  /** Packages of JavaScript that the project has. */
  readonly packages: ReadonlySet<string>;
}

const MANIFEST = 'package.json';

/** Packages of JavaScript, and the platform that each shows. */
const PACKAGES: readonly (readonly [name: string, platform: string])[] = [
  ['next', 'nextjs'],
  ['nuxt', 'nuxt'],
  ['@sveltejs/kit', 'sveltekit'],
  ['astro', 'astro'],
  ['@docusaurus/core', 'docusaurus'],
  ['vitepress', 'vitepress'],
  ['express', 'express'],
  ['fastify', 'fastify'],
  ['hono', 'hono'],
  ['@modelcontextprotocol/server', 'mcp-ts-v2'],
  ['@modelcontextprotocol/sdk', 'mcp-ts-v1'],
];

/** Manifests of other languages and configuration of platforms: what stands in one, and the platform that it shows. */
const FILES: readonly (readonly [names: readonly string[], says: RegExp, platform: string])[] = [
  [['requirements.txt', 'pyproject.toml'], python('fastapi'), 'fastapi'],
  [['requirements.txt', 'pyproject.toml'], python('django'), 'django'],
  [['requirements.txt', 'pyproject.toml'], python('mcp'), 'mcp-python'],
  [['Gemfile'], /^[ \t]{0,40}gem[ \t]{1,9}["']rails["']/m, 'rails'],
  [['composer.json'], /"laravel\/framework"\s*:/, 'laravel'],
  [['hugo.toml', 'hugo.yaml', 'hugo.json'], /(?:)/, 'hugo'],
  // As Hugo called it before; Zola writes base_url.
  [['config.toml'], /^baseURL\s*=/im, 'hugo'],
  [['wp-config.php', 'wp-config-sample.php'], /(?:)/, 'wordpress'],
  [['nginx.conf'], /(?:)/, 'nginx'],
  [['Caddyfile'], /(?:)/, 'caddy'],
  [['.htaccess'], /(?:)/, 'apache'],
  [['wrangler.toml', 'wrangler.json', 'wrangler.jsonc'], /(?:)/, 'cloudflare'],
  [['netlify.toml'], /(?:)/, 'netlify'],
  [['vercel.json'], /(?:)/, 'vercel'],
];

/** A requirement on a line of its own, in a list of strings, or as a key of a table (PEP 508, PEP 621, Poetry). */
function python(name: string): RegExp {
  return new RegExp(`(?:^|["'])\\s*${name}\\s*(?:\\[[^\\]]*\\])?\\s*(?=[=<>~!;"'#@]|$)`, 'im');
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.unknown()).catch({}),
  devDependencies: z.record(z.string(), z.unknown()).catch({}),
});

/** The packages that a package.json names; none where it is no manifest. */
export function packagesOf(manifest: string): ReadonlySet<string> {
  try {
    const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(manifest));
    return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  } catch {
    // What is no manifest shows nothing; a plan does not depend on it.
    return new Set();
  }
}

/**
 * Looks at the files of a folder.
 *
 * @throws FileError for one that is there and cannot be read
 */
export async function stacksIn(session: Session, folder: string): Promise<Stacks> {
  const read = (name: string) => presentText(session, join(folder, name));
  const packages = packagesOf((await read(MANIFEST)) ?? '');
  const texts = new Map<string, string | undefined>();
  for (const name of new Set(FILES.flatMap(([names]) => names))) texts.set(name, await read(name));
  const shown = [
    ...PACKAGES.flatMap(([name, id]) => (packages.has(name) ? [{ file: MANIFEST, id }] : [])),
    ...FILES.flatMap(([names, says, id]) => {
      const file = names.find((name) => texts.get(name)?.match(says) != null);
      return file === undefined ? [] : [{ file, id }];
    }),
  ];
  return {
    platforms: shown.flatMap(({ id }) => platformAsked(id) ?? []),
    files: [...new Set(shown.map(({ file }) => file))],
    packages,
  };
}

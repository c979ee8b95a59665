/** What has to be installed for a snippet: the packages that it imports. */
import type { CodeBlock } from './guide-text.ts';
import type { Platform } from './platforms.ts';

/** What a site has that is made with a platform. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  nextjs: ['next', 'react', 'react-dom'],
  nuxt: ['nuxt', 'vue'],
  sveltekit: ['@sveltejs/kit', 'svelte'],
  astro: ['astro'],
  docusaurus: ['react', 'react-dom'],
  vitepress: ['vitepress', 'vue'],
  express: ['express'],
  fastify: ['fastify'],
  hono: ['hono'],
  fastapi: ['fastapi', 'starlette', 'pydantic'],
  django: ['django'],
};

/** Packages by the registry they come from. */
export interface Installs {
  readonly npm: readonly string[];
  readonly pip: readonly string[];
}

const JS = /^(?:js|mjs|ts|jsx|tsx)$/;
const JS_IMPORT = /^(?:import\s[^'"]{0,500}|\}\s*from\s*)['"]([^'"\n]+)['"]/gm;
/** Node's own, files, aliases of a framework (`$app`, `@/`, `~/`, `@theme`) and its virtual modules (`astro:content`). */
const NO_PACKAGE = /^(?:[.$~#/]|@\/|@theme\/|@docusaurus\/)|:/;
const PACKAGE = /^(?:@[\w.-]+\/)?[\w.-]+/;
const PY_IMPORT = /^(?:from|import) ([a-z]\w*)/gm;
/** Modules of Python that are named like the package they come in; the others are Python's own. */
const PIP = new Set(['fastapi', 'django', 'mcp', 'starlette', 'uvicorn', 'pydantic']);

/**
 * The packages that blocks of code import, each once.
 *
 * @param platforms that the site is made with: their own packages are there
 */
export function installsOf(
  blocks: readonly Pick<CodeBlock, 'language' | 'code'>[],
  platforms: readonly Platform[],
): Installs {
  const present = new Set(platforms.flatMap(({ id }) => OWN[id] ?? []));
  const wanted = (names: readonly string[]) => [...new Set(names)].filter((name) => !present.has(name));
  const found = (pattern: RegExp, language: RegExp) =>
    blocks
      .filter((block) => language.test(block.language))
      .flatMap(({ code }) => Array.from(code.matchAll(pattern), ([, name = '']) => name));
  const npm = found(JS_IMPORT, JS)
    .filter((name) => !NO_PACKAGE.test(name))
    .flatMap((name) => PACKAGE.exec(name)?.[0] ?? []);
  const pip = found(PY_IMPORT, /^(?:py|python)$/).filter((name) => PIP.has(name));
  return { npm: wanted(npm), pip: wanted(pip) };
}

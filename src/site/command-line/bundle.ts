/** Bundles the command line, because Node does not run TypeScript in node_modules. Rarely used code is in separate files. */
import { execFile } from 'node:child_process';
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ChunkingContext, type OutputOptions, type Plugin, rolldown } from 'rolldown';
import { definitions } from '../../audit/check-texts/index.ts';
import { CATEGORIES } from '../../audit/check-texts/vocabulary.ts';
import { ERROR_KINDS } from '../../base/errors.ts';
import { OLDEST_NODE } from '../../base/package.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';
import { CHANGES } from '../../fix/brief-parts.ts';
import { STACKS } from '../../fix/stacks.ts';
import { declarationsOf, type Schema } from './declarations.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRIES = {
  cli: join(root, 'scripts/audit.ts'),
  auditor: join(root, 'src/audit/isolation/auditor.ts'),
};
const MAIN = join(root, 'src/cli/main.ts');
const LIBRARY = { index: join(root, 'src/cli/library/index.ts'), api: join(root, 'src/cli/library/api.ts') };

/** Writes the bundle into a folder, whose content is replaced. `origin` is the origin of the default catalog. */
export async function buildCli(folder: string, origin = DEFAULT_BASE_URL): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await write(ENTRIES, folder, origin, {
    codeSplitting: { groups: [{ debugName: 'start', name: startOf }] },
  });
  // Bundle the library separately. If it shared files with the command, the command would start more slowly.
  await write({ library: LIBRARY.index }, folder, origin, { codeSplitting: false });
  // Set the module type in this folder, because the audit process has no permission to read parent folders.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'texts.json'), JSON.stringify(await briefTexts()));
  await cp(join(root, 'content/skill'), join(folder, 'skill'), { recursive: true });
  // Prints the same schemas as the command `schema`, in a separate process.
  await run(process.execPath, [join(root, 'scripts/print-schema.ts'), join(folder, 'schema')]);
  await writeFile(join(folder, 'library.d.ts'), await declarations(join(folder, 'schema')));
  await chmod(join(folder, 'cli.js'), 0o755);
}

async function write(
  input: Readonly<Record<string, string>>,
  folder: string,
  origin: string,
  how: OutputOptions,
): Promise<void> {
  await using bundle = await rolldown({
    cwd: root,
    input: { ...input },
    platform: 'node',
    transform: {
      target: `node${OLDEST_NODE}`,
      // Omits undici's experimental parser, as Node does when it bundles undici.
      define: { esbuildDetection: 'true', AUDITOR_FILE: '"./auditor.js"' },
    },
    plugins: [ofCatalog(origin), QUICK_BUILTINS],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // Keeps names, so that stack traces stay readable.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    comments: { legal: true, annotation: false, jsdoc: false },
    ...how,
  });
}

/** Returns the library's TypeScript declarations. Some types come from the JSON Schemas in the folder `schemas`. */
async function declarations(schemas: string): Promise<string> {
  const schemaOf = async (name: string): Promise<Schema> =>
    JSON.parse(await readFile(join(schemas, `${name}.schema.json`), 'utf8'));
  return declarationsOf(await readFile(LIBRARY.api, 'utf8'), {
    CheckId: { enum: definitions.map(({ id }) => id) },
    CategoryId: { enum: CATEGORIES.map(({ id }) => id) },
    ErrorKind: { enum: ERROR_KINDS },
    Assertion: (await schemaOf('config')).properties?.assertions?.additionalProperties ?? {},
    Envelope: await schemaOf('audit'),
    CompareDocument: await schemaOf('compare'),
  });
}

async function briefTexts(): Promise<Record<string, string>> {
  const paths = [
    ...definitions.map(({ id }) => `checks/${id}.mdx`),
    ...CHANGES.map(({ id }) => `changes/${id}.mdx`),
    ...STACKS.map(({ id }) => `stacks/${id}.mdx`),
  ];
  const texts = paths.map(
    async (path) => [path, await readFile(join(root, 'content', path), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

/** Returns the bundle's file for a module: `first` for the entry file's imports, `start` for `main.ts` and its imports, or `null`. */
function startOf(id: string, context: ChunkingContext): string | null {
  if (reachedFrom(ENTRIES.cli, context).has(id)) return id === ENTRIES.cli ? null : 'first';
  return reachedFrom(MAIN, context).has(id) ? 'start' : null;
}

/** Returns the modules that load together with the module `id`: itself and its static imports, at any depth. */
export function reachedFrom(
  id: string,
  context: ChunkingContext,
  reached = new Set<string>(),
): ReadonlySet<string> {
  if (reached.has(id)) return reached;
  reached.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) reachedFrom(next, context, reached);
  return reached;
}

const BUILTIN = '\0builtin:';

/** Loads Node's own modules on first use. An `import` runs all getters of a module, a fifth of the run time of `--help`. */
export const QUICK_BUILTINS: Plugin = {
  name: 'quick-builtins',
  resolveId(source) {
    const name = source.replace(/^node:/, '');
    // The bundle's own runtime needs this module before any other code runs.
    if (name === 'module') return { id: 'node:module', external: true };
    return builtinModules.includes(name) ? BUILTIN + name : null;
  },
  load(id) {
    if (!id.startsWith(BUILTIN)) return null;
    const value = `process.getBuiltinModule('node:${id.slice(BUILTIN.length)}')`;
    const lazily = (name: string) => `get ${name}() { return ${value}.${name}; }`;
    return id === `${BUILTIN}child_process`
      ? `module.exports = { ${['spawn', 'fork', 'execFile'].map(lazily).join(', ')} };`
      : `module.exports = ${value};`;
  },
};

function ofCatalog(origin: string): Plugin {
  return {
    name: 'of-catalog',
    async load(id) {
      if (id !== join(root, 'src/base/versions.ts')) return null;
      const code = (await readFile(id, 'utf8')).replaceAll(DEFAULT_BASE_URL, origin);
      return { code, moduleType: 'ts' };
    },
  };
}

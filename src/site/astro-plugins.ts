import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { definitionOf } from '../audit/check-texts/index.ts';
import { TEXTS_FILE } from '../fix/brief-parts.ts';
import { howToFix } from '../fix/explain.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { type CommandLine, factsOf, withFacts } from './command-line/facts.ts';
import { readChangeTexts } from './fix-texts.ts';
import { wholeGuide } from './guide.ts';
import { originOf } from './respond.ts';

/** The folder with `targets/`, `scorecards/` and `recordings/`, unless CATALOG_RESULTS names another folder. */
const CATALOG_FOLDER = 'content';

/** Reads the catalog once and writes all files that are not Astro pages. Astro routes for these files would take longer. */
export function afterBuild(): AstroIntegration {
  let site = '';
  let outDir: URL | undefined;
  return {
    name: 'after-build',
    hooks: {
      'astro:config:done': ({ config }) => {
        site = originOf(config.site === undefined ? undefined : new URL(config.site));
        outDir = config.outDir;
      },
      // Imported late, because every Astro command loads this configuration.
      'astro:build:start': async () => {
        const { beginPass } = await import('./targets/build.ts');
        const { CATALOG_RESULTS: folder = CATALOG_FOLDER, CATALOG_DATABASE: database } = process.env;
        if (outDir !== undefined) await beginPass(outDir, site, { folder, database: database || undefined });
      },
      'astro:build:done': async ({ dir }) => {
        const { endPass } = await import('./targets/build.ts');
        const { writePreviews } = await import('./preview.ts');
        const service = new URL('../service/', dir);
        await mkdir(service, { recursive: true });
        await endPass(await readFile(new URL('template.html', dir), 'utf8'));
        await rename(new URL('template.html', dir), new URL('template.html', service));
        await writeFile(new URL(TEXTS_FILE, service), JSON.stringify(await readChangeTexts()));
        await writePreviews(dir, site);
      },
    },
  };
}

/** Highlights Caddyfiles as nginx configurations, which look similar, because Prism has no grammar for Caddyfiles. */
const withKnownLanguages = (code: string): string => code.replace(/^```caddyfile\b/gm, '```nginx');

const GUIDE = /\/content\/checks\/([a-z0-9-]+)\.mdx$/;

/** Fills in the placeholders in MDX files, and adds the section `How to fix it` to guides, before Astro parses the files. */
export function placeholders(origin: string): Plugin {
  return {
    name: 'marks',
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/ },
      async handler(code, id) {
        const check = definitionOf(GUIDE.exec(id)?.[1] ?? '');
        const text =
          check === undefined ? code : wholeGuide(code, howToFix(check.id, await readChangeTexts()));
        return fillPlaceholders(withKnownLanguages(text), origin);
      },
    },
  };
}

const MODULE = 'virtual:command-line';
const PROCESS = fileURLToPath(new URL('./command-line/pack.ts', import.meta.url));
/** The maximum size of the package, in bytes. The package is about 1.4 MB. */
const MOST_BYTES = 16 * 1024 * 1024;

const run = promisify(execFile);

/** Packs the command line once per build. */
export function commandLine(origin: string): Plugin {
  let packed: Promise<{ readonly facts: CommandLine; readonly tarball: Buffer }> | undefined;
  const pack = async () => {
    // Runs in a separate process, because a bundler keeps the memory that it used, and this process also bundles the site.
    const options = { encoding: 'buffer', maxBuffer: MOST_BYTES } as const;
    const { stdout: tarball } = await run(process.execPath, [PROCESS, origin], options);
    return { facts: factsOf(tarball, origin), tarball };
  };
  const once = () => {
    packed ??= pack();
    return packed;
  };
  return {
    name: 'command-line',
    resolveId: {
      filter: { id: /^virtual:command-line$/ },
      handler: () => `\0${MODULE}`,
    },
    load: {
      filter: { id: /^\0virtual:command-line$/ },
      handler: async () => {
        const { facts, tarball } = await once();
        return `export const facts = ${JSON.stringify(facts)};\nexport const tarball = ${JSON.stringify(tarball.toString('base64'))};\n`;
      },
    },
    transform: {
      order: 'pre',
      filter: { id: /\.mdx$/, code: /<cli_/ },
      handler: async (code) => withFacts(code, (await once()).facts),
    },
  };
}

/** Packs the command line once in a build, and gives it to the pages that publish it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { type CommandLine, factsOf, withFacts } from './facts.ts';

const MODULE = 'virtual:command-line';
const PROCESS = fileURLToPath(new URL('./pack-process.ts', import.meta.url));
/** Of the package: it has some 800 kB. */
const MOST_BYTES = 16 * 1024 * 1024;

const run = promisify(execFile);

/**
 * The module `virtual:command-line` (virtual.d.ts), and the facts in pages of text.
 *
 * @param origin of the site; no slash at the end
 */
export function commandLine(origin: string): Plugin {
  let packed: Promise<{ readonly facts: CommandLine; readonly tarball: Buffer }> | undefined;
  const pack = async () => {
    // In a process of its own: a bundler keeps the memory that it has taken, and the site is bundled in this one.
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

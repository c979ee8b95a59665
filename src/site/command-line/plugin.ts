/** Packs the command line once in a build, and gives it to the pages that publish it. */
import type { Plugin } from 'vite';
import { type CommandLine, factsOf, withFacts } from './facts.ts';

const MODULE = 'virtual:command-line';

/**
 * The module `virtual:command-line` (virtual.d.ts), and the facts in pages of text.
 *
 * @param origin of the site; no slash at the end
 */
export function commandLine(origin: string): Plugin {
  let packed: Promise<{ readonly facts: CommandLine; readonly tarball: Buffer }> | undefined;
  const pack = async () => {
    // Loaded where it is needed: every command of Astro reads the configuration.
    const { packCli } = await import('./pack.ts');
    const tarball = await packCli(origin);
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

/** The configuration that a plan gives once for all its changes, put into the files of a project as its notes say. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Block, blocksIn, mergeBlocks, printBlocks } from '../../../view/merge-blocks.ts';

/** One place of `fix --json`. */
export interface Configuration {
  readonly platform: string;
  readonly place: string;
  readonly text: string;
}

/** Where a place is in a project: a file, and the block in it. */
export interface Place {
  readonly file: string;
  readonly within?: RegExp;
}

/** Writes each text to its place, which is a file of its name unless `places` says where it is. */
export async function applyConfiguration(
  folder: string,
  configuration: readonly Configuration[],
  places: Readonly<Record<string, Place>> = {},
): Promise<void> {
  for (const { platform, place, text } of configuration) {
    const { file, within } = places[place] ?? { file: place };
    const path = join(folder, file);
    const isScript = /\.m?[jt]s$/.test(file);
    const present = await readFile(path, 'utf8').then(isScript ? asInGuides : String, () => '');
    const replaced = REPLACED[platform] ?? /^$/;
    // A text for Caddy is the block of the site, whatever that is called there.
    const added = platform === 'caddy' ? (blocksIn(text)[0]?.body ?? []) : blocksIn(text);
    const merged = into(blocksIn(present), added, within, replaced);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${printBlocks(isScript ? withCommas(merged) : merged).join('\n')}\n`);
  }
}

/** As guides write what is there in many: an object in lines of its own, apostrophes, a semicolon behind the last bracket. */
const asInGuides = (text: string) =>
  text
    .replaceAll('({})', '({\n})')
    .replaceAll(/(?<= from )"([^"]+)"/g, "'$1'")
    .replaceAll(/^\}\)$/gm, '});');

/** What "is replaced" where the plan has it. */
const REPLACED: Readonly<Record<string, RegExp>> = {
  nginx: /^(?:root|try_files|error_page 404)\b/,
  caddy: /^(?:root|try_files|file_server)\b/,
};

function into(
  present: readonly Block[],
  added: readonly Block[],
  within: RegExp | undefined,
  replaced: RegExp,
): Block[] {
  if (within === undefined) return mergeBlocks(without(present, added, replaced), added);
  return present.map((block) => ({
    ...block,
    body: within.test(block.head)
      ? mergeBlocks(without(block.body, added, replaced), added)
      : into(block.body, added, within, replaced),
  }));
}

function without(present: readonly Block[], added: readonly Block[], replaced: RegExp): Block[] {
  const names = new Set(added.flatMap(({ head }) => replaced.exec(head)?.[0] ?? []));
  return present
    .filter(({ head }) => !names.has(replaced.exec(head)?.[0] ?? ''))
    .map((block) => {
      const same = added.find(({ head }) => head === block.head);
      return same === undefined ? block : { ...block, body: without(block.body, same.body, replaced) };
    });
}

const CONFIGURES = /(?:define\w*Config\(|[cC]onfig(?:: \w+)? = )\{$/;

/** The last property of an object may have no comma behind it, until another follows. */
function withCommas(blocks: readonly Block[]): Block[] {
  const comma = (text: string) => (/(?:[,{([:]|\*\/|, \/\/.*)$/.test(text) ? text : `${text},`);
  return blocks.map((block) => ({
    ...block,
    body: !CONFIGURES.test(block.head)
      ? block.body
      : block.body.map((one) =>
          one.end === '' ? { ...one, head: comma(one.head) } : { ...one, end: comma(one.end) },
        ),
  }));
}

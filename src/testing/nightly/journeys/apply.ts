/** One item of a plan, applied as it is written by somebody who knows nothing else. */
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Block, blocksOf } from '../../snippets/blocks.ts';
import { run } from '../process.ts';
import type { Place } from './configuration.ts';

/** An item of `fix --json`. */
export interface Fix {
  readonly change: string;
  readonly title: string;
  readonly checks: readonly { readonly check: string }[];
  readonly install: readonly string[];
  /** The item as Markdown: the only thing that says what to write. */
  readonly prompt: string;
}

/** How a project takes what an item says. */
export interface Rules {
  /** Where places of the plan's configuration are that are no files of the project. */
  readonly places?: Readonly<Record<string, Place>>;
  /** The folder whose files are served under the paths of the site. */
  readonly publicFolder: string;
  /** The file of the project for one that guides name (`server.js`); the same name where that is left out. */
  readonly fileFor?: (file: string) => string;
  /** Puts a block into a file that is there. */
  readonly merge: (file: string, present: string, block: Block) => string;
  /** What a block says to do besides, once its file is written. */
  readonly besides?: (folder: string, block: Block) => Promise<void>;
  /** Blocks that name no file, and that have a place nevertheless: lines for the head of a page. */
  readonly unnamed?: (block: Block) => string | undefined;
}

/** Applies the item: installs, writes its documents, and its blocks to the files that they name. */
export async function applyFix(folder: string, { prompt, install }: Fix, rules: Rules): Promise<void> {
  for (const line of install) await installed(folder, line);
  const text = withoutEvidence(prompt);
  const documents = documentsIn(text);
  for (const one of documents) await writeDocument(folder, one, rules);
  const shown = new Set(documents.map((one) => one.shown));
  // Blocks are those of a guide: they stand below the heading of its section.
  for (const block of blocksOf('', `## How to fix it\n\n${text}`)) {
    if (block.language === 'sh' || block.language === 'http' || shown.has(block.code)) continue;
    await writeBlock(folder, block, rules);
  }
}

/** What an audited site says is no part of what there is to do. */
const withoutEvidence = (prompt: string) =>
  prompt.replaceAll(/^<<<UNTRUSTED-EVIDENCE\n[\s\S]*?^UNTRUSTED-EVIDENCE>>>$/gm, '');

interface Document {
  readonly path: string;
  readonly text: string;
  readonly part: boolean;
  /** The code of the block that it stands in. */
  readonly shown: string;
}

const DOCUMENT =
  /^(Write|Add to) ([\w./-]+?)(?:, whole\.| what it lacks of this\.)[^\n]*\n+```\w*\n([\s\S]*?\n)```$/gm;

function documentsIn(text: string): Document[] {
  return Array.from(text.matchAll(DOCUMENT), ([, verb, path = '', shown = '']) => ({
    path,
    part: verb === 'Add to',
    shown,
    text: filledIn(shown),
  }));
}

/** "What stands in parentheses is yours to write": a sentence for each. */
const filledIn = (text: string) =>
  text.replaceAll(
    /(?<=^|[ >"'`}])\((?:In one|The title|What|what)[^()\n]*\)/gm,
    'What an owner writes here: a sentence on orders of tea.',
  );

async function writeDocument(folder: string, { path, text, part }: Document, rules: Rules): Promise<void> {
  const place = join(folder, rules.publicFolder, path);
  await mkdir(dirname(place), { recursive: true });
  await (part ? appendFile(place, `\n${text}`) : writeFile(place, text));
}

async function writeBlock(folder: string, block: Block, rules: Rules): Promise<void> {
  const named = block.file === '' ? rules.unnamed?.(block) : inProject(block, rules);
  if (named === undefined) return;
  const place = join(folder, named);
  const present = await readFile(place, 'utf8').catch(() => undefined);
  const filled = { ...block, code: filledIn(block.code) };
  const text = present === undefined ? withoutName(filled) : rules.merge(named, present, filled);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, text);
  await rules.besides?.(folder, block);
}

/** A document that a guide names by its path on the site is written to the public folder. */
function inProject({ file, platform, language }: Block, { publicFolder, fileFor }: Rules): string {
  const isDocument = platform === undefined && /^(?:json|xml|text|markdown)$/.test(language);
  return isDocument ? join(publicFolder, file) : (fileFor?.(file) ?? file);
}

/** Text without the line that says which file it is, where that is no comment of the language. */
const withoutName = ({ code, language, title }: Block) =>
  language === 'text' && title === '' ? code.replace(/^#[^\n]*\n/, '') : code;

/** Runs the line, unless what it installs is there already. */
export async function installed(folder: string, line: string): Promise<void> {
  const [command = '', ...args] = line.split(' ');
  const { resolve } = createRequire(join(folder, 'package.json'));
  const names = args.filter((arg) => !/^(?:install|add|i|-.*)$/.test(arg));
  const isThere = (name: string) => {
    try {
      resolve(name);
      return true;
    } catch (fault) {
      // It is there, and has no entry for `require`.
      return fault instanceof Error && 'code' in fault && fault.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
    }
  };
  if (command !== 'pip' && names.every(isThere)) return;
  // What runs this repository's own tests is stricter than what a user has.
  const env = { NODE_ENV: 'development', npm_config_strict_allow_scripts: 'false' };
  await run({ command, args, cwd: folder, env });
}

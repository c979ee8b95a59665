/** The blocks of code in the guides that people copy, with the file where each belongs. */
import { readdirSync, readFileSync } from 'node:fs';
import { guideFileOf } from '../../view/guide-files.ts';
import { type CodeBlock, codeBlocksOf } from '../../view/guide-text.ts';
import { type Platform, platformNamed } from '../../view/platforms.ts';

/** A block of code under "How to fix it" or "How to verify it". */
export interface Block extends CodeBlock {
  /** The check whose guide it is in. */
  readonly check: string;
  readonly platform: Platform | undefined;
  /** The file that it is or belongs in, as its fence or its first line says; empty where neither does. */
  readonly file: string;
}

const FOLDER = new URL('../../../content/checks/', import.meta.url);
const SNIPPETS = new Set(['How to fix it', 'How to verify it']);

/** Every block of every guide, in order. */
export function blocksOfGuides(): Block[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => blocksOf(name.replace(/\.mdx$/, ''), readFileSync(new URL(name, FOLDER), 'utf8')));
}

/** The blocks of one guide's text. */
export function blocksOf(check: string, text: string): Block[] {
  return codeBlocksOf(text)
    .filter(({ section }) => SNIPPETS.has(section))
    .map((block) => ({
      ...block,
      check,
      platform: platformNamed(block.heading),
      file: guideFileOf(block),
    }));
}

/** How a block is named in reports: its guide, its platform, its file or language. */
export const titleOf = ({ check, heading, section, file, language }: Block): string =>
  `${check} · ${heading || section} · ${file || language}`;

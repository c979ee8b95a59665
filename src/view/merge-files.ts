/** A file that several guides of one fix write is there once, with what all of them say. */
import { guideFileOf } from './guide-files.ts';
import { type CodeBlock, codeBlocksOf, withCode } from './guide-text.ts';
import { blocksIn, mergeBlocks, printBlocks } from './merge-blocks.ts';

/** Pages are written so that they can be merged by their lines. */
const PAGE = /^(?:tsx|jsx|html|astro)$/;
const isPage = (block: CodeBlock) => PAGE.test(block.language) && guideFileOf(block) !== '';

/** Markdown in which a page that has several blocks under the same heading's name has one, where the first was. */
export function withFilesOnce(text: string): string {
  const places = Map.groupBy(codeBlocksOf(text).filter(isPage), placeOf);
  const seen = new Set<string>();
  return withCode(text, (block) => {
    const same = isPage(block) ? (places.get(placeOf(block)) ?? []) : [];
    if (same.length < 2) return block.code;
    if (seen.has(placeOf(block))) return undefined;
    seen.add(placeOf(block));
    return merged(same);
  });
}

const placeOf = (block: CodeBlock) => `${block.heading} ${guideFileOf(block)}`;

/** The first line names the file. */
const FIRST = /^.*\n/;

function merged(blocks: readonly CodeBlock[]): string {
  const [first = ''] = blocks.flatMap(({ code }) => FIRST.exec(code) ?? []);
  const all = blocks
    .map(({ code }) => blocksIn(code.replace(FIRST, '')))
    .reduce((one, other) => mergeBlocks(one, other));
  return `${first}${printBlocks(all).join('\n')}\n`;
}

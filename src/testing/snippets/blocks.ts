/** The blocks of code in the guides, with the place where each stands. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Platform, platformNamed } from '../../view/platforms.ts';

/** A block of code under "How to fix it" or "How to verify it". */
export interface Block {
  /** The check whose guide it is in. */
  readonly check: string;
  readonly section: string;
  /** The heading of its platform, or another one; empty where it stands before the first. */
  readonly heading: string;
  readonly platform: Platform | undefined;
  readonly language: string;
  /** The file that it is or belongs in, as its fence or its first line says; empty where neither does. */
  readonly file: string;
  readonly code: string;
}

const FOLDER = new URL('../../../content/checks/', import.meta.url);
const SNIPPETS = new Set(['How to fix it', 'How to verify it']);

/** A fence: its backticks, its language, and what else it says. */
const FENCE = /^ *(`{3,})([\w-]*)(.*)$/;
const TITLE = /\btitle="([^"]+)"/;
/** A first line that is a comment; a file's name ends with a colon, a comma or the line. */
const COMMENT =
  /^\s*(?:#|\/\/|\/\*|<!--|\{\/\*|--|\{%-? comment -?%\}|;)\s*([\w@.[\]()$*~-]*[\w\])](?:\/[\w@.[\]()$*~-]+)*)(?=[:;, ]|$)/;
/** Comments of other kinds begin like a path too; a file has a folder, an ending, or one of these names. */
const FILE = /\/|\.\w+$|^(_headers|_redirects|Caddyfile|Gemfile)$/;

/** Every block of every guide, in order. */
export function blocksOfGuides(): Block[] {
  return readdirSync(FOLDER)
    .toSorted()
    .flatMap((name) => blocksOf(name.replace(/\.mdx$/, ''), readFileSync(new URL(name, FOLDER), 'utf8')));
}

/** The blocks of one guide's text. */
export function blocksOf(check: string, text: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  let heading = '';
  let open: { fence: string; language: string; info: string; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    if (open !== undefined) {
      if (line.trim() !== open.fence) {
        open.lines.push(line);
        continue;
      }
      const { language, info, lines } = open;
      if (SNIPPETS.has(section)) {
        const code = `${lines.join('\n')}\n`;
        const file = TITLE.exec(info)?.[1] ?? fileOf(lines[0] ?? '');
        blocks.push({ check, section, heading, platform: platformNamed(heading), language, file, code });
      }
      open = undefined;
      continue;
    }
    const fence = FENCE.exec(line);
    if (fence) open = { fence: fence[1] ?? '', language: fence[2] ?? '', info: fence[3] ?? '', lines: [] };
    else if (line.startsWith('## ')) [section, heading] = [line.slice(3), ''];
    else if (line.startsWith('### ')) heading = line.slice(4);
  }
  return blocks;
}

function fileOf(line: string): string {
  const named = COMMENT.exec(line)?.[1] ?? '';
  return FILE.test(named) ? named : '';
}

/** How a block is named in reports: its guide, its platform, its file or language. */
export const titleOf = ({ check, heading, section, file, language }: Block): string =>
  `${check} · ${heading || section} · ${file || language}`;

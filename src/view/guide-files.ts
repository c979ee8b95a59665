/** The files that a guide's snippets belong in: each says so in the head of its fence, or in a comment on its first line. */
import { type CodeBlock, codeBlocksOf, FIX_HEADING } from './guide-text.ts';
import { platformNamed } from './platforms.ts';

/** A first line that is a comment, and the path that it begins with; a colon, a comma, a semicolon or a space ends it. */
const COMMENT =
  /^\s*(?:#|\/\/|\/\*|<!--|\{\/\*|\{% comment %\}|;)\s*([\w@.[\]()$*~/+-]+)(?<=[\w\])])(?=[:;, ]|$)/;
/** Words of a comment are no file: that has a folder, an ending, or one of these names. */
const FILE = /\/|\.\w+$|^(_headers|_redirects|Caddyfile|Gemfile)$/;
/** What stands before the first comment where the code has to begin so: PHP, and the front matter of Astro's pages. */
const OPENING = /^(?:<\?php|---)\s+/;

/** The file that a block is or belongs in; empty where it names none. What is typed into a terminal is called so. */
export function guideFileOf({ title, code }: CodeBlock): string {
  if (title !== '') return title;
  const named = COMMENT.exec(code.replace(OPENING, '').split('\n')[0] ?? '')?.[1] ?? '';
  return FILE.test(named) ? named : '';
}

/** The files that a guide's fix concerns, for all platforms first, then in the guide's order. */
export function stackFilesOf(guide: string) {
  const blocks = codeBlocksOf(guide).filter(({ section }) => section === FIX_HEADING);
  const byPlatform = Map.groupBy(blocks, ({ heading }) => platformNamed(heading));
  return [...byPlatform]
    .map(([platform, of]) => ({
      platform,
      files: [...new Set(of.map(guideFileOf).filter((file) => FILE.test(file)))],
    }))
    .filter(({ files }) => files.length > 0)
    .toSorted((a, b) => Number(a.platform !== undefined) - Number(b.platform !== undefined));
}

/** A Markdown document: its blocks and tables, its front matter, and its links where it is published. Pure. */

import { jsonText } from '../../base/escape.ts';
import type { About } from '../about.ts';

/**
 * The text with a line below its first heading that leads to the index for agents, and with links that hold wherever it is
 * read.
 *
 * @param origin of the site that publishes it; no slash at the end
 */
export function forAgents(markdown: string, origin: string): string {
  return withAbsoluteLinks(
    markdown.replace(/^# .*$/m, (heading) => `${heading}\n\n${pointerMarkdown(origin)}`),
    origin,
  );
}

/** The line that leads to the index. */
function pointerMarkdown(origin: string): string {
  return `> For AI agents: the index of this site is <${origin}/llms.txt>.`;
}

/** The text whose links to paths of the site name the site, and whose guides are Markdown. What is code stays as it is. */
export function withAbsoluteLinks(markdown: string, origin: string): string {
  // Most texts have none, and a build has many.
  if (markdown.search(PATH_LINK) < 0) return markdown;
  let fence: string | undefined;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        // A fence is ended by one of the same kind that is as long (CommonMark 4.5).
        if (mark?.startsWith(fence)) fence = undefined;
        return line;
      }
      if (mark !== undefined) {
        fence = mark;
        return line;
      }
      return line
        .split(CODE_SPAN)
        .map((part, i) =>
          i % 2 === 1 ? part : part.replace(GUIDE_LINK, '$&.md').replace(PATH_LINK, `$1${origin}/`),
        )
        .join('');
    })
    .join('\n');
}

const FENCE = /^ *(`{3,}|~{3,})/;
const CODE_SPAN = /(`[^`]+`)/;
/** `](/path` and `]: /path`, but no `//host`. */
const PATH_LINK = /(\](?:\(|: ))\/(?!\/)/g;
/** `](/fix/robots` and `]: /fix/on/nginx`: the page of a guide or a stack, which has a form for agents. */
const GUIDE_LINK = /\](?:\(|: )\/fix\/(?:on\/)?[a-z0-9-]+(?=[)#\s]|$)/g;

/** A Markdown text with YAML front matter. The values are JSON strings, which YAML has too (YAML 1.2, section 1.3). */
export function withFrontMatter({ title, description }: About, markdown: string): string {
  return `---\ntitle: ${jsonText(title)}\ndescription: ${jsonText(description)}\n---\n\n${markdown}`;
}

/** A table of GitHub Flavored Markdown. Cells are Markdown already, in which no pipe is left (`escape.ts`). */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A text of blocks, with an empty line between them, ending in a line feed. */
export function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

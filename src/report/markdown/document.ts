/** Builds Markdown documents from blocks, tables, front matter and links. Pure. */

import { jsonText } from '../../base/escape.ts';
import type { About } from '../about.ts';

/** Adds a link to the index for agents (llms.txt) below the first heading, and makes all links absolute. */
export function forAgents(markdown: string, origin: string): string {
  return withAbsoluteLinks(
    markdown.replace(/^# .*$/m, (heading) => `${heading}\n\n${pointerMarkdown(origin)}`),
    origin,
  );
}

function pointerMarkdown(origin: string): string {
  return `> For AI agents: the index of this site is <${origin}/llms.txt>.`;
}

/** Makes links to paths of the site absolute. Links to guides lead to the Markdown of the guides. Code stays unchanged. */
export function withAbsoluteLinks(markdown: string, origin: string): string {
  // Fast path: most documents have no links to paths.
  if (markdown.search(PATH_LINK) < 0) return markdown;
  let fence: string | undefined;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        // A fence ends at the next fence of the same character that is at least as long (CommonMark, section 4.5).
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
/** Matches `](/path` and `]: /path`, but not `//host`. */
const PATH_LINK = /(\](?:\(|: ))\/(?!\/)/g;
/** Matches `](/fix/robots` and `]: /fix/on/nginx`: links to a guide or a stack's page, which also exist as Markdown. */
const GUIDE_LINK = /\](?:\(|: )\/fix\/(?:on\/)?[a-z0-9-]+(?=[)#\s]|$)/g;

/** Adds YAML front matter. Its values are JSON strings, which are valid YAML (YAML 1.2, section 1.3). */
export function withFrontMatter({ title, description }: About, markdown: string): string {
  return `---\ntitle: ${jsonText(title)}\ndescription: ${jsonText(description)}\n---\n\n${markdown}`;
}

/** Returns a table in GitHub Flavored Markdown. Cells must be Markdown without pipes (see `escape.ts`). */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Joins blocks with empty lines. The result ends in a line feed. */
export function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

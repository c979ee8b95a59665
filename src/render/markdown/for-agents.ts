/** What a Markdown text has beside its own where it is published under an address of the site. Pure. */

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

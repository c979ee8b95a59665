/** Renders Markdown and text as HTML pages of the demo sites. */
import MarkdownIt from 'markdown-it';

const markdownIt = new MarkdownIt({ html: false, linkify: false });

/** Renders Markdown; escapes HTML in the source. */
export function renderMarkdown(markdown: string): string {
  return markdownIt.render(markdown);
}

/** Escapes text for element content and quoted attributes. */
export const { escapeHtml } = markdownIt.utils;

/** Returns a whole page. `head` and `body` are HTML, which is not escaped. */
export function htmlPage(page: {
  readonly title: string;
  readonly description?: string;
  readonly head?: string;
  readonly body: string;
}): string {
  const description =
    page.description === undefined
      ? ''
      : `\n<meta name="description" content="${escapeHtml(page.description)}">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(page.title)}</title>${description}
${page.head ?? ''}
</head>
<body>
${page.body}
</body>
</html>
`;
}

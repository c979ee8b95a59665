/**
 * Parses the texts in `content/changes`, which are Markdown with lines that depend on the site.
 *
 * A line that ends in the MDX comment `if <condition>` is kept only if the condition is true. The comment alone on a line
 * begins a block, which the comment `end` closes. The condition `a or b and not c` means `(a or b) and (not c)`. The id of a
 * check is true if the change fixes this check; `<id>:<status>` is true if the check also has this status. `site.ts` defines
 * other names, such as `has-mcp`.
 *
 * The info string of a fenced code block says where the code appears: `serve="/path" as="type"` (a document), `on="…"`
 * (headers or body of a response), `in="head"` or `in="body"` (HTML).
 */

/** Returns whether a name in a condition, such as `has-mcp` in `if has-mcp`, is true for a site. */
export type Holds = (name: string) => boolean;

/** A fenced code block with the text that a site must send or contain. */
export interface WireBlock {
  /** The path of a document (`/path`); `pages`, `mcp`, `404` or `api-errors` for a response; `head` or `body` for HTML. */
  readonly place: string;
  readonly kind: 'document' | 'response' | 'html';
  readonly type?: string;
  readonly text: string;
}

const CONDITION = /\{\/\* if ([^*]{1,200}) \*\/\}$/;
const END = '{/* end */}';
const FENCE = /^```(\w*)(.*)/s;
const ATTRIBUTE = /(\w{1,9})="([^"]{0,300})"/g;

function isTrue(condition: string, holds: Holds): boolean {
  return condition.split(' and ').every((clause) =>
    clause
      .split(' or ')
      .map((name) => name.trim())
      .some((name) => (name.startsWith('not ') ? !holds(name.slice(4)) : holds(name))),
  );
}

/** Returns the lines that have no condition or a true condition. Removes the conditions and repeated blank lines. */
function linesFor(source: string, holds: Holds): string[] {
  const lines: string[] = [];
  const blocks: boolean[] = [];
  for (const raw of source.trimEnd().split('\n')) {
    const condition = CONDITION.exec(raw);
    const text = condition === null ? raw : raw.slice(0, condition.index).trimEnd();
    const isBlock = condition !== null && text === '';
    const isKept = condition === null || isTrue(condition[1] ?? '', holds);
    if (isBlock) blocks.push(isKept);
    else if (raw === END) blocks.pop();
    else if (isKept && !blocks.includes(false) && !(text === '' && (lines.at(-1) ?? '') === ''))
      lines.push(text);
  }
  return lines;
}

/** Returns a change (`content/changes/<id>.mdx`) as Markdown for a site, and its fenced code blocks. */
export function readChange(source: string, holds: Holds): { text: string; wire: WireBlock[] } {
  const keptLines: string[] = [];
  const wire: WireBlock[] = [];
  let fence: { readonly info: string; readonly body: string[] } | undefined;
  for (const line of linesFor(source, holds)) {
    const [, language, info = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined && line === '```') {
      const body = fence.body.join('\n').trim();
      const block = wireBlock(fence.info, body);
      if (block !== undefined) wire.push(block);
      if (body === '') keptLines.pop();
      else keptLines.push(body, line);
      fence = undefined;
    } else if (fence !== undefined) {
      fence.body.push(line);
    } else {
      if (language !== undefined) fence = { info, body: [] };
      keptLines.push(language === undefined ? line : `\`\`\`${language}`);
    }
  }
  return { text: keptLines.join('\n').trim(), wire };
}

function wireBlock(info: string, body: string): WireBlock | undefined {
  const {
    serve,
    as,
    on,
    in: into,
  } = Object.fromEntries(Array.from(info.matchAll(ATTRIBUTE), ([, name, value]) => [name, value]));
  const text = `${body}\n`;
  if (serve !== undefined)
    return { kind: 'document', place: serve, ...(as !== undefined && { type: as }), text };
  if (on !== undefined) return { kind: 'response', place: on, text };
  return into === undefined ? undefined : { kind: 'html', place: into, text };
}

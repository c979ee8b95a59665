/** Finds where the visible text of an HTML page begins. */
import { Tokenizer, TokenizerMode } from 'parse5';

/** Elements that contain only text. For these, browsers' parsers switch the tokenizer's state (HTML, section 13.2.6). */
const MODES: ReadonlyMap<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = new Map([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ...['style', 'iframe', 'noembed', 'noframes', 'xmp'].map((name) => [name, TokenizerMode.RAWTEXT] as const),
]);
/** Elements whose text is not visible. */
const SILENT = new Set([
  'script',
  'style',
  'title',
  'textarea',
  'iframe',
  'noembed',
  'noframes',
  'template',
  'noscript',
  'object',
  'svg',
]);

/** Returns the offset of the first visible character; `undefined` if there is none. */
export function textStart(text: string): number | undefined {
  let start: number | undefined;
  const open: string[] = [];
  const ignore = () => undefined;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag({ tagName, selfClosing }) {
        tokenizer.state = MODES.get(tagName) ?? tokenizer.state;
        if (SILENT.has(tagName) && !(selfClosing && tagName === 'svg')) open.push(tagName);
      },
      onEndTag({ tagName }) {
        const last = open.lastIndexOf(tagName);
        if (last >= 0) open.length = last;
      },
      onCharacter({ location }) {
        if (open.length > 0) return;
        start = location?.startOffset;
        tokenizer.pause();
      },
      onDoctype: ignore,
      onComment: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  );
  tokenizer.write(text, true);
  return start;
}

/** Parses YAML front matter: a block between two `---` lines at the start of a Markdown file. */

import { isRecord } from '../../base/json.ts';
import type { Parsed } from '../../base/parsed.ts';
import { parseYamlText } from './yaml.ts';

const MAX_CHARS = 64 * 1024;
const OPENING = /^---[ \t]*\n/;
/** Matches a closing line. Three dots end a YAML document, too (YAML 1.2, section 9.1.2). */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;
/** Matches the start of a line with a YAML key. Without such a line, `---` is a Markdown thematic break, not front matter. */
const KEY = /^(?:"[^"]{1,100}"|'[^']{1,100}'|\w[\w .-]{0,100})\s?:(?:\s|$)/;

interface Split {
  /** The YAML between the opening line (`---`) and the closing line. */
  readonly block: string;
  /** The text after the closing line; `undefined` if there is no closing line. */
  readonly body: string | undefined;
}

/** Splits a text into front matter and the rest. Returns `undefined` without an opening `---` line or a YAML key after it. */
export function splitFrontMatter(text: string): Split | undefined {
  const whole = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const opening = OPENING.exec(whole.slice(0, 100));
  if (opening === null) return undefined;
  const from = opening[0].length;
  const rest = whole.slice(from, from + MAX_CHARS);
  const closing = CLOSING.exec(rest);
  const block = closing === null ? rest : rest.slice(0, closing.index);
  const lines = block.split('\n', 50);
  // Without a closing line, `---` is probably a thematic break. It opens front matter only if the next line has a key.
  const first =
    closing === null ? lines[0] : lines.find((line) => line.trim() !== '' && !line.startsWith('#'));
  if (first === undefined || !KEY.test(first)) return undefined;
  const body =
    closing === null ? undefined : whole.slice(from + closing.index + closing[0].length).trimStart();
  return { block, body };
}

/** Parses front matter; `undefined` if there is none. Front matter that is not closed or not a YAML mapping is an error. */
export function parseFrontMatter(text: string): Parsed<Readonly<Record<string, unknown>>> | undefined {
  const split = splitFrontMatter(text);
  if (split === undefined) return undefined;
  if (split.body === undefined)
    return { ok: false, why: 'the front matter is not closed by a line of three hyphens' };
  const parsed = parseYamlText(split.block);
  if (!parsed.ok) return { ...parsed, why: `the front matter is ${parsed.why}` };
  return isRecord(parsed.value)
    ? { ok: true, value: parsed.value }
    : { ok: false, why: 'the front matter is YAML, but not a mapping of keys to values' };
}

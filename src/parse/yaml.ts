/**
 * YAML 1.2 of an audited site → a value. js-yaml reads 2 MiB in a tenth of the time and memory that a parser with a
 * full syntax tree takes, and bounds nesting and aliases itself.
 *
 * Aliases are shared references, and an anchor may hold an alias to itself: whoever walks the value visits each object once.
 */
import { CORE_SCHEMA, load, mapTag, seqTag, strTag, YAMLException } from 'js-yaml';
import type { Parsed } from './parsed.ts';
import { plain } from './text.ts';

const MAX_DEPTH = 100;
const MAX_ALIASES = 1000;
/** Lines and flow items; the parser needs about half a KiB for each, and 2 MiB can hold a million. */
const MAX_PIECES = 150_000;

/** Tags that the core schema does not know are legal (YAML 1.2, section 3.3.2): their nodes are read without them. */
const SCHEMA = CORE_SCHEMA.withTags(
  ['!', 'tag:'].flatMap((tagName) =>
    [strTag, seqTag, mapTag].map((tag) => ({
      ...tag,
      tagName,
      matchByTagPrefix: true,
      implicit: false as const,
    })),
  ),
);

/** Parses one YAML document; of keys that occur twice the last one counts, as in JSON. Never throws. */
export function parseYamlText(text: string): Parsed<unknown> {
  if (text.trim() === '') return { ok: false, why: 'empty' };
  if (hasMorePieces(text, MAX_PIECES))
    return { ok: false, why: `YAML of more than ${MAX_PIECES} lines and items` };
  try {
    return {
      ok: true,
      value: load(text, { schema: SCHEMA, json: true, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES }),
    };
  } catch (error) {
    return { ok: false, why: `not YAML: ${reason(error)}` };
  }
}

/**
 * Parses the beginning of a block-style YAML document that was cut off: all lines before the last one that begins an
 * entry of one of the two outer levels.
 */
export function parseYamlBeginning(text: string): Parsed<unknown> {
  for (let end = text.lastIndexOf('\n'); end > 0; end = text.lastIndexOf('\n', end - 1)) {
    if (/^ {0,2}[^\s#-]/.test(text.slice(end + 1, end + 4))) return parseYamlText(text.slice(0, end + 1));
  }
  return parseYamlText(text);
}

function hasMorePieces(text: string, max: number): boolean {
  // The parser counts a NUL as the end of a line.
  const piece = /[\n\r\0,[{]/g;
  let count = 0;
  while (count <= max && piece.test(text)) count++;
  return count > max;
}

/** The parser's reason and the line, without its excerpt of the text. */
function reason(error: unknown): string {
  if (!(error instanceof YAMLException)) return 'cannot be parsed';
  const line = error.mark === undefined ? '' : ` (line ${error.mark.line + 1})`;
  return `${plain(error.reason, 120)}${line}`;
}

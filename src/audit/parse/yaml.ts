/**
 * Parses YAML from an audited site. js-yaml limits nesting and aliases. It parses 2 MiB in a tenth of the time and memory of
 * a parser with a full syntax tree. js-yaml follows YAML 1.2. libyaml, which most tools use, is more lenient in a few cases;
 * YAML that libyaml accepts is valid here, too.
 *
 * Aliases are shared references and may be cyclic. Code that walks the value must visit each object only once.
 */
import { CORE_SCHEMA, load, mapTag, seqTag, strTag, YAMLException } from 'js-yaml';
import type { Parsed } from '../../base/parsed.ts';
import { plain } from '../../base/text.ts';

const MAX_DEPTH = 100;
const MAX_ALIASES = 1000;
/** The maximum number of lines and flow items. The parser needs about 0.5 KiB for each. 2 MiB of text may contain a million. */
const MAX_PIECES = 150_000;
/** The maximum number of characters to parse, all attempts together. Docker's API descriptions need two fifths of this. */
const MAX_PARSED = 8 * 1024 * 1024;

/** Reads mappings as objects. Drops a pair if its key is a collection, which cannot be a key of an object. */
const objectTag: typeof mapTag = {
  ...mapTag,
  addPair: (container, key, value) =>
    typeof key === 'object' && key !== null ? '' : mapTag.addPair(container, key, value),
};

/** Unknown tags are valid (YAML 1.2, section 3.3.2). Their nodes are read as if they had no tag. */
const SCHEMA = CORE_SCHEMA.withTags([
  objectTag,
  ...['!', 'tag:'].flatMap((tagName) =>
    [strTag, seqTag, objectTag].map((tag) => ({
      ...tag,
      tagName,
      matchByTagPrefix: true,
      implicit: false as const,
    })),
  ),
]);

/** Parses one YAML document. If keys are equal, the last one counts, as in JSON. Never throws. */
export function parseYamlText(text: string): Parsed<unknown> {
  if (text.trim() === '') return { ok: false, why: 'empty' };
  if (hasMorePieces(text, MAX_PIECES))
    return { ok: false, why: `YAML with more than ${MAX_PIECES} lines and items`, isLimit: true };
  let rewritten = text;
  for (let remaining = MAX_PARSED; remaining > 0; remaining -= rewritten.length) {
    try {
      const options = { schema: SCHEMA, json: true, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES };
      return { ok: true, value: load(rewritten, options) };
    } catch (error) {
      if (!(error instanceof YAMLException)) return { ok: false, why: 'not YAML: cannot be parsed' };
      if (/^(nesting|aliases) exceeded /.test(error.reason))
        return { ok: false, why: `YAML whose ${reason(error)}`, isLimit: true };
      const next = asYaml12(rewritten, error);
      if (next === undefined) return { ok: false, why: `not YAML: ${reason(error)}` };
      rewritten = next;
    }
  }
  return { ok: false, why: 'YAML with too many places to check against YAML 1.2', isLimit: true };
}

/** The indentation that `asYaml12` inserts. It is deeper than any block within the depth limit. */
const INDENTATION = ' '.repeat(4 * MAX_DEPTH);

/**
 * Replaces the syntax that js-yaml rejected with valid YAML 1.2; returns `undefined` if libyaml rejects it, too. libyaml
 * accepts lines at any column inside quotes and brackets, a comment directly after a closing quote or bracket, and a single
 * hyphen as a value inside brackets.
 */
function asYaml12(text: string, { reason, mark }: YAMLException): string | undefined {
  if (mark === undefined) return undefined;
  const { position, column } = mark;
  if (reason === 'deficient indentation') {
    const start = position - column;
    const isMarker = /^(---|\.\.\.)(\s|$)/.test(text.slice(start, start + 4));
    return isMarker || text.startsWith(INDENTATION, start)
      ? undefined
      : replaced(text, start, '', INDENTATION);
  }
  if (text[position] === '#' && !/\s/.test(text.charAt(position - 1)))
    return replaced(text, position, '#', ' #');
  const isHyphen = reason.startsWith('missed comma') && /^-[,\]}]/.test(text.slice(position, position + 2));
  return isHyphen ? replaced(text, position, '-', '"-"') : undefined;
}

function replaced(text: string, at: number, old: string, by: string): string {
  return text.slice(0, at) + by + text.slice(at + old.length);
}

/** Parses a truncated block-style document. Leaves out the last entry in the top two levels, which may be incomplete. */
export function parseYamlBeginning(text: string): Parsed<unknown> {
  for (let end = text.lastIndexOf('\n'); end > 0; end = text.lastIndexOf('\n', end - 1)) {
    if (/^ {0,2}[^\s#-]/.test(text.slice(end + 1, end + 4))) return parseYamlText(text.slice(0, end + 1));
  }
  return parseYamlText(text);
}

function hasMorePieces(text: string, max: number): boolean {
  // The parser treats a NUL character as a line break.
  const piece = /[\n\r\0,[{]/g;
  let count = 0;
  while (count <= max && piece.test(text)) count++;
  return count > max;
}

/** Returns the parser's error message with the line number but without the excerpt of the text. */
function reason({ reason, mark }: YAMLException): string {
  return `${plain(reason, 120)}${mark === undefined ? '' : ` (line ${mark.line + 1})`}`;
}

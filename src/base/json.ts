/** Parses JSON (RFC 8259) from an audited site, with limits on its nesting and its number of values. */
import type { Parsed } from './parsed.ts';
import { plain } from './text.ts';

/** The maximum nesting depth of arrays and objects. It keeps recursive functions from overflowing the stack. */
export const MAX_NESTING = 256;

/** The maximum number of values. Each value takes about 100 bytes of memory, and 2 MiB of JSON can contain a million values. */
const MAX_VALUES = 150_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;

/** Parses JSON; ignores a byte order mark, as RFC 8259, section 8.1, allows. Never throws. */
export function parseJsonText(text: string): Parsed<unknown> {
  const json = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (json.trim() === '') return { ok: false, why: 'empty' };
  const { depth, values } = scan(json);
  if (depth > MAX_NESTING)
    return { ok: false, why: `JSON nested deeper than ${MAX_NESTING} levels`, isLimit: true };
  if (values > MAX_VALUES)
    return { ok: false, why: `JSON with more than ${MAX_VALUES} values`, isLimit: true };
  try {
    return { ok: true, value: JSON.parse(json) };
  } catch (error) {
    return { ok: false, why: `not JSON: ${reason(error)}` };
  }
}

/** Describes the first field that does not match a schema, for example `its field “results.3.id” is missing or wrong`. */
export function faultyField(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  const path = plain((issues[0]?.path ?? []).map(String).join('.'), 120);
  return path === '' ? 'it is not a JSON object' : `its field “${path}” is missing or wrong`;
}

export function parseJsonObject(text: string): Parsed<Readonly<Record<string, unknown>>> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  return isRecord(parsed.value)
    ? { ok: true, value: parsed.value }
    : { ok: false, why: `JSON, but ${describeJson(parsed.value)} instead of an object` };
}

/** Parses truncated JSON: cuts it at its last comma and closes the arrays and objects that are still open. */
export function parseJsonBeginning(text: string): Parsed<unknown> {
  const { lastComma } = scan(text);
  if (lastComma === undefined) return parseJsonText(text);
  const complete = text.slice(0, lastComma);
  return parseJsonText(complete + scan(complete).open.toReversed().join(''));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the type of a value with its article, for example `an array`, `a string` or `null`. */
export function describeJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Returns whether a value is a string that contains more than white space. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

interface Scan {
  /** The deepest nesting of arrays and objects in the text. */
  readonly depth: number;
  /** The approximate number of values, including arrays and objects. */
  readonly values: number;
  /** The characters that would close the arrays and objects still open at the end of the text, outermost first. */
  readonly open: readonly string[];
  /** The index of the last comma outside of strings. */
  readonly lastComma: number | undefined;
}

/** Scans JSON once without parsing it. Skips strings, and stops if the nesting is too deep. */
function scan(text: string): Scan {
  const open: string[] = [];
  let depth = 0;
  let values = 0;
  let lastComma: number | undefined;
  for (let i = 0; i < text.length && depth <= MAX_NESTING; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      open.push(code === OPEN_ARRAY ? ']' : '}');
      depth = Math.max(depth, open.length);
      values++;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      open.pop();
    } else if (code === COMMA) {
      lastComma = i;
      values++;
    }
  }
  return { depth, values, open, lastComma };
}

/** Returns the index of the quote that ends the string at `start`, or the length of the text if the string does not end. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i += 1;
    else if (code === QUOTE) return i;
  }
  return text.length;
}

/** Returns the JSON parser's error message without its excerpt of the text, which may differ between two responses. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : 'cannot be parsed';
  return plain(message.replace(/, (\.\.\.)?"[\s\S]*$/, ''), 120);
}

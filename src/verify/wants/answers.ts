/** Expectations of statuses, header fields and bodies. Pure. */
import { parseMediaType } from '../../parse/media-type.ts';
import type { Answer, Deployment, Difference, Expectation } from '../probe.ts';

/** So much of what was seen is shown, in characters. */
const SHOWN = 160;

/** One line of it, for a report. */
export function shown(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
  const line = text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

export const NOTHING = 'nothing';

/** @param wanted one of these */
export function status(wanted: number | readonly number[], why: string): Expectation {
  const all = [wanted].flat();
  return {
    what: 'status',
    why,
    decisive: true,
    judge: ({ status: seen, text }) =>
      all.includes(seen)
        ? undefined
        : {
            expected: all.join(' or '),
            seen: seen < 400 || text === '' ? `${seen}` : `${seen}: ${shown(text)}`,
          },
  };
}

/** @param wanted without parameters; a text must be UTF-8 by its charset */
export function type(wanted: string, why: string): Expectation {
  return {
    what: 'Content-Type',
    why,
    judge: ({ headers }) => {
      const value = headers['content-type'];
      const seen = parseMediaType(value);
      const needsCharset = wanted.startsWith('text/');
      const isRight = seen?.essence === wanted && (!needsCharset || seen.charset === 'utf-8');
      const expected = needsCharset ? `${wanted}; charset=utf-8` : wanted;
      return isRight ? undefined : { expected, seen: shown(value ?? NOTHING) };
    },
  };
}

/** @param wanted the value, or what it must match; `undefined` where any will do */
export function header(name: string, wanted: string | RegExp | undefined, why: string): Expectation {
  return {
    what: name,
    why,
    judge: ({ headers }) => {
      const value = headers[name.toLowerCase()];
      if (value !== undefined && matches(value, wanted)) return undefined;
      return { expected: wanted === undefined ? 'a value' : `${wanted}`, seen: shown(value ?? NOTHING) };
    },
  };
}

function matches(value: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return value !== '';
  return typeof wanted === 'string' ? value === wanted : wanted.test(value);
}

/** @param wanted members of a field that is a list, in any case and order */
export function lists(name: string, wanted: readonly string[], why: string): Expectation {
  return {
    what: name,
    why,
    judge: ({ headers }) => {
      const value = headers[name.toLowerCase()];
      const seen = (value ?? '').split(',').map((one) => one.trim().toLowerCase());
      return wanted.every((one) => seen.includes(one.toLowerCase()))
        ? undefined
        : { expected: wanted.join(', '), seen: shown(value ?? NOTHING) };
    },
  };
}

/** No header field whose name begins so. */
export function without(prefix: string, why: string): Expectation {
  return {
    what: prefix,
    why,
    judge: ({ headers }) => {
      const seen = Object.entries(headers).filter(([name]) => name.startsWith(prefix.toLowerCase()));
      return seen.length === 0
        ? undefined
        : { expected: NOTHING, seen: seen.map(([name, value]) => shown(`${name}: ${value}`)).join('; ') };
    },
  };
}

/** The body matches, or contains the text. */
export function body(what: string, wanted: RegExp | string, why: string): Expectation {
  return {
    what,
    why,
    judge: ({ text }) =>
      (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))
        ? undefined
        : { expected: `${wanted}`, seen: shown(text) || 'an empty body' },
  };
}

/** @param most in bytes */
export function atMost(most: number, why: string): Expectation {
  return {
    what: 'size',
    why,
    judge: ({ bytes }) =>
      bytes.length <= most ? undefined : { expected: `at most ${most} bytes`, seen: `${bytes.length} bytes` },
  };
}

export function emptyBody(why: string): Expectation {
  return {
    what: 'body',
    why,
    judge: ({ text }) => (text === '' ? undefined : { expected: 'no body', seen: shown(text) }),
  };
}

/** Leads to `path` of this very site, by an absolute or a relative address. */
export function location(path: string, why: string): Expectation {
  return {
    what: 'Location',
    why,
    judge: ({ headers }, { at, publishedAs }) => {
      const seen = headers.location;
      const isRight = seen !== undefined && [path, at + path, publishedAs + path].includes(seen);
      return isRight ? undefined : { expected: path, seen: shown(seen ?? NOTHING) };
    },
  };
}

/** What the other builders have no word for. */
export function that(
  what: string,
  why: string,
  judge: (answer: Answer, deployment: Deployment) => Difference | undefined,
): Expectation {
  return { what, why, judge };
}

/** Expectations of answers: statuses, header fields and bodies. Pure. */
import * as z from 'zod';
import { parseMediaType } from '../parse/media-type.ts';
import { plain } from '../parse/text.ts';
import {
  type Deployment,
  type DeploymentAnswer,
  type Difference,
  type Expectation,
  pathHere,
} from './probe.ts';

/** So much of what was seen is shown, in characters. */
const SHOWN = 160;
const NOTHING = 'nothing';

/** One line of it, for a report. */
export function shown(text: string): string {
  return plain(text, SHOWN);
}

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

/** @param wanted without parameters, any of these; a text must be UTF-8 by its charset */
export function type(wanted: string | readonly string[], why: string): Expectation {
  const all = [wanted].flat();
  return {
    what: 'Content-Type',
    why,
    judge: ({ headers }) => {
      const value = headers['content-type'];
      const seen = parseMediaType(value);
      const isText = seen?.essence.startsWith('text/') === true;
      const isRight =
        seen !== undefined && all.includes(seen.essence) && (!isText || seen.charset === 'utf-8');
      const expected = all.map((one) => (one.startsWith('text/') ? `${one}; charset=utf-8` : one));
      return isRight ? undefined : { expected: expected.join(' or '), seen: shown(value ?? NOTHING) };
    },
  };
}

/** What a value must match; a text says in words what that is. */
interface Match {
  test(value: string): boolean;
  toString(): string;
}

/** @param wanted the value, or what it must match; `undefined` where any will do */
export function header(name: string, wanted: string | Match | undefined, why: string): Expectation {
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

function matches(value: string, wanted: string | Match | undefined): boolean {
  if (wanted === undefined) return value !== '';
  return typeof wanted === 'string' ? value === wanted : wanted.test(value);
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

export function body(what: string, wanted: RegExp, why: string): Expectation {
  return {
    what,
    why,
    judge: ({ text }) =>
      wanted.test(text) ? undefined : { expected: `${wanted}`, seen: shown(text) || 'an empty body' },
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
  judge: (answer: DeploymentAnswer, deployment: Deployment) => Difference | undefined,
): Expectation {
  return { what, why, judge };
}

/** None of these leads to another site. */
export function ownAddresses(
  urlsOf: (answer: DeploymentAnswer) => readonly string[],
  why: string,
): Expectation {
  return that('addresses', why, (answer, to) => {
    const seen = urlsOf(answer).find((url) => pathHere(url, to) === undefined);
    return seen === undefined ? undefined : { expected: `${to.publishedAs}/…`, seen };
  });
}

/** The JSON value of a body; `undefined` for what is no JSON. */
export function jsonOf({ text }: Pick<DeploymentAnswer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body is JSON of this shape. @param schema of the deployment, where it names addresses */
export function json(
  what: string,
  schema: z.ZodType | ((deployment: Deployment) => z.ZodType),
  why: string,
): Expectation {
  return {
    what,
    why,
    judge: (answer, deployment) => {
      const value = jsonOf(answer);
      if (value === undefined) return { expected: 'JSON', seen: shown(answer.text) || 'an empty body' };
      const wanted = typeof schema === 'function' ? schema(deployment) : schema;
      const [issue] = wanted.safeParse(value).error?.issues ?? [];
      if (issue === undefined) return undefined;
      const at = issue.path.join('.');
      const seen = shown(JSON.stringify(valueAt(value, issue.path)) ?? NOTHING);
      return { expected: `${at === '' ? '' : `${at}: `}${expectedBy(issue)}`, seen };
    },
  };
}

/** What a schema says of what it wants, without what came: that is shown beside it. */
function expectedBy({ message }: { readonly message: string }): string {
  return message
    .replace(/^Invalid input: expected /, '')
    .split(', received ', 1)
    .join('');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** Every string in a JSON value that is an http or https URL. */
export function urlsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : [];
}

/** A URL of the deployment itself, as it must publish it. */
export function own({ publishedAs }: Deployment, path?: string) {
  return path === undefined ? z.string().startsWith(`${publishedAs}/`) : z.literal(publishedAs + path);
}

/** Expectations of JSON bodies. Pure. */
import * as z from 'zod';
import type { Answer, Deployment, Expectation } from '../probe.ts';
import { shown } from './answers.ts';

/** The JSON value of a body; `undefined` for what is no JSON. */
export function jsonOf({ text }: Pick<Answer, 'text'>): unknown {
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
      const { error } = wanted.safeParse(value);
      const [issue] = error?.issues ?? [];
      if (issue === undefined) return undefined;
      const at = issue.path.join('.');
      const seen = shown(JSON.stringify(valueAt(value, issue.path)) ?? 'nothing');
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

/** A list that has all of these, and maybe more. */
export function including(...wanted: readonly string[]) {
  return z.array(z.unknown()).refine((seen) => wanted.every((one) => seen.includes(one)), {
    error: `a list with ${wanted.join(', ')}`,
  });
}

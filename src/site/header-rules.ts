/** What netlify.toml says of the types of files, and of files that are not there. Pure. */
import { parse } from 'smol-toml';
import * as z from 'zod';

const rulesSchema = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.unknown()) })).default([]),
  redirects: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        status: z.number().default(301),
        force: z.boolean().default(false),
      }),
    )
    .default([]),
});

/**
 * Tells the paths whose type a header rule gives.
 *
 * @throws Error for text that is not TOML, or whose rules are not rules
 */
export function typedByRule(toml: string): (path: string) => boolean {
  const patterns = rulesSchema
    .parse(parse(toml))
    .headers.filter(({ values }) => Object.keys(values).some((name) => name.toLowerCase() === 'content-type'))
    .map((rule) => patternOf(rule.for));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** What `netlify dev` appends to a path that was answered with 404; the client gets the answer to the last of these. */
const RETRIED = /(?:\/index)?\.html?$/;

/** The path that a client asked for, where `netlify dev` may be trying others in its place. */
export function beforeRetry(path: string): string {
  return path.replace(RETRIED, '');
}

/**
 * The page that a rule has in place of a path that is not there. `netlify dev` leaves these rules to the server behind it.
 *
 * @throws Error for text that is not TOML, or whose rules are not rules
 */
export function pageInPlace(toml: string): (path: string) => string | undefined {
  const rules = rulesSchema
    .parse(parse(toml))
    .redirects.filter(({ status, force }) => status === 404 && !force)
    .map(({ from, to }) => ({ pattern: patternOf(from), to }));
  return (path) => rules.find(({ pattern }) => pattern.test(beforeRetry(path)))?.to;
}

/** `:name` stands for one segment, `*` for anything. */
export function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/:[A-Za-z_]\w*/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/** What netlify.toml says of the types of files. Pure. */
import { parse } from 'smol-toml';
import * as z from 'zod';

const rulesSchema = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.unknown()) })).default([]),
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

/** `:name` stands for one segment, `*` for anything. */
export function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/:[A-Za-z_]\w*/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/** Reads the path rules of netlify.toml as Netlify does. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAllHeaders } from '@netlify/headers-parser';
import { parse } from 'smol-toml';
import * as z from 'zod';

const rulesSchema = z.object({
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })).default([]),
  redirects: z.array(z.object({ from: z.string(), to: z.string(), status: z.int() })).default([]),
});

export interface SiteRules {
  /** Returns the headers that the rules set for files at a path. If several rules set a header, the last rule counts. */
  headersAt(path: string): ReadonlyMap<string, string>;
  /** Returns the target and the status of a path's redirect; `undefined` if the path has no redirect. */
  redirectAt(path: string): { readonly to: string; readonly status: number } | undefined;
}

/**
 * Parses the text of netlify.toml and returns its header and redirect rules.
 * @throws Error if the text is not TOML, or has invalid rules
 */
export function readRules(toml: string): z.infer<typeof rulesSchema> {
  return rulesSchema.parse(parse(toml));
}

/**
 * Reads the rules that apply to each path. Header rules match as in Netlify's own parser. For example, the parser lets the dot
 * in `/*.md` match any character.
 * @param file netlify.toml
 * @throws Error if the file cannot be read, is not TOML, or has invalid rules
 */
export async function siteRules(file: URL): Promise<SiteRules> {
  const { redirects } = readRules(await readFile(file, 'utf8'));
  const { headers, errors } = await parseAllHeaders({
    netlifyConfigPath: fileURLToPath(file),
    headersFiles: [],
    configHeaders: [],
    minimal: false,
  });
  if (errors.length > 0) throw new AggregateError(errors, 'Header rules that Netlify does not read');
  // A rule with another status only limits the rate of requests to its path.
  const moved = redirects
    .filter(({ status }) => status === 301)
    .map(({ from, to, status }) => ({ pattern: patternOf(from), to, status }));
  return {
    headersAt(path) {
      const matching = headers.filter((rule) => 'forRegExp' in rule && rule.forRegExp.test(path));
      return new Map(
        matching.flatMap(({ values }) =>
          Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]),
        ),
      );
    },
    redirectAt: (path) => moved.find(({ pattern }) => pattern.test(path)),
  };
}

/** Returns a pattern for the path of a rule, in which `:name` matches one segment and `*` matches anything. */
export function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/:[A-Za-z_]\w*/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

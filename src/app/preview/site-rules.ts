/** The rules of netlify.toml for paths, as Netlify reads them. */
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
  /** The header fields that the rules give the files at a path; of two rules for one field the later one counts. */
  headersAt(path: string): ReadonlyMap<string, string>;
  /** Where a path leads to, and with which status; `undefined` where it leads nowhere else. */
  redirectAt(path: string): { readonly to: string; readonly status: number } | undefined;
}

/**
 * The rules as they are written.
 *
 * @throws Error for text that is not TOML, or whose rules are not rules
 */
export function readRules(toml: string): z.infer<typeof rulesSchema> {
  return rulesSchema.parse(parse(toml));
}

/**
 * The rules of a file, to be looked up by path. Header rules match as Netlify's own parser has them, which takes the dot
 * of a rule such as `/*.md` for any character.
 *
 * @param file netlify.toml
 * @throws Error for a file that cannot be read, text that is not TOML, or rules that are none
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
  // A rule with another status leads a path to itself, to have a limit.
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

/** `:name` stands for one segment, `*` for anything. */
export function patternOf(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(/:[A-Za-z_]\w*/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

/**
 * The files that hosts read, as far as guides use them. The shapes are written from the hosts' documentation:
 * vercel.com/docs/project-configuration, developers.cloudflare.com/workers/wrangler/configuration and
 * docs.netlify.com/build/configure-builds/file-based-configuration. A key that is not here is a misspelt one, or new to the guides.
 */
import * as z from 'zod';

const path = z.string().regex(/^(\/|\^|\(|https?:\/\/)/);
const status = z.number().int().min(100).max(599);

const condition = z.union([
  z.strictObject({ type: z.literal('host'), value: z.string() }),
  z.strictObject({
    type: z.enum(['header', 'cookie', 'query']),
    key: z.string(),
    value: z.string().optional(),
  }),
]);
const when = { has: z.array(condition).optional(), missing: z.array(condition).optional() };

const VERCEL = z.strictObject({
  $schema: z.literal('https://openapi.vercel.sh/vercel.json').optional(),
  headers: z
    .array(
      z.strictObject({
        source: path,
        headers: z.array(z.strictObject({ key: z.string(), value: z.string() })).min(1),
        ...when,
      }),
    )
    .optional(),
  redirects: z
    .array(
      z.strictObject({
        source: path,
        destination: path,
        permanent: z.boolean().optional(),
        statusCode: status.optional(),
        ...when,
      }),
    )
    .optional(),
  rewrites: z.array(z.strictObject({ source: path, destination: path, ...when })).optional(),
  cleanUrls: z.boolean().optional(),
  trailingSlash: z.boolean().optional(),
  buildCommand: z.string().optional(),
  outputDirectory: z.string().optional(),
  framework: z.string().optional(),
});

const WRANGLER = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^[a-z0-9-]+$/),
  main: z.string().optional(),
  compatibility_date: z.iso.date(),
  compatibility_flags: z.array(z.string()).optional(),
  assets: z
    .strictObject({
      directory: z.string().optional(),
      binding: z.string().optional(),
      html_handling: z
        .enum(['auto-trailing-slash', 'force-trailing-slash', 'drop-trailing-slash', 'none'])
        .optional(),
      not_found_handling: z.enum(['none', '404-page', 'single-page-application']).optional(),
      run_worker_first: z.union([z.boolean(), z.array(z.string().regex(/^!?\//))]).optional(),
    })
    .optional(),
  ratelimits: z
    .array(
      z.strictObject({
        name: z.string(),
        namespace_id: z.string(),
        simple: z.strictObject({ limit: z.number().int(), period: z.union([z.literal(10), z.literal(60)]) }),
      }),
    )
    .optional(),
  vars: z.record(z.string(), z.unknown()).optional(),
});

const NETLIFY = z.strictObject({
  build: z
    .strictObject({
      command: z.string().optional(),
      publish: z.string().optional(),
      functions: z.string().optional(),
      edge_functions: z.string().optional(),
    })
    .optional(),
  headers: z
    .array(
      z.strictObject({
        for: z.string().startsWith('/'),
        values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      }),
    )
    .optional(),
  redirects: z
    .array(
      z.strictObject({
        from: path,
        to: path.optional(),
        status: status.optional(),
        force: z.boolean().optional(),
        conditions: z.record(z.string(), z.array(z.string())).optional(),
        headers: z.record(z.string(), z.string()).optional(),
        query: z.record(z.string(), z.string()).optional(),
      }),
    )
    .optional(),
  edge_functions: z
    .array(
      z.strictObject({
        function: z.string(),
        path: z.union([path, z.array(path)]).optional(),
        excludedPath: z.union([path, z.array(path)]).optional(),
        header: z.record(z.string(), z.union([z.string(), z.boolean()])).optional(),
        cache: z.literal('manual').optional(),
      }),
    )
    .optional(),
});

const DOCUMENTS = new Map<string, z.ZodType>([
  ['vercel.json', VERCEL],
  ['wrangler.json', WRANGLER],
  ['wrangler.jsonc', WRANGLER],
  ['wrangler.toml', WRANGLER],
  ['netlify.toml', NETLIFY],
]);

/** What is wrong with the data of a host's file; nothing where it is right, or the file is not a host's. */
export function faultOfDocument(file: string, data: unknown): string | undefined {
  const checked = DOCUMENTS.get(file.split('/').at(-1) ?? '')?.safeParse(data);
  return checked?.error && z.prettifyError(checked.error);
}

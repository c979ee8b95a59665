/**
 * Tests how the platform reads the function's configuration without running it. This file is not in the function's folder,
 * because every file there is deployed as a function.
 */
import { execFile } from 'node:child_process';
import { cp, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { config } from '../../functions/service.ts';
import { builtSite } from '../site/testing/build.ts';
import { nightlyFile } from '../testing/nightly/packages.ts';
import { scratchFolder } from '../testing/shared.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

const manifestSchema = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      bundler: z.string(),
      routes: z.array(z.object({ pattern: z.string(), prefer_static: z.boolean().optional() })),
      trafficRules: z.object({
        action: z.object({
          type: z.string(),
          config: z.object({
            rateLimitConfig: z.object({ algorithm: z.string(), windowSize: z.int(), windowLimit: z.int() }),
            aggregate: z.object({ keys: z.array(z.object({ type: z.string() })) }),
          }),
        }),
      }),
    }),
  ),
});

const edgeManifestSchema = z.object({
  bundles: z.array(z.object({ asset: z.string() })),
  routes: z.array(
    z.object({
      function: z.string(),
      pattern: z.string(),
      excluded_patterns: z.array(z.string()),
      headers: z.record(z.string(), z.unknown()),
    }),
  ),
});

const declaredSchema = z.object({
  edge_functions: z.array(
    z.object({
      pattern: z.string(),
      excludedPattern: z.array(z.string()),
      header: z.record(z.string(), z.union([z.boolean(), z.string()])),
    }),
  ),
});

const anchored = (pattern: string) => `^${pattern}$`;

/** Returns the bundler's matcher for a condition on a header. */
function matcherOf(wanted: boolean | string) {
  if (typeof wanted === 'boolean') return { matcher: wanted ? 'exists' : 'missing' };
  return { matcher: 'regex', pattern: wanted.replaceAll('/', String.raw`\/`) };
}

const folder = scratchFolder('agent-readiness-netlify');

test('netlify build finds the functions, their routes and their rate limit', {
  timeout: 300_000,
}, async () => {
  for (const path of ['functions', 'netlify.toml', 'package.json', 'scripts', 'src']) {
    await cp(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.includes(`${path}/testing/`),
    });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  // The site is built already, so this builds only the functions.
  const site = await builtSite();
  await cp(site, join(folder, 'dist/site'), { recursive: true });
  await cp(join(site, '../service'), join(folder, 'dist/service'), { recursive: true });
  const toml = await readFile(join(folder, 'netlify.toml'), 'utf8');
  await writeFile(
    join(folder, 'netlify.toml'),
    toml.replace('command = "npm run build"', 'command = "node scripts/build-function.ts"'),
  );
  await run(process.execPath, [join(ROOT, 'node_modules/netlify-cli/bin/run.js'), 'build', '--offline'], {
    cwd: folder,
    env: {
      ...process.env,
      CI: '1',
      // Deno packs the edge function. Without this path, the bundler would download Deno.
      PATH: [join(ROOT, 'node_modules/.bin'), dirname(nightlyFile('deno/deno')), process.env.PATH].join(
        delimiter,
      ),
    },
  });
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(join(folder, '.netlify/functions/manifest.json'), 'utf8')),
  );
  expect(manifest.functions.map(({ name }) => name)).toEqual(['service']);
  const [service] = manifest.functions;
  expect(service?.routes.map(({ pattern }) => pattern)).toEqual(config.path);
  expect(service?.routes.every((route) => route.prefer_static === true)).toBe(true);
  expect(service?.trafficRules.action).toEqual({
    type: 'rate_limit',
    config: {
      rateLimitConfig: {
        algorithm: 'sliding_window',
        windowSize: 60,
        windowLimit: 300,
      },
      aggregate: { keys: [{ type: 'ip' }, { type: 'domain' }] },
    },
  });
  // The file's own configuration is tested in Deno (`app/edge.nightly.test.ts`), because the bundler would download types for
  // it.
  const edge = edgeManifestSchema.parse(
    JSON.parse(await readFile(join(folder, '.netlify/edge-functions-dist/manifest.json'), 'utf8')),
  );
  const declared = declaredSchema.parse(parse(toml)).edge_functions;
  expect(edge.routes).toEqual(
    declared.map(({ pattern, excludedPattern, header }) => ({
      function: 'markdown',
      pattern: anchored(pattern),
      excluded_patterns: excludedPattern.map(anchored),
      headers: Object.fromEntries(Object.entries(header).map(([name, wanted]) => [name, matcherOf(wanted)])),
    })),
  );
  const [bundle] = edge.bundles;
  const { size } = await stat(join(folder, '.netlify/edge-functions-dist', bundle?.asset ?? ''));
  expect(size).toBeGreaterThan(5_000);
});

/**
 * Tests the edge function's source, and the paths it is declared for in netlify.toml. The deployed file is tested in Deno
 * (`edge.nightly.test.ts`).
 */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import edge, { config } from '../../functions/edge/markdown.ts';
import { BROWSER, type Edge, edgeSpec } from './testing/edge-spec.ts';

const SITE = 'https://catalog.example';

edgeSpec(async (behind): Promise<Edge> => {
  const chain = {
    next: (request: Request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(behind + pathname + search, request), { redirect: 'manual' });
    },
  };
  return {
    origin: SITE,
    answer: async (path, init) => edge(new Request(SITE + path, init), chain),
    async [Symbol.asyncDispose]() {},
  };
});

describe('netlify.toml', () => {
  const declared = z
    .object({
      edge_functions: z.array(
        z.object({
          function: z.literal('markdown'),
          pattern: z.string(),
          excludedPattern: z.array(z.string()),
          header: z.record(z.string(), z.union([z.boolean(), z.string()])),
        }),
      ),
    })
    .parse(parse(readFileSync(new URL('../../netlify.toml', import.meta.url), 'utf8'))).edge_functions;

  /** Counts the declarations that match, as Netlify does: path patterns cover the whole path, header patterns need not. */
  const runs = (path: string, headers: Readonly<Record<string, string>>) =>
    declared.filter(
      ({ pattern, excludedPattern, header }) =>
        new RegExp(`^${pattern}$`).test(path) &&
        !excludedPattern.some((excluded) => new RegExp(`^${excluded}$`).test(path)) &&
        Object.entries(header).every(([name, wanted]) => {
          const value = headers[name];
          return typeof wanted === 'boolean'
            ? wanted === (value !== undefined)
            : value !== undefined && new RegExp(wanted).test(value);
        }),
    ).length;

  it.each([
    '/',
    '/score/a.example',
    '/score/a.example/live',
    '/fix/llms-txt',
    '/nosuch',
    '/nosuch.md',
    '/.well-known/nosuch',
    '/mcp/nosuch',
  ])('runs the edge function once for %s', (path) => {
    expect(runs(path, { accept: '*/*' })).toBe(1);
    expect(runs(path, { accept: 'application/json', 'sec-fetch-dest': 'empty' })).toBe(1);
    expect(runs(path, { accept: 'text/markdown' })).toBe(1);
    expect(runs(path, { ...BROWSER, 'sec-fetch-dest': 'document' })).toBe(0);
    expect(runs(path, { accept: 'text/markdown', 'sec-fetch-dest': 'empty' })).toBe(1);
  });

  it.each([
    '/score/a.example/md',
    '/score/a.example/live/json',
    '/score/a.example/badge.svg',
    '/_astro/page.B1.css',
    '/mcp',
    '/robots.txt',
    '/catalog.json',
    '/cli.tgz',
    '/cli-0.1.0.tgz',
  ])('does not run the edge function for %s', (path) => {
    expect(runs(path, { accept: 'text/markdown' })).toBe(0);
  });

  it('has no lookaround in its patterns, because Netlify would refuse them', () => {
    for (const { pattern, excludedPattern } of declared) {
      for (const one of [pattern, ...excludedPattern]) expect(one).not.toMatch(/\(\?(?!:)/);
    }
    // Every declaration excludes the same paths.
    expect(new Set(declared.map(({ excludedPattern }) => excludedPattern.join())).size).toBe(1);
    expect(config).toMatchObject({ method: ['GET', 'HEAD'], onError: 'bypass' });
  });
});

/** Compares how Netlify's own code and the preview match the rules of netlify.toml against the built site. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RedirectsHandler } from '@netlify/redirects';
import { parse } from 'smol-toml';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { config } from '../../../functions/service.ts';
import { SECURITY_HEADERS } from '../../service/security-headers.ts';
import { builtSite } from '../../site/testing/build.ts';
import { serveBuilt } from '../../site/testing/serve.ts';
import { patternOf, readRules, siteRules } from './site-rules.ts';

const TOML = new URL('../../../netlify.toml', import.meta.url);
/** The folder has no `_headers` or `_redirects` file: all rules are in netlify.toml. */
const NO_FILES = join(import.meta.dirname, 'no-such-folder');
const RESOURCES = 'Cross-Origin-Resource-Policy';

const toml = await readFile(TOML, 'utf8');
const { headers, redirects } = readRules(toml);
const rules = await siteRules(TOML);
const netlify = new RedirectsHandler({
  configPath: fileURLToPath(TOML),
  configRedirects: [],
  projectDir: NO_FILES,
  publicDir: NO_FILES,
  jwtRoleClaim: '',
  jwtSecret: '',
});
const match = (path: string) => netlify.match(new Request(`https://catalog.example${path}`));

let folder: string;
/** The URL paths of all files; those of pages without their extension. */
let paths: string[];
beforeAll(async () => {
  folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
    .map((path) => path.replace(/(?:index)?\.html$/, ''));
});

/** Files that exist only if the catalog is too long for one page. */
const LONG = ['/catalog/:file', '/score/page/:page'];
const isThere = (path: string) => LONG.includes(path) || paths.some((one) => patternOf(path).test(one));

it('Netlify and the preview resolve every file to the same URL', async () => {
  expect(paths.length).toBeGreaterThan(200);
  for (const path of [...paths, ...redirects.map(({ from }) => from), '/nosuch/deep.json']) {
    const found = await match(path);
    const to = found?.redirect === true ? found.targetRelative : undefined;
    expect(to, path).toBe(rules.redirectAt(path)?.to);
  }
});

it('redirects paths without a file to paths with one, and keeps rate-limited paths', async () => {
  expect(new Set(redirects.map(({ status }) => status))).toEqual(new Set([200, 301]));
  for (const { from, to, status } of redirects) {
    expect([from, isThere(to)]).toEqual([from, true]);
    if (status === 200) expect(from).toBe(to);
    else expect([from, isThere(from)]).toEqual([from, false]);
    if (from.includes(':')) continue;
    const found = await match(from);
    expect(found).toMatchObject({ statusCode: status, targetRelative: to, external: false });
  }
});

it('has header rules only for files that exist', () => {
  expect(headers.length).toBeGreaterThan(40);
  expect(headers.map((rule) => rule.for).filter((path) => !isThere(path))).toEqual([]);
});

it('excludes only paths of files and of the function from the edge function', () => {
  const [excluded = []] = z
    .object({ edge_functions: z.array(z.object({ excludedPattern: z.array(z.string()) })) })
    .parse(parse(toml))
    .edge_functions.map(({ excludedPattern }) => excludedPattern);
  const alternatives = excluded.flatMap((pattern) => {
    const [, before = pattern, names = '', after = ''] = /^([^(]*)\(\?:([^)]*)\)(.*)$/.exec(pattern) ?? [];
    return names.split('|').map((name) => (before + name + after).replaceAll('\\', ''));
  });
  const named = alternatives.filter((path) => !/[[*]/.test(path));
  expect(named.length).toBeGreaterThan(15);
  const own: readonly string[] = [config.path ?? []].flat();
  expect(named.filter((path) => !isThere(path) && !own.includes(path))).toEqual([]);
});

it('gives every file the security headers, and lets other origins read only public files', () => {
  const open = paths.filter((path) => rules.headersAt(path).has('access-control-allow-origin'));
  expect(open).toContain('/catalog.json');
  expect(open.some((path) => path.endsWith('/badge.svg'))).toBe(true);
  for (const path of paths) {
    const given = rules.headersAt(path);
    const policy = open.includes(path) ? 'cross-origin' : 'same-origin';
    const expected = { ...SECURITY_HEADERS, [RESOURCES]: policy };
    for (const [name, value] of Object.entries(expected))
      expect([path, name, given.get(name.toLowerCase())]).toEqual([path, name, value]);
  }
});

it('sends the security headers in the preview too, even for a missing file', async () => {
  await using server = await serveBuilt(folder);
  const { 'Strict-Transport-Security': _, ...expected } = SECURITY_HEADERS;
  for (const path of ['/', '/score/docs.demo/json', '/nosuch']) {
    const response = await fetch(server.url + path);
    const given = Object.keys(expected).map((name) => [name, response.headers.get(name)]);
    expect([path, Object.fromEntries(given)]).toEqual([path, expected]);
    expect(response.headers.has('Strict-Transport-Security')).toBe(false);
  }
});

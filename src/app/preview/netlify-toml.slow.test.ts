/** The rules of netlify.toml against the site that is built: a rule for what is there no more would stay unnoticed. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parse } from 'smol-toml';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { config } from '../../../functions/service.ts';
import { builtSite } from '../../site/testing/build.ts';
import { patternOf, readRules } from './site-rules.ts';

const toml = await readFile(new URL('../../../netlify.toml', import.meta.url), 'utf8');
const { headers, redirects } = readRules(toml);
const excludedPatterns = z
  .object({ edge_functions: z.array(z.object({ excludedPattern: z.array(z.string()) })) })
  .parse(parse(toml))
  .edge_functions.map(({ excludedPattern }) => excludedPattern);
/** Where the function answers. */
const FUNCTION: readonly string[] = [config.path ?? []].flat();
const moved = redirects.filter(({ status }) => status === 301);
const limited = redirects.filter(({ status }) => status === 200);

/** The addresses of all files, those of pages without their ending. */
let addresses: string[];
beforeAll(async () => {
  const folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  addresses = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).replaceAll(sep, '/')}`)
    .map((path) => path.replace(/(?:index)?\.html$/, ''));
});

/** Files of a catalog that is too long for one. */
const LONG = ['/catalog/:file', '/score/page/:page'];
const isThere = (path: string) =>
  LONG.includes(path) || addresses.some((address) => patternOf(path).test(address));

it('has rules of each kind', () => {
  expect(headers.length).toBeGreaterThan(40);
  expect(moved.length).toBeGreaterThan(4);
  expect(limited.length).toBeGreaterThan(7);
});

it('leaves out of the edge function only what a file or the function answers', () => {
  const [excluded = []] = excludedPatterns;
  const alternatives = excluded.flatMap((pattern) => {
    const [, before = pattern, names = '', after = ''] = /^([^(]*)\(\?:([^)]*)\)(.*)$/.exec(pattern) ?? [];
    return names.split('|').map((name) => (before + name + after).replaceAll('\\', ''));
  });
  const named = alternatives.filter((path) => !/[[*]/.test(path));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !isThere(path) && !FUNCTION.includes(path))).toEqual([]);
});

it.each(headers.map((rule) => rule.for))('the header fields for %s are those of a file', (path) => {
  expect(isThere(path)).toBe(true);
});

describe.each(redirects)('$from leads to $to ($status)', ({ from, to, status }) => {
  it('where there is a file', () => {
    expect(isThere(to)).toBe(true);
  });

  it(status === 200 ? 'which is itself, and has a limit' : 'and is none', () => {
    if (status === 200) expect(from).toBe(to);
    else expect(isThere(from)).toBe(false);
  });
});

/** What every file and every page of the site says beside its content, by the rules of netlify.toml and by the code. */
import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerPage } from '../app/answer-page.ts';
import { type SiteRules, siteRules } from '../app/preview/site-rules.ts';
import { builtSite } from '../site/testing/build.ts';
import { serveBuilt } from '../site/testing/serve.ts';
import { SECURITY_HEADERS, secure } from './security-headers.ts';

const NAMES = Object.keys(SECURITY_HEADERS);
const RESOURCES = 'cross-origin-resource-policy';
const TOML = new URL('../../netlify.toml', import.meta.url);

let folder: string;
let rules: SiteRules;
/** The addresses of all files. */
let paths: string[];

beforeAll(async () => {
  rules = await siteRules(TOML);
  folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      `/${relative(folder, `${parentPath}/${name}`)}`.replace(/(?:index)?\.html$/, ''),
    );
});

const fieldsOf = (headers: Headers) =>
  Object.fromEntries(NAMES.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])));

describe('files', () => {
  it('have every field, by the rule for all of them', () => {
    expect(paths.length).toBeGreaterThan(200);
    for (const path of paths) {
      const given = rules.headersAt(path);
      for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
        if (name.toLowerCase() !== RESOURCES)
          expect([path, name, given.get(name.toLowerCase())]).toEqual([path, name, value]);
      }
    }
  });

  it('are for others exactly where others may read them', () => {
    const open = paths.filter((path) => rules.headersAt(path).has('access-control-allow-origin'));
    expect(open).toContain('/catalog.json');
    expect(open.some((path) => path.endsWith('/badge.svg'))).toBe(true);
    for (const path of paths) {
      const policy = open.includes(path) ? 'cross-origin' : 'same-origin';
      expect([path, rules.headersAt(path).get(RESOURCES)]).toEqual([path, policy]);
    }
  });

  it('are served with them, also what is not there', async () => {
    await using server = await serveBuilt(folder);
    for (const path of ['/', '/score', '/score/docs.demo/json', '/nosuch', '/llms.txt']) {
      const { headers } = await fetch(server.url + path);
      const { 'Strict-Transport-Security': _, ...rest } = SECURITY_HEADERS;
      expect([path, fieldsOf(headers)]).toEqual([path, rest]);
    }
  });
});

describe('what a function answers', () => {
  it('has every field', () => {
    const headers = new Headers();
    secure(headers, 'https://catalog.example/score');
    expect(fieldsOf(headers)).toEqual(SECURITY_HEADERS);
    const open = new Headers({ 'Cross-Origin-Resource-Policy': 'cross-origin' });
    secure(open, 'https://catalog.example/score');
    expect(fieldsOf(open)).toEqual({ ...SECURITY_HEADERS, 'Cross-Origin-Resource-Policy': 'cross-origin' });
  });

  it('asks for TLS over TLS only, where browsers heed it', () => {
    const headers = new Headers();
    secure(headers, 'http://localhost:8888/score');
    expect(headers.has('Strict-Transport-Security')).toBe(false);
    expect(headers.has('Content-Security-Policy')).toBe(true);
  });

  it.each([
    ['text/html', 200],
    ['text/markdown', 200],
    ['text/html', 404],
    ['application/json', 404],
    ['text/markdown', 304],
  ])('has them before the pages too: %s, %i', async (accept, status) => {
    const request = new Request('https://catalog.example/score', { headers: { accept } });
    const body = status === 304 ? null : 'content';
    const answer = await answerPage(request, { next: async () => new Response(body, { status }) });
    expect([answer?.status, fieldsOf(answer?.headers ?? new Headers())]).toEqual([status, SECURITY_HEADERS]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CheckId } from '../definitions/index.ts';
import { FIX_CHANGES } from './fix-changes.ts';
import type { FixSite } from './fix-site.ts';
import { snippetsOf } from './fix-snippets.ts';
import { FIX_HEADING, sectionOf } from './guide-text.ts';
import { PLATFORMS, platformAsked } from './platforms.ts';

/** The real guides. */
const guideOf = (id: CheckId) =>
  sectionOf(readFileSync(new URL(`../../content/checks/${id}.mdx`, import.meta.url), 'utf8'), FIX_HEADING);
const site: FixSite = {
  origin: 'https://shop.test',
  host: 'shop.test',
  sitemap: 'https://shop.test/sitemap.xml',
  openapi: undefined,
  mcp: undefined,
  markdown: false,
  api: undefined,
};
const made = (failed: readonly CheckId[], names: readonly string[], more: Partial<FixSite> = {}) => {
  const change = FIX_CHANGES.find(({ checks }) => failed.every((id) => checks.includes(id)));
  if (change === undefined) throw new Error('of several changes');
  return snippetsOf(change, failed, {
    guideOf,
    platforms: names.flatMap((name) => platformAsked(name) ?? []),
    site: { ...site, ...more },
  });
};
const change = (id: string) => FIX_CHANGES.find((one) => one.id === id)?.checks ?? [];

describe('robots.txt', () => {
  const all = ['robots', 'robots-ai-rules', 'content-signals'] as const;

  it('is one document with groups, signals and the sitemap, and no path of the example', () => {
    const { document } = made(all, []);
    expect(document).toMatchObject({ path: 'robots.txt', part: false });
    const groups = document?.text.split('\n\n') ?? [];
    expect(groups.at(-2)).toBe(
      'User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /',
    );
    expect(groups.at(-1)).toBe('Sitemap: https://shop.test/sitemap.xml\n');
    expect(groups[0]).toMatch(/^User-agent: ChatGPT-User\n[\s\S]*\nContent-Signal: .*\nAllow: \/$/);
    expect(document?.text).not.toMatch(/account|articles|example/);
  });

  it('says from the start what applies once it is there', () => {
    expect(made(['robots'], []).document?.text).toBe(made(all, []).document?.text);
  });

  it('names no sitemap where there is none', () => {
    expect(made(all, [], { sitemap: undefined }).document?.text).not.toContain('Sitemap');
  });

  it('is only what the one that is there lacks', () => {
    const { document } = made(['content-signals'], ['nginx']);
    expect(document).toMatchObject({ part: true });
    expect(document?.text).not.toContain('Sitemap');
  });

  it.each([
    ['express', "sendFile('robots.txt'"],
    ['django', 'template_name="robots.txt"'],
  ])('is a file that %s serves', (platform, served) => {
    const { text } = made(all, [platform]);
    expect(text.split(served)).toHaveLength(2);
    expect(text).not.toContain('Sitemap: ');
  });

  it('is saved as a file where a framework would generate another', () => {
    const { text } = made(['robots'], ['nextjs', 'astro']);
    expect(text).toContain('| Astro, Next.js, Nuxt, Rails, Laravel, Vite | `public/` |');
    expect(text).not.toContain('MetadataRoute');
  });
});

describe('llms.txt', () => {
  it('is one document, of what the site has', () => {
    const { document, guides } = made(['llms-txt'], [], { mcp: 'https://shop.test/mcp', markdown: true });
    expect(document?.text).toMatch(/^# shop\.test\n\n> .*\n\n## When to use\n/);
    expect(document?.text).toContain('- MCP: https://shop.test/mcp\n- Pages: ask');
    expect(document?.text).not.toContain('HTTP API');
    expect(guides).toEqual(['llms-txt']);
  });

  it('is the sections that are missing, and no second generator', () => {
    const { document, text } = made(['llms-txt-when-to-use', 'llms-txt-links'], ['nextjs']);
    expect(document).toMatchObject({ part: true });
    expect(document?.text).toMatch(/^## When to use\n/);
    expect(text).not.toContain('app/llms.txt/route.ts');
    expect(text).toContain('redirects');
    expect(made(['llms-txt-links'], []).document).toBeUndefined();
  });
});

describe('the home page as Markdown', () => {
  it.each([
    ['express', 'index.md'],
    ['nginx', 'index.md'],
    ['wordpress,nginx', undefined],
    ['nextjs', 'index.md'],
    ['vitepress', undefined],
  ])('on %s: %s', (platform, path) =>
    expect(made(['accept-markdown'], platform.split(',')).document?.path).toBe(path),
  );

  it('is not written where what negotiates it is there', () =>
    expect(made(['markdown-vary'], ['express']).document).toBeUndefined());
});

describe('one guide stands for others', () => {
  it.each([
    ['all of MCP by the SDK', change('mcp-server'), ['express', 'mcp-ts-v2'], ['mcp-server-discover']],
    ['all of MCP, whatever is in front of it', change('mcp-server'), ['nginx'], ['mcp-server-discover']],
    ['not where its own check passes', ['mcp-unknown-tool'], ['mcp-ts-v2'], ['mcp-unknown-tool']],
    ['Vary by what negotiates', ['accept-markdown', 'markdown-vary'], ['nginx'], ['accept-markdown']],
    [
      'not where it has no part, and they have',
      ['accept-markdown', 'markdown-agent-ua'],
      ['fastify'],
      ['accept-markdown', 'markdown-agent-ua'],
    ],
  ] as const)('%s', (_, failed, platforms, guides) => {
    expect(made(failed, platforms).guides).toEqual(guides);
  });

  it('by the part for the old SDK, which moves to the new, and nothing by hand', () => {
    const { text, platforms, installs } = made(change('mcp-server'), ['express', 'mcp-ts-v1']);
    expect(platforms.map(({ id }) => id)).toEqual(['mcp-ts-v1']);
    expect(text).toContain('createMcpHandler');
    expect(text).not.toContain('@modelcontextprotocol/sdk');
    expect(installs.npm).toEqual(['@modelcontextprotocol/node', '@modelcontextprotocol/server', 'zod']);
    // What version 1 can mend stays there.
    expect(made(['mcp-unknown-tool'], ['mcp-ts-v1']).platforms.map(({ id }) => id)).toEqual(['mcp-ts-v1']);
  });
});

describe('for a site', () => {
  it.each(FIX_CHANGES)('$id has its own addresses, on every platform', ({ checks }) => {
    const { text, document } = made(
      checks,
      PLATFORMS.map(({ id }) => id),
    );
    expect(`${text}${document?.text}`).not.toMatch(/https:\/\/example\.com|server_name example/);
  });

  it('says nothing of the example as if it were of the site', () => {
    for (const id of ['root-meta-description', 'well-known-mcp-card', 'llms-txt-format'] as const) {
      const names = PLATFORMS.map((one) => one.id);
      expect(made([id], names).text).not.toMatch(
        /hosted queue|documentation of Example|Example documentation/,
      );
    }
    expect(made(['well-known-mcp-card'], ['express']).text).toContain(
      '"(In one sentence: what the server does.)"',
    );
  });

  it.each(['express', 'fastify', 'hono', 'fastapi', 'django', 'nginx'])(
    'has its own API on %s',
    (platform) => {
      const { text } = made(['rate-limit-headers'], [platform], { api: '/v2' });
      expect(text).toContain('/v2');
      expect(text).not.toMatch(/\/api\b/);
      expect(made(['rate-limit-headers'], [platform]).text).toContain('/api');
    },
  );

  it('leads on only to what is there', () => {
    const missing = { sitemap: undefined };
    const links = ['link-headers'] as const;
    expect(made(links, ['nginx', 'vercel', 'fastapi', 'express'], missing).text).not.toContain(
      'openapi.json',
    );
    expect(made(links, ['nginx'], { openapi: 'https://shop.test/openapi.json' }).text).toContain(
      'openapi.json',
    );
    const { text } = made(['agent-friendly-404-md'], ['express', 'django', 'nginx'], missing);
    expect(text).not.toMatch(/sitemap|\/docs/);
    expect(text).toContain("const unknownPage = '# Not found\\n\\n- [llms.txt](/llms.txt)\\n';");
    expect(made(['noscript-fallback'], ['docusaurus'], missing).text).not.toContain('sitemap');
  });

  it.each([
    ['json-errors', 'express', [], []],
    ['rate-limit-headers', 'express', ['express-rate-limit'], []],
    ['rate-limit-headers', 'fastapi', [], []],
    ['mcp-server-discover', 'mcp-python', [], ['mcp']],
    ['accept-markdown', 'sveltekit', [], []],
    ['sitemap', 'astro', ['@astrojs/sitemap'], []],
    ['robots', 'hono', ['@hono/node-server'], []],
  ] as const)('%s on %s needs %j and %j', (id, platform, npm, pip) => {
    expect(made([id], [platform]).installs).toEqual({ npm, pip });
  });
});

describe('in the folder of a project', () => {
  const change = FIX_CHANGES.find(({ id }) => id === 'unknown-pages');
  const of = (failed: readonly CheckId[], name: string) =>
    snippetsOf(change as NonNullable<typeof change>, failed, {
      guideOf,
      platforms: [platformAsked(name) ?? []].flat(),
      site,
      project: { publicFolder: 'public', renamed: [['app/', 'src/app/']] },
    });

  it('paths are the project’s', () => {
    const { text, stacks } = of(['agent-friendly-404-md'], 'nextjs');
    expect(text).toContain('// src/app/not-found.md/route.ts');
    expect(text).not.toMatch(/(?<!src\/)app\//);
    expect(stacks[0]?.files).toContain('src/app/not-found.md/route.ts');
  });

  it('what applies once a check passes is written at the same time', () => {
    expect(of(['agent-friendly-404'], 'nuxt').text).toContain('// server/plugins/not-found.ts');
  });
});

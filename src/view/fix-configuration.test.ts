import { describe, expect, it } from 'vitest';
import { configurationPlan } from '../testing/snippets/server-plans.ts';
import { type Block, blocksIn } from './merge-blocks.ts';

/** What stands in a place of a server's configuration once all guides are worked through. */
const all = (platform: string, place: string) =>
  configurationPlan([platform]).configuration.find((one) => one.place === place)?.text ?? '';
/** What may be there once: a location, a variable, a matcher, a directive with one value. */
const NAMES: Readonly<Record<string, RegExp>> = {
  nginx:
    /^(?:location .*?(?= \{)|map .*(\$\w+) \{$|(?:try_files|root|charset|default_type|proxy_pass|limit_req_status|return)\b)/,
  caddy: /^(?:@\w+|handle(?:_errors| \S+)?(?= )|route\b|root\b|file_server\b|reverse_proxy\b|try_files\b)/,
  apache: /^(?:<.*>|RewriteEngine\b|ErrorDocument \d+|ProxyPass\S* \S+|Alias \S+)/,
};

function twice(platform: string, blocks: readonly Block[]): string[] {
  const names = blocks.flatMap(({ head }) => {
    const found = NAMES[platform]?.exec(head);
    return found === null || found === undefined ? [] : [found[1] ?? found[0]];
  });
  return [
    ...names.filter((name, i) => names.indexOf(name) !== i),
    ...blocks.flatMap(({ body }) => twice(platform, body)),
  ];
}

describe('the configuration of all guides', () => {
  it.each([
    ['nginx', 'http { … }'],
    ['nginx', 'server { … }'],
    ['caddy', 'Caddyfile'],
    ['apache', '.htaccess'],
    ['apache', '<VirtualHost>'],
  ])('has nothing twice for %s in %s', (platform, place) => {
    expect(all(platform, place)).not.toBe('');
    expect(twice(platform, blocksIn(all(platform, place)))).toEqual([]);
  });

  it('is all that the guides have for a server', () => {
    for (const platform of ['nginx', 'caddy', 'apache']) {
      const { fixes } = configurationPlan([platform]);
      expect(fixes.map(({ snippet }) => snippet).join('\n')).not.toMatch(/```(?:nginx|caddyfile|apacheconf)/);
      expect(fixes.filter(({ configured }) => configured.length > 0).length).toBeGreaterThan(20);
    }
  });

  it('keeps what is negotiated in one location, and its header off assets', () => {
    const server = all('nginx', 'server { … }');
    expect(server.match(/^ {4}try_files \$page\$twin .*=404;$/gm)).toHaveLength(1);
    expect(server).toMatch(/^add_header Vary \$vary always;$/m);
    expect(server).not.toMatch(/add_header Vary "/);
  });
});

it('is one file for a generator, of all guides', () => {
  const config = all('vitepress', 'docs/.vitepress/config.mts');
  for (const once of [
    "from 'vitepress'",
    "from 'node:fs/promises'",
    'defineConfig({',
    'buildEnd(',
    'await cp(',
  ])
    expect(config.split(once)).toHaveLength(2);
  // What copies a page comes before what adds to it.
  expect(config).toMatch(/await cp\([\s\S]*readFile\(`\$\{outDir\}/);
  const toml = all('hugo', 'hugo.toml');
  expect(toml.match(/^\[outputs\]$/gm)).toHaveLength(1);
  expect(toml).toContain('home = ["html", "markdown", "llmsfull", "llms"]');
});

describe('a plan', () => {
  const plan = (...names: string[]) =>
    configurationPlan(names, (id) => id === 'accept-markdown' || id === 'sitemap');

  it('has no configuration where no server is named, and leaves the rest of the part', () => {
    expect(plan('wordpress').configuration).toEqual([]);
    expect(plan('vitepress').configuration).toMatchObject([{ place: 'docs/.vitepress/config.mts' }]);
    expect(plan('vitepress', 'nginx').fixes[1]).toMatchObject({
      configured: [{ id: 'vitepress' }, { id: 'nginx' }],
      snippet: expect.stringContaining('### VitePress'),
    });
    expect(plan('vitepress', 'nginx').fixes[1]?.snippet).not.toContain('### nginx');
  });

  it('says what to heed', () => {
    expect(plan('nginx').configuration.map(({ place }) => place)).toEqual(['http { … }', 'server { … }']);
    expect(plan('nginx').configuration[1]?.note).toMatch(/inherits none[\s\S]*`\/var\/www\/example` is/);
    expect(plan('apache').configuration[0]?.note).toMatch(/It needs mod_headers, mod_mime, mod_rewrite\.$/);
  });
});

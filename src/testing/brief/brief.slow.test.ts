/** The forecast of a brief is true: it predicts the audit of a site that follows the brief. No code of the site is used. */
import { expect, it } from 'vitest';
import { DEMO_SITES } from '../../app/demo/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import { journey } from './journey.ts';
import { type Choice, serveChoice } from './synthetic.ts';

/** The maximum number of characters of a demo site's brief. */
const MOST_CHARS: Readonly<Record<string, number>> = {
  ready: 1_000,
  docs: 5_000,
  api: 5_000,
  spa: 5_000,
  neglected: 9_000,
  // 47 checks fail.
  broken: 11_000,
};

it.each(DEMO_SITES.map((site) => [site.name, site] as const))(
  'reaches the forecast for the demo site %s, with a short brief',
  async (name, site) => {
    await using served = await serveDemo(site);
    const { faults, markdown } = await journey(served.url, { anyway: true });
    expect(faults).toEqual([]);
    expect(markdown.length).toBeLessThanOrEqual(MOST_CHARS[name] ?? 0);
  },
);

const SITES: readonly (readonly [string, Choice])[] = [
  ['a single home page', {}],
  ['a site that keeps agents out', { robots: 'keepsOut', llms: 'noTitle', content: 'noHeading' }],
  ['an example as its sitemap', { robots: 'exampleSitemap', llms: 'typedAsHtmlPoor', unknown: 'toHome' }],
  ['links that lead nowhere', { link: 'dead', headLinks: 'dead', noscript: 'dead', llms: 'deadLink' }],
  ['links hidden by a 400', { unknown: 'forbidden', noscript: 'dead', link: 'dead', llms: 'deadLink' }],
  ['Markdown by name and broken documents', { markdown: 'byName', security: 'expired', sitemap: 'broken' }],
  ['broken parts of the page', { markdown: 'frontMatter', scripts: 'brokenJsonLd', description: 'title' }],
  ['an API without errors', { api: 'errorsAreNone', unknown: 'soft' }],
  ['an API at the root', { api: 'noServersAtRoot' }],
  ['an MCP server of 2025', { mcp: 'of2025Stateless' }],
  ['an MCP server of 2025 with prompts only', { mcp: 'of2025Prompts' }],
  ['an MCP server of 2026', { mcp: 'of2026' }],
  ['an MCP server that offers nothing', { mcp: 'noCapabilities' }],
  ['an MCP endpoint that is only promised', { mcp: 'promised', llms: 'noSummary' }],
  ['broken cards and a challenge', { card: 'example', catalogs: 'notJson', oauth: 'challenge' }],
];

it.each(SITES)('reaches the forecast for %s', async (_, choice) => {
  await using site = await serveChoice(choice);
  expect((await journey(site.url, { siteType: site.siteType })).faults).toEqual([]);
});

it('keeps the brief for a single home page below 5,000 characters', async () => {
  await using site = await serveChoice({});
  expect((await journey(site.url)).markdown.length).toBeLessThan(5_000);
});

it.each(['undescribed', 'none'])(
  'reaches the forecast with an API that its owner describes: %s',
  async (api) => {
    await using site = await serveChoice({ api });
    const { faults, brief } = await journey(site.url, { describesApi: true });
    expect(faults).toEqual([]);
    expect(brief.withApi?.relative).toBe(98);
  },
);

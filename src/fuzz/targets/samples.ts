/** Real samples that are given mistakes: the public test suites, and what the demo sites publish. */
import { broken } from '../../demo/broken/index.ts';
import { ready } from '../../demo/ready/index.ts';
import html5lib from '../../parse/suites/html5lib/inputs.json' with { type: 'json' };
import json from '../../parse/suites/json/cases.json' with { type: 'json' };
import { MEDIA_TYPE_CASES } from '../../parse/suites/mimesniff/cases.ts';
import { ACCEPT_CASES } from '../../parse/suites/negotiation/cases.ts';
import { ROBOTS_CASES } from '../../parse/suites/robots/cases.ts';
import { STREAM_CASES } from '../../parse/suites/sse/cases.ts';
import yaml from '../../parse/suites/yaml/cases.json' with { type: 'json' };

export const SITE = 'https://site.example';
const STARTED = new Date('2026-11-22T00:00:00Z');

const handlers = [ready, broken].map((site) => site.create(SITE, STARTED));

/** What the demo sites answer at these paths. */
async function published(...paths: readonly string[]): Promise<string[]> {
  const texts = handlers.flatMap((handle) =>
    paths.map(async (path) => (await handle(new Request(SITE + path))).text()),
  );
  return [...new Set(await Promise.all(texts))];
}

export const PAGES = [...Object.values(html5lib).flat(), ...(await published('/', '/docs', '/docs/api'))];
export const ROBOTS = [
  ...ROBOTS_CASES.map(({ text }) => text),
  ...(await published('/robots.txt', '/.well-known/security.txt')),
];
export const SITEMAPS = await published('/sitemap.xml');
export const MARKDOWN = await published(
  '/llms.txt',
  '/index.md',
  '/.well-known/auth.md',
  '/mcp.md',
  '/unknown',
);
export const JSON_TEXTS = [
  ...json.map(([, text]) => text ?? ''),
  ...(await published(
    '/.well-known/mcp/server-card.json',
    '/.well-known/agent-card.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/api-catalog',
    '/.well-known/agent-skills/index.json',
    '/.well-known/http-message-signatures-directory',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource',
  )),
];
export const YAML_TEXTS = yaml.map(([, text]) => text ?? '');
export const DESCRIPTIONS = await published('/openapi.json', '/openapi.yaml');
export const STREAMS = STREAM_CASES.map(({ stream }) => stream);
export const ACCEPTS = ACCEPT_CASES.map(({ accept }) => accept ?? '');
export const MEDIA_TYPES = MEDIA_TYPE_CASES.map(({ fields }) => fields.join(', '));

/** The guides' snippets, run as they stand and audited for the one check: `npm run test:all -- snippets`, with `-t nginx` for one. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckId, definitionOf } from '../../definitions/index.ts';
import { platformAsked } from '../../view/platforms.ts';
import { auditSite } from '../serve.ts';
import { blocksOf, blocksOfGuides, titleOf } from '../snippets/blocks.ts';
import { type Folder, folder, type Stack } from './process.ts';
import { wordpress } from './servers/php.ts';
import { EXPECTED, NOT_RUN } from './snippets/exceptions.ts';
import { faultIn, isReadHere } from './snippets/languages.ts';
import { type Snippet, snippetsFor } from './snippets/project.ts';
import { RUN, started } from './snippets/starters.ts';

const TIMEOUT_MS = 120_000;
const SNIPPETS = snippetsFor(RUN).filter(({ blocks }) => blocks.length > 0);
const nameOf = ({ check, platform }: Snippet) => `${check} ${platform}`;

async function audited(snippet: Snippet) {
  await using stack = await started(snippet);
  const siteType = definitionOf(snippet.check)?.category === 'api' ? 'api' : null;
  const { scorecard } = await auditSite(stack.url, { only: [snippet.check], siteType });
  return scorecard.results.find(({ id }) => id === snippet.check);
}

describe('a snippet makes its check pass', () => {
  const run = SNIPPETS.filter((snippet) => !NOT_RUN.has(nameOf(snippet)));
  it.each(run.map((snippet) => [nameOf(snippet), snippet] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (name, snippet) => {
      const result = await audited(snippet);
      expect(result?.status, result?.evidence).toBe(EXPECTED.get(name)?.status ?? 'pass');
    },
  );
});

describe('what is negotiated varies, and assets do not', () => {
  const servers = new Set(['nginx', 'apache', 'caddy']);
  const negotiated = SNIPPETS.filter(
    ({ check, platform }) => /^(accept-markdown|markdown-.*)$/.test(check) && servers.has(platform),
  );
  it.each(
    [...negotiated, ...SNIPPETS.filter((one) => nameOf(one) === 'markdown-vary express')].map(
      (one) => [nameOf(one), one] as const,
    ),
  )('%s', { timeout: TIMEOUT_MS }, async (_, snippet) => {
    await using stack = await started(snippet);
    const varyOf = async (path: string) => {
      const answer = await fetch(`${stack.url}${path}`, { headers: { accept: 'text/markdown' } });
      expect(answer.status).toBe(200);
      return answer.headers.get('vary') ?? '';
    };
    expect(await varyOf('/')).toMatch(/^(?=.*Accept\b)(?=.*User-Agent)/);
    expect(await varyOf('/docs/start.html')).toMatch(/^(?=.*Accept\b)(?=.*User-Agent)/);
    expect(await varyOf('/app.css')).not.toMatch(/Accept\b(?!-)|User-Agent/);
  });
});

describe('the handler of the MCP SDK is mounted as a platform says', () => {
  const AROUND: Readonly<Record<string, readonly [import: string, app: string, listen: string]>> = {
    express: ["import express from 'express'", 'express();\napp.use(express.json())', 'app.listen(3000)'],
    fastify: ["import Fastify from 'fastify'", 'Fastify()', 'await app.listen({ port: 3000 })'],
    hono: [
      "import { serve } from '@hono/node-server';\nimport { Hono } from 'hono'",
      'new Hono()',
      'serve({ fetch: app.fetch, port: 3000 })',
    ],
  };
  it.each(Object.entries(AROUND))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (platform, [imported, app, listen]) => {
      const [, mount] = /```js\n([\s\S]+?)```/.exec(platformAsked(platform)?.mcp?.mount ?? '') ?? [];
      const code = `${imported};
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'example', version: '1.0.0' });
  server.registerTool('ping', { description: 'Answers pong.' }, async () => ({ content: [{ type: 'text', text: 'pong' }] }));
  return server;
});
const app = ${app};
${mount}
${listen};\n`;
      const block = blocksOf(
        'mcp-initialize',
        `## How to fix it\n\n\`\`\`js\n// server.mjs\n${code}\`\`\`\n`,
      );
      await using stack = await started({ check: 'mcp-initialize', platform, blocks: block, general: [] });
      const only = [
        'mcp-initialize',
        'mcp-tools-list',
        'mcp-malformed-body',
        'mcp-server-discover',
        'mcp-modern-tools-list',
        'mcp-unknown-tool',
      ];
      const { scorecard } = await auditSite(stack.url, { only: only as CheckId[] });
      expect(
        scorecard.results.filter(({ status }) => status !== 'n_a').map(({ id, status }) => [id, status]),
      ).toEqual(expect.arrayContaining(only.map((id) => [id, 'pass'])));
    },
  );
});

it('what is not run has a reason, and is there', () => {
  const names = [...SNIPPETS, ...snippetsFor(new Set(['wordpress']))].map(nameOf);
  expect([...NOT_RUN.keys(), ...EXPECTED.keys()].filter((name) => !names.includes(name))).toEqual([]);
});

describe('PHP, Python and Ruby can be read', () => {
  const blocks = blocksOfGuides().filter(isReadHere);
  it.each(blocks.map((block) => [titleOf(block), block] as const))('%s', (_, block) => {
    expect(faultIn(block)).toBe('');
  });
});

describe('a snippet for WordPress makes its check pass', () => {
  const snippets = snippetsFor(new Set(['wordpress'])).filter(
    (snippet) => snippet.blocks.some(({ language }) => language === 'php') && !NOT_RUN.has(nameOf(snippet)),
  );
  let plugins: Folder;
  let site: Stack;
  beforeAll(async () => {
    plugins = await folder();
    site = await wordpress({ plugins: plugins.path });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await site?.[Symbol.asyncDispose]();
    await plugins?.[Symbol.asyncDispose]();
  });

  it.each(snippets.map((snippet) => [nameOf(snippet), snippet] as const))(
    '%s',
    { timeout: TIMEOUT_MS },
    async (name, { check, blocks }) => {
      const files = blocks.filter(({ language }) => language === 'php').map(({ code }) => code);
      const paths = files.map((_, index) => join(plugins.path, `${check}-${index}.php`));
      await Promise.all(
        paths.map((path, index) =>
          writeFile(path, files[index]?.replaceAll('https://example.com', site.url) ?? ''),
        ),
      );
      try {
        const { scorecard } = await auditSite(site.url, { only: [check] });
        const result = scorecard.results.find(({ id }) => id === check);
        expect(result?.status, result?.evidence).toBe(EXPECTED.get(name)?.status ?? 'pass');
      } finally {
        await Promise.all(paths.map((path) => rm(path)));
      }
    },
  );
});

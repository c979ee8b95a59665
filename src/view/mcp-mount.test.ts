import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codeBlocksOf } from './guide-text.ts';
import { mountedOn } from './mcp-mount.ts';
import { platformAsked } from './platforms.ts';

const GUIDE = readFileSync(new URL('../../content/checks/mcp-server-discover.mdx', import.meta.url), 'utf8');
const blocks = codeBlocksOf(GUIDE).filter(({ heading }) => heading.startsWith('MCP TypeScript SDK'));
const on = (code: string, name: string) => mountedOn(code, [platformAsked(name) ?? []].flat());

it.each(blocks.map(({ heading, code }) => [heading, code] as const))('%s is mounted', (_, code) => {
  expect(on(code, 'express')).toBe(code);
  expect(on(code, 'nginx')).toBe(code);
  for (const name of ['fastify', 'hono', 'nextjs']) {
    expect(on(code, name)).toContain('const handler = createMcpHandler(');
    expect(on(code, name)).not.toContain('express');
    expect(on(code, name)).not.toContain('listen(');
  }
  expect(on(code, 'fastify')).toContain('return mcp(request.raw, reply.raw, request.body);');
  expect(on(code, 'hono')).toContain("app.all('/mcp', (c) => handler.fetch(c.req.raw));");
  expect(on(code, 'hono')).not.toContain('toNodeHandler');
  expect(on(code, 'nextjs')).toMatch(/^\/\/ app\/mcp\/route\.js\n[\s\S]*export \{ handle as DELETE/);
});

/** The software that the auditor is held to: what people really run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import { getRequestListener } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import fastify from 'fastify';
import { rateLimiter } from 'hono-rate-limiter';
import Provider from 'oidc-provider';
import { build, preview } from 'vite';
import { z as zod } from 'zod';
import { listen } from '../servers.ts';
import { type RealServer, runCommand, startCommand } from './process.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The MCP reference server, streamable HTTP with sessions (v1 SDK, Express). */
export function everything(): Promise<RealServer> {
  return startCommand(
    'mcp-server-everything',
    () => ['streamableHttp'],
    (port) => ({ PORT: String(port) }),
  );
}

/** A server on the v2 SDK, with nothing around its own handler. */
export function sdkV2(): Promise<RealServer> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'tides', version: '1.0.0' });
    server.registerTool(
      'next_high_water',
      { description: 'The next high water at a port.', inputSchema: zod.object({ port: zod.string() }) },
      ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
    );
    server.registerResource('ports', 'tides://ports', { description: 'All ports.' }, (uri) => ({
      contents: [{ uri: uri.href, text: 'Vlissingen' }],
    }));
    return server;
  });
  return serve(
    getRequestListener((request) =>
      new URL(request.url).pathname === '/mcp'
        ? handler.fetch(request)
        : new Response('Not found', { status: 404 }),
    ),
  );
}

/** A documentation site: VitePress with its llms.txt plugin, built and served by its own preview server. */
export async function vitepress(): Promise<RealServer> {
  const out = await mkdtemp(join(tmpdir(), 'vitepress-'));
  const docs = here('./vitepress-docs');
  const env = { TIDE_DOCS_OUT: out };
  await runCommand('vitepress', ['build', docs], env);
  const server = await startCommand(
    'vitepress',
    (port) => ['preview', docs, '--port', String(port)],
    () => env,
  );
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(out, { recursive: true });
    },
  };
}

/** A single-page app behind Vite's preview server, which answers every path without an extension with the app. */
export async function singlePageApp(): Promise<RealServer> {
  const root = here('./spa');
  const out = await mkdtemp(join(tmpdir(), 'spa-'));
  await build({ root, configFile: false, logLevel: 'silent', build: { outDir: out, emptyOutDir: true } });
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: out },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const { port } = server.httpServer.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(out, { recursive: true });
    },
  };
}

const Tide = z.object({ port: z.string(), highWater: z.string() }).openapi('Tide');
const Problem = z.object({ message: z.string() }).openapi('Problem');

/** A Hono API: routes described by zod-openapi, hono-rate-limiter in front. */
export function honoApi(): Promise<RealServer> {
  const app = new OpenAPIHono();
  app.use(
    rateLimiter({
      windowMs: 60_000,
      limit: 1000,
      standardHeaders: 'draft-6',
      keyGenerator: () => 'everyone',
    }),
  );
  app.get('/', (context) => context.json({ name: 'tides' }));
  app.openapi(
    createRoute({
      method: 'get',
      path: '/tides/{port}',
      request: { params: z.object({ port: z.string() }) },
      responses: {
        200: { description: 'The next tide', content: { 'application/json': { schema: Tide } } },
        404: { description: 'No such port', content: { 'application/json': { schema: Problem } } },
      },
    }),
    (context) => {
      const { port } = context.req.valid('param');
      return port === 'vlissingen'
        ? context.json({ port, highWater: '06:12' }, 200)
        : context.json({ message: `no port is named ${port}` }, 404);
    },
  );
  app.doc31('/openapi.json', { openapi: '3.1.0', info: { title: 'Tides', version: '1.0.0' } });
  return serve(getRequestListener(app.fetch));
}

/** A Fastify API: described by @fastify/swagger, limited by @fastify/rate-limit. */
export async function fastifyApi(): Promise<RealServer> {
  const app = fastify();
  await app.register(fastifyRateLimit, { max: 1000, timeWindow: '1 minute' });
  await app.register(fastifySwagger, { openapi: { info: { title: 'Tides', version: '1.0.0' } } });
  app.get<{ Params: { port: string } }>(
    '/tides/:port',
    {
      schema: { params: { type: 'object', properties: { port: { type: 'string' } } }, response: { 404: {} } },
    },
    (request, reply) => reply.code(404).send({ message: `no port is named ${request.params.port}` }),
  );
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: () => app.close() };
}

/** An OpenID provider that is nothing else. */
export async function openIdProvider(): Promise<RealServer> {
  let listener: RequestListener = (_, response) => response.end();
  const server = await serve((request, response) => listener(request, response));
  listener = new Provider(server.url, {}).callback();
  return server;
}

function serve(listener: RequestListener): Promise<RealServer> {
  return listen(createServer(listener), 'http');
}

/** Fastify 5 with static files, an API and an MCP server on version 1 of the SDK, as its getting-started guide and its plugin for static files begin. */
import { join } from 'node:path';
import { run, serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';
import { mergeJs } from './merge-js.ts';
import { GET_SERVER, NO_RESOURCES, OPENAPI, PAGE } from './orders.ts';

const SERVER = `import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import Fastify from 'fastify';
import { z } from 'zod';

const fastify = Fastify({ logger: false });

fastify.register(fastifyStatic, {
  root: path.join(import.meta.dirname, 'public'),
});

const orders = [{ id: '1', item: 'Tea', amount: 2 }];

fastify.get('/api/orders', async function handler(request, reply) {
  return orders;
});

fastify.get('/api/orders/:id', async function handler(request, reply) {
  const order = orders.find(({ id }) => id === request.params.id);
  if (order === undefined) return reply.code(404).send('Not found');
  return order;
});

${GET_SERVER}
fastify.post('/mcp', async function handler(request, reply) {
  const server = getServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  reply.raw.on('close', () => server.close());
  await server.connect(transport);
  reply.hijack();
  await transport.handleRequest(request.raw, reply.raw, request.body);
});

try {
  await fastify.listen({ port: Number(process.env.PORT) });
} catch (err) {
  fastify.log.error(err);
  process.exit(1);
}
`;

export const fastify: Journey = {
  name: 'fastify',
  publicFolder: 'public',
  stepwise: true,
  exceptions: NO_RESOURCES,
  make: async (folder) => {
    const manifest = { name: 'orders', version: '1.0.0', type: 'module' };
    await writeIn(folder, 'package.json', JSON.stringify(manifest));
    await run({
      command: 'npm',
      args: [
        'install',
        '--no-audit',
        '--no-fund',
        'fastify@5',
        '@fastify/static@10',
        '@modelcontextprotocol/sdk@1',
        'zod@4',
      ],
      cwd: folder,
    });
    await writeIn(folder, 'server.js', SERVER);
    await writeIn(folder, 'public/index.html', PAGE);
    await writeIn(folder, 'public/openapi.json', OPENAPI);
  },
  fileFor: (file) => (/^server\.(?:m?js|ts)$/.test(file) ? 'server.js' : file),
  merge: (file, present, block) =>
    file.endsWith('.html') ? mergeHtml(present, block) : mergeJs(present, block),
  unnamed: ({ language }) => (language === 'html' ? 'public/index.html' : undefined),
  start: (folder, port) =>
    serve(`http://127.0.0.1:${port}`, {
      command: process.execPath,
      args: [join(folder, 'server.js')],
      env: { PORT: String(port) },
      cwd: folder,
    }),
};

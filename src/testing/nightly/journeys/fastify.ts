/** Fastify 5 with static files, an API and an MCP server on version 1 of the SDK, as its getting-started guide and its plugin for static files begin. */
import { nodeServer } from './node-server.ts';
import { GET_SERVER } from './orders.ts';

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

export const fastify = nodeServer({
  name: 'fastify',
  server: SERVER,
  manifest: { name: 'orders', version: '1.0.0', type: 'module' },
  packages: ['fastify@5', '@fastify/static@10', '@modelcontextprotocol/sdk@1', 'zod@4'],
});

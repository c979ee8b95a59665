// fastify-mcp, stateless.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { fastify } from 'fastify';
import { streamableHttp } from 'fastify-mcp';
import { z } from 'zod';

const app = fastify();
await app.register(streamableHttp, {
  stateful: false,
  mcpEndpoint: '/mcp',
  createServer() {
    const server = new McpServer({ name: 'tides', version: '1.0.0' });
    server.registerTool(
      'next_high_water',
      { description: 'The next high water at a port.', inputSchema: { port: z.string() } },
      ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
    );
    return server.server;
  },
});
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });

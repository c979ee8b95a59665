// @hono/mcp as its guide has it: one server, one transport, any Accept.
import { StreamableHTTPTransport } from '@hono/mcp';
import { serve } from '@hono/node-server';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { z } from 'zod';

function tides() {
  const server = new McpServer({ name: 'tides', version: '1.0.0' });
  server.registerTool(
    'next_high_water',
    { description: 'The next high water at a port.', inputSchema: { port: z.string() } },
    ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
  );
  return server;
}

const app = new Hono();
app.use('/mcp', cors());
app.all('/mcp', async (context) => {
  // Without sessions a transport serves one request, and its server with it.
  const transport = new StreamableHTTPTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  await tides().connect(transport);
  return transport.handleRequest(context);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2]) });

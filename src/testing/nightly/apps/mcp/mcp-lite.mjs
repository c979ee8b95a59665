// mcp-lite on Hono, without sessions.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { McpServer, StreamableHttpTransport } from 'mcp-lite';
import { z } from 'zod';

const server = new McpServer({
  name: 'tides',
  version: '1.0.0',
  schemaAdapter: (schema) => z.toJSONSchema(schema),
});
server.tool('next_high_water', {
  description: 'The next high water at a port.',
  inputSchema: z.object({ port: z.string() }),
  handler: ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
});
const handler = new StreamableHttpTransport().bind(server);
const app = new Hono();
app.all('/mcp', (context) => handler(context.req.raw));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.argv[2]) });

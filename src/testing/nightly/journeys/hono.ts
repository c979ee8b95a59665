/** Hono on Node with static files, an API and an MCP server on version 1 of the SDK, as its getting-started guide for Node begins. */
import { nodeServer } from './node-server.ts';
import { GET_SERVER } from './orders.ts';

const SERVER = `import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Hono } from 'hono';
import { z } from 'zod';

const app = new Hono();
const orders = [{ id: '1', item: 'Tea', amount: 2 }];

app.get('/api/orders', (c) => {
  return c.json(orders);
});

app.get('/api/orders/:id', (c) => {
  const order = orders.find(({ id }) => id === c.req.param('id'));
  if (order === undefined) return c.text('Not found', 404);
  return c.json(order);
});

${GET_SERVER}
app.all('/mcp', async (c) => {
  const transport = new WebStandardStreamableHTTPServerTransport();
  await getServer().connect(transport);
  return transport.handleRequest(c.req.raw);
});

app.use('/*', serveStatic({ root: './public' }));

serve({ fetch: app.fetch, port: Number(process.env.PORT) }, (info) => {
  console.log(\`Server is running on http://localhost:\${info.port}\`);
});
`;

const MANIFEST = {
  name: 'orders',
  type: 'module',
  scripts: { start: 'node server.js' },
  dependencies: { '@hono/node-server': '^1', '@modelcontextprotocol/sdk': '^1', hono: '^4', zod: '^4' },
};

export const hono = nodeServer({
  name: 'hono',
  server: SERVER,
  manifest: MANIFEST,
  file: /^(?:server\.(?:m?js|ts)|src\/index\.tsx)$/,
});

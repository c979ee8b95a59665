/** Hono on Node with static files, an API and an MCP server on version 1 of the SDK, as its getting-started guide for Node begins. */
import { join } from 'node:path';
import { serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';
import { mergeJs } from './merge-js.ts';
import { GET_SERVER, NO_RESOURCES, OPENAPI, PAGE } from './orders.ts';

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

export const hono: Journey = {
  name: 'hono',
  publicFolder: 'public',
  stepwise: true,
  exceptions: NO_RESOURCES,
  make: async (folder) => {
    await writeIn(folder, 'package.json', `${JSON.stringify(MANIFEST, null, 2)}\n`);
    await writeIn(folder, 'server.js', SERVER);
    await writeIn(folder, 'public/index.html', PAGE);
    await writeIn(folder, 'public/openapi.json', OPENAPI);
  },
  fileFor: (file) => (/^(?:server\.(?:m?js|ts)|src\/index\.tsx)$/.test(file) ? 'server.js' : file),
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

/** Express 5 with static files, an API and its description, and an MCP server on version 1 of the SDK, as their guides begin. */
import { join } from 'node:path';
import { serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';
import { mergeJs } from './merge-js.ts';
import { GET_SERVER, NO_RESOURCES, OPENAPI, PAGE } from './orders.ts';

const SERVER = `import express from 'express';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const app = express();
app.use(express.json());
app.use(express.static('public'));

const orders = [{ id: '1', item: 'Tea', amount: 2 }];

app.get('/api/orders', (req, res) => {
  res.json(orders);
});

app.get('/api/orders/:id', (req, res) => {
  const order = orders.find(({ id }) => id === req.params.id);
  if (order === undefined) return res.status(404).send('Not found');
  res.json(order);
});

${GET_SERVER}
app.post('/mcp', async (req, res) => {
  const server = getServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  res.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(req, res, req.body);
});

const port = parseInt(process.env.PORT || '3000');
app.listen(port, () => {
  console.log(\`Listening on http://localhost:\${port}\`);
});
`;

const MANIFEST = {
  name: 'orders',
  version: '1.0.0',
  type: 'module',
  scripts: { start: 'node server.js' },
  dependencies: { '@modelcontextprotocol/sdk': '^1.32.2', express: '^5.3.0', zod: '^4.0.0' },
};

export const express: Journey = {
  name: 'express',
  publicFolder: 'public',
  stepwise: true,
  exceptions: NO_RESOURCES,
  make: async (folder) => {
    await writeIn(folder, 'package.json', `${JSON.stringify(MANIFEST, null, 2)}\n`);
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

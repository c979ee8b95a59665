/** Express 5 with static files, an API and its description, and an MCP server on version 1 of the SDK, as their guides begin. */
import { nodeServer } from './node-server.ts';
import { GET_SERVER } from './orders.ts';

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

export const express = nodeServer({ name: 'express', server: SERVER, manifest: MANIFEST });

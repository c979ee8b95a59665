// tmcp with its HTTP transport and the zod adapter.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { McpServer } from 'tmcp';
import { z } from 'zod';

const server = new McpServer(
  { name: 'tides', version: '1.0.0', description: 'Tide tables' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {}, resources: {} } },
);
server.tool(
  {
    name: 'next_high_water',
    description: 'The next high water at a port.',
    schema: z.object({ port: z.string() }),
  },
  ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
);
server.resource({ name: 'ports', description: 'All ports.', uri: 'tides://ports' }, (uri) => ({
  contents: [{ uri, text: 'Vlissingen' }],
}));
const transport = new HttpTransport(server);
const answer = async (request) =>
  (await transport.respond(request)) ?? new Response('Not found', { status: 404 });
createServer(getRequestListener(answer)).listen(Number(process.argv[2]), '127.0.0.1');

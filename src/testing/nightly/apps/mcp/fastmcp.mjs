// FastMCP over streamable HTTP with its defaults: sessions, SSE, CORS.
import { FastMCP } from 'fastmcp';
import { z } from 'zod';

const server = new FastMCP({ name: 'tides', version: '1.0.0' });
server.addTool({
  name: 'next_high_water',
  description: 'The next high water at a port.',
  parameters: z.object({ port: z.string() }),
  execute: async ({ port }) => `${port}: 06:12`,
});
server.addResource({
  uri: 'tides://ports',
  name: 'ports',
  description: 'All ports.',
  mimeType: 'text/plain',
  load: async () => ({ text: 'Vlissingen' }),
});
await server.start({
  transportType: 'httpStream',
  httpStream: { host: '127.0.0.1', port: Number(process.argv[2]) },
});

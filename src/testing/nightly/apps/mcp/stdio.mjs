// A server for the gateways, on standard input and output (v1 SDK).
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';

const server = new McpServer({ name: 'tides', version: '1.0.0' });
server.registerTool(
  'next_high_water',
  { description: 'The next high water at a port.', inputSchema: { port: z.string() } },
  ({ port }) => ({ content: [{ type: 'text', text: `${port}: 06:12` }] }),
);
server.registerResource('ports', 'tides://ports', { description: 'All ports.' }, (uri) => ({
  contents: [{ uri: uri.href, text: 'Vlissingen' }],
}));
await server.connect(new StdioServerTransport());

/** The baseline for the service: the SDK as in its readme, with one tool that does nothing. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool('nothing', { description: 'Does nothing.' }, () => ({ content: [] }));
  return server;
});

/** Responds to one request, as the function's bundle does. */
export function handle(request: Request): Promise<Response> {
  return handler.fetch(request);
}

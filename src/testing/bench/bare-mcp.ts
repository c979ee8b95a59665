/** What the service is compared with: the SDK as its readme shows it, and one tool that does nothing. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' });
  server.registerTool('nothing', { description: 'Does nothing.' }, () => ({ content: [] }));
  return server;
});

/** Answers one request, as the function's bundle does. */
export function handle(request: Request): Promise<Response> {
  return handler.fetch(request);
}

/** An MCP endpoint for both stateful and stateless protocol revisions, built with the MCP SDK. */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Handler } from './site.ts';

const JSON_OR_SSE = /(^|[\s,])(application\/(json|\*)|text\/(event-stream|\*)|\*\/\*)/i;

/**
 * Serves the MCP revisions of 2025 and 2026-07-28 at one URL, without sessions. Every response is one JSON body. A request that
 * accepts neither JSON nor event streams gets 406.
 * @param makeServer returns a new server for each request
 */
export function mcpEndpoint(makeServer: () => McpServer): Handler {
  const modern = createMcpHandler(makeServer, { legacy: 'reject' });
  return async (request) => {
    if (request.method === 'POST' && !JSON_OR_SSE.test(request.headers.get('accept') ?? '*/*')) {
      return notAcceptable();
    }
    if (request.method !== 'POST' || !(await isLegacyRequest(request))) return modern.fetch(request);
    const server = makeServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await server.connect(transport);
    try {
      return await transport.handleRequest(await takingBoth(request));
    } finally {
      await server.close();
    }
  };
}

/** Sets Accept to JSON and event streams. The SDK's transport requires both types, although it responds only with JSON. */
async function takingBoth(request: Request): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: 'POST', headers, body: await request.text() });
}

function notAcceptable(): Response {
  const error = { code: -32000, message: 'Not Acceptable: this endpoint answers with application/json' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 406 });
}

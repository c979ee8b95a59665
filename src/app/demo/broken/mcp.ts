/** The MCP endpoint of the demo site Stormglass, which violates the MCP specification on purpose. */
import * as z from 'zod';

const Call = z.object({ id: z.unknown().optional(), method: z.string() });

/** Responds to every call in a way that violates the MCP specification. */
export async function wrongMcp(request: Request): Promise<Response> {
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { 'Access-Control-Allow-Origin': '*' } });
  }
  if (request.method !== 'POST') return new Response('Unexpected end of input', { status: 500 });
  const call = Call.safeParse(parse(await request.text()));
  const { id, method } = call.success ? call.data : { id: 0, method: '' };
  const message = JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method) });
  return new Response(`event: message\ndata: ${message}\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function resultOf(method: string): object {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-06-18', capabilities: { tools: {}, resources: {} } };
    case 'server/discover':
      return { supportedVersions: ['2026-07-28'], capabilities: { tools: {}, resources: {} } };
    case 'tools/list':
      return { tools: { forecast: 'Tells the weather' } };
    case 'tools/call':
      return { isError: true, content: [{ type: 'text', text: 'Unknown tool' }] };
    case 'resources/list':
      return { resources: 'none' };
    case 'resources/read':
      return { contents: [] };
    default:
      return {};
  }
}

/**
 * Runs a session with a client from version 1 of the MCP SDK, which most agents use: it connects, lists tools and calls one.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Ask, type Fault, fault } from './probe.ts';
import type { Send } from './send.ts';

export const SDK_SESSION = { method: 'POST', path: '/mcp' } as const satisfies Ask;

/** A tool that spends nothing. The client validates its structured content against the listed output schema. */
const TOOL = 'list_checks';

/**
 * Returns what makes the session fail; `undefined` if the client gets the tool's result.
 *
 * @param at the origin that `send` sends to
 */
export async function sdkClientFault(send: Send, at: string): Promise<Fault | undefined> {
  const client = new Client({ name: 'agent-readiness-verify', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(SDK_SESSION.path, at), {
    fetch: fetchBy(send),
  });
  try {
    await client.connect(transport);
    await client.listTools();
    const { isError } = await client.callTool({ name: TOOL, arguments: {} });
    return isError === true ? fault('session', `a result of ${TOOL}`, 'an error') : undefined;
  } catch (error) {
    return fault('session', `a result of ${TOOL}`, error instanceof Error ? error.message : String(error));
  } finally {
    await client.close();
  }
}

/** Returns the part of `fetch` that the transport uses. */
function fetchBy(send: Send) {
  return async (
    url: string | URL,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<Response> => {
    const ask = { method, path: new URL(url).pathname, headers: Object.fromEntries(new Headers(headers)) };
    const answer = await send(typeof body === 'string' ? { ...ask, body } : ask);
    const bytes = answer.bytes.length === 0 ? null : new Uint8Array(answer.bytes);
    return new Response(bytes, { status: answer.status, headers: answer.headers });
  };
}

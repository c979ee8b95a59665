/** MCP evidence for the examples in the definitions of checks: answers of an endpoint, read as the probes read them. */
import type { HeaderList } from '../io/io.ts';
import { type McpAnswer, type McpInapplicable, type McpMissing, readAnswer } from '../probes/mcp-rpc.ts';
import { answer } from './examples.ts';

const ENDPOINT = '/mcp';
const JSON_TYPE = 'application/json';

/** What an example's MCP answer is made of. */
export interface McpParts {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: HeaderList;
}

/** The answer to `method` with this body; a body that is not a string is sent as JSON. */
export function mcpAnswer(method: string, body: unknown, parts: McpParts = {}): McpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return readAnswer(answer({ path: ENDPOINT, type: JSON_TYPE, text, ...parts }), { id: 'a', method });
}

/** A JSON-RPC result. */
export function gives(method: string, result: unknown, parts?: McpParts): McpAnswer {
  return mcpAnswer(method, { jsonrpc: '2.0', id: 'a', result }, parts);
}

/** A JSON-RPC error. */
export function refuses(method: string, code: number, status = 200, data?: unknown): McpAnswer {
  const error = { code, message: 'no', ...(data === undefined ? {} : { data }) };
  return mcpAnswer(method, { jsonrpc: '2.0', id: 'a', error }, { status });
}

/** A page instead of JSON-RPC. */
export function failsWith(method: string, status: number): McpAnswer {
  return mcpAnswer(method, 'Something went wrong', { status, type: 'text/plain' });
}

export const NO_ENDPOINT: McpInapplicable = {
  state: 'inapplicable',
  evidence: 'no MCP endpoint (POST initialize): https://site.example/mcp -> 404',
};

export const ASKS_FOR_AUTHORIZATION: McpInapplicable = {
  state: 'inapplicable',
  evidence: 'https://site.example/mcp -> 401 (initialize: the endpoint asks for authorization)',
};

export const MODERN_ONLY: McpMissing = {
  state: 'missing',
  evidence: 'https://site.example/mcp -> 404 (initialize: error -32601; only the modern lane is spoken)',
};

export const NOT_MODERN: McpMissing = {
  state: 'missing',
  evidence:
    'https://site.example/mcp -> 400 (server/discover: error -32000, not an answer of revision 2026-07-28)',
};

export const LACKS_TOOLS: McpInapplicable = {
  state: 'inapplicable',
  evidence: 'https://site.example/mcp -> 200 (initialize: tools are not advertised)',
};

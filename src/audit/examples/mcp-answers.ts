/** Builds example responses of MCP servers, parsed as in an audit. */

import type { HeaderList } from '../../base/headers.ts';
import { MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import { says } from '../evidence/facts.ts';
import {
  type McpAnswer,
  type McpInapplicable,
  type McpMissing,
  readMcpAnswer,
} from '../evidence/mcp-answer.ts';
import type { ModernOpen, OnLanes, StatefulOpen } from '../evidence/mcp-lanes.ts';
import { answer, at } from './answers.ts';

const ENDPOINT = '/mcp';
const JSON_TYPE = 'application/json';

interface McpParts {
  readonly status?: number;
  /** The media type; empty if the response has none. */
  readonly type?: string;
  readonly headers?: HeaderList;
}

/** Returns the response to a call of `method`. A body that is not a string is serialized as JSON. */
export function mcpAnswer(method: string, body: unknown, parts: McpParts = {}): McpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { type = JSON_TYPE, ...more } = parts;
  const sent = { path: ENDPOINT, text, ...(type === '' ? {} : { type }), ...more };
  return readMcpAnswer(answer(sent), { id: 'a', method });
}

/** Returns a response whose body exceeds the size limit. */
export function beyondLimits(method: string): McpAnswer {
  const cut = {
    ...answer({ path: ENDPOINT, type: JSON_TYPE, text: '{"jsonrpc":"2.0","id"' }),
    truncated: true,
  };
  return readMcpAnswer(cut, { id: 'a', method });
}

export function mcpResult(method: string, result: unknown, parts?: McpParts): McpAnswer {
  return mcpAnswer(method, { jsonrpc: '2.0', id: 'a', result }, parts);
}

export function toolsListed(tools: unknown, nextCursor?: string): McpAnswer {
  return mcpResult('tools/list', { tools, ...(nextCursor === undefined ? {} : { nextCursor }) });
}

export const GOOD_TOOL = { name: 'a', inputSchema: { type: 'object' } };

export function mcpError(method: string, code: number, status = 200, data?: unknown): McpAnswer {
  const error = { code, message: 'no', ...(data === undefined ? {} : { data }) };
  return mcpAnswer(method, { jsonrpc: '2.0', id: 'a', error }, { status });
}

/** Returns a JSON-RPC error without a media type, as sent by some servers that do not use an SDK. */
export function untypedError(method: string, code: number, status = 200): McpAnswer {
  const error = { code, message: 'no' };
  return mcpAnswer(method, { jsonrpc: '2.0', id: 'a', error }, { status, type: '' });
}

/** Returns a response with plain text instead of JSON-RPC. */
export function failsWith(method: string, status: number): McpAnswer {
  return mcpAnswer(method, 'Something went wrong', { status, type: 'text/plain' });
}

/** Returns the result of the handshake with a server that supports MCP's 2025 revisions and has these capabilities. */
export function offers(...names: readonly string[]): StatefulOpen {
  const capabilities = Object.fromEntries(names.map((name) => [name, {}]));
  return {
    state: 'open',
    url: `https://site.example${ENDPOINT}`,
    initialize: mcpResult('initialize', { capabilities }),
    session: { id: undefined, version: MCP_STATEFUL_VERSION },
    capabilities,
  };
}

/** Returns the result of `server/discover` for a server that supports MCP 2026-07-28 and has these capabilities. */
export function offersModern(...names: readonly string[]): ModernOpen {
  const { url, capabilities } = offers(...names);
  return { state: 'open', url, discover: mcpResult('server/discover', { capabilities }), capabilities };
}

/** Returns the results for a server that supports only MCP's 2025 revisions. */
export const on2025 = <T>(stateful: T): OnLanes<T> => ({ state: 'lanes', stateful, modern: undefined });
/** Returns the results for a server that supports only MCP 2026-07-28. */
export const on2026 = <T>(modern: T): OnLanes<T> => ({ state: 'lanes', stateful: undefined, modern });
/** Returns the results for a server that supports both MCP's 2025 revisions and 2026-07-28. */
export const onBoth = <T>(stateful: T, modern: T): OnLanes<T> => ({ state: 'lanes', stateful, modern });

export const NO_ENDPOINT: McpInapplicable = {
  state: 'inapplicable',
  evidence: says('no MCP endpoint (POST initialize): https://site.example/mcp -> 404'),
};

export const ASKS_FOR_AUTHORIZATION_EXAMPLE: McpInapplicable = {
  state: 'inapplicable',
  evidence: says('https://site.example/mcp -> 401: the endpoint asks for authorization'),
};

export const MODERN_ONLY: McpInapplicable = {
  state: 'inapplicable',
  evidence: at(
    '/mcp',
    404,
    'initialize, 2025-11-25: error -32601; the server supports only 2026-07-28, which has no handshake',
  ),
  cause: 'the server supports only 2026-07-28, which has no handshake',
};

/** The evidence for a request that needs the handshake, if the handshake failed. */
export const NO_HANDSHAKE_EXAMPLE: McpMissing = {
  state: 'missing',
  evidence: at('/mcp', 500, 'the handshake failed: no JSON; see mcp-initialize'),
};

/** The evidence if a document of the site names an MCP endpoint whose responses are not MCP. */
export const NOT_MCP_EXAMPLE: McpInapplicable = {
  state: 'inapplicable',
  evidence: says('the endpoint does not speak MCP: see mcp-initialize'),
};

export const NOT_MODERN_EXAMPLE: McpMissing = {
  state: 'missing',
  evidence: at('/mcp', 400, 'server/discover, 2026-07-28: error -32000, not a response of that revision'),
};

export const DISCOVER_FAILS: McpMissing = {
  state: 'missing',
  evidence: at('/mcp', 500, 'server/discover, 2026-07-28: no JSON; the server fails'),
  fault: 'fails',
};

export const UNPROBED: McpMissing = {
  state: 'missing',
  evidence: says('the server does not support 2026-07-28: see mcp-server-discover'),
  unprobed: true,
};

/** Marks a response that does not prove support for the requested MCP revision. The server may have ignored the revision. */
export const unproven = (answered: McpAnswer): McpAnswer => ({ ...answered, unproven: true });

export const LACKS_TOOLS: McpInapplicable = {
  state: 'inapplicable',
  evidence: at('/mcp', 200, 'initialize: tools are not advertised'),
};

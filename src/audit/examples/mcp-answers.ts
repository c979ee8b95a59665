/** MCP evidence for the examples in the definitions of checks: answers of an endpoint, read as the probes read them. */

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

/** What an example's MCP answer is made of. */
interface McpParts {
  readonly status?: number;
  /** Empty for none. */
  readonly type?: string;
  readonly headers?: HeaderList;
}

/** The answer to `method` with this body; a body that is not a string is sent as JSON. */
export function mcpAnswer(method: string, body: unknown, parts: McpParts = {}): McpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { type = JSON_TYPE, ...more } = parts;
  const sent = { path: ENDPOINT, text, ...(type === '' ? {} : { type }), ...more };
  return readMcpAnswer(answer(sent), { id: 'a', method });
}

/** An answer of which only the beginning was read. */
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

/** The same error without a media type, as hand-written servers send it. */
export function untypedError(method: string, code: number, status = 200): McpAnswer {
  const error = { code, message: 'no' };
  return mcpAnswer(method, { jsonrpc: '2.0', id: 'a', error }, { status, type: '' });
}

/** A page instead of JSON-RPC. */
export function failsWith(method: string, status: number): McpAnswer {
  return mcpAnswer(method, 'Something went wrong', { status, type: 'text/plain' });
}

/** A server of the 2025 revisions that offers these. */
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

/** The same of revision 2026-07-28. */
export function offersModern(...names: readonly string[]): ModernOpen {
  const { url, capabilities } = offers(...names);
  return { state: 'open', url, discover: mcpResult('server/discover', { capabilities }), capabilities };
}

/** What a server of the 2025 revisions alone answered. */
export const on2025 = <T>(stateful: T): OnLanes<T> => ({ state: 'lanes', stateful, modern: undefined });
/** What a server of revision 2026-07-28 alone answered. */
export const on2026 = <T>(modern: T): OnLanes<T> => ({ state: 'lanes', stateful: undefined, modern });
/** What a server of both lanes answered on each. */
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
    'initialize, 2025-11-25: error -32601; speaks 2026-07-28, which has no handshake',
  ),
  cause: 'speaks 2026-07-28, which has no handshake',
};

/** The handshake was answered, and not with a result. */
export const NO_HANDSHAKE_EXAMPLE: McpMissing = {
  state: 'missing',
  evidence: at('/mcp', 500, 'no JSON to the handshake: see mcp-initialize'),
};

/** A card promises the endpoint, and it answers as something else. */
export const NOT_MCP_EXAMPLE: McpInapplicable = {
  state: 'inapplicable',
  evidence: says('the endpoint does not answer as MCP: see mcp-initialize'),
};

export const NOT_MODERN_EXAMPLE: McpMissing = {
  state: 'missing',
  evidence: at('/mcp', 400, 'server/discover, 2026-07-28: error -32000, not an answer of that revision'),
};

/** `server/discover` fails. */
export const DISCOVER_FAILS: McpMissing = {
  state: 'missing',
  evidence: at('/mcp', 500, 'server/discover, 2026-07-28: no JSON; the server fails'),
  fault: 'fails',
};

export const UNPROBED: McpMissing = {
  state: 'missing',
  evidence: says('2026-07-28 is not spoken: see mcp-server-discover'),
  unprobed: true,
};

/** An answer of a server that takes no notice of the revision that it is asked in. */
export const unproven = (answered: McpAnswer): McpAnswer => ({ ...answered, unproven: true });

export const LACKS_TOOLS: McpInapplicable = {
  state: 'inapplicable',
  evidence: at('/mcp', 200, 'initialize: tools are not advertised'),
};

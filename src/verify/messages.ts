/** MCP messages, as both lanes want them. Pure. */
import { MCP_MODERN_VERSION } from '../versions.ts';
import type { Ask } from './probe.ts';

const META = 'io.modelcontextprotocol';
/** The revision that service-description.md, section 9, has the endpoint serve. */
export const SERVED_REVISION = '2025-06-18';

const CLIENT = { name: 'verify', version: '1.0.0' };

/** What may be sent otherwise than it should be, to see it refused. */
export interface Changed {
  readonly headers?: Readonly<Record<string, string>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A body as it stands, with JSON in both directions. */
export function raw(body: string, headers: Changed['headers'] = {}): Ask {
  return {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body,
  };
}

const message = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });

/** A request of the stateful revisions. */
export function stateful(method: string, params: unknown = {}, { headers = {} }: Changed = {}): Ask {
  return raw(JSON.stringify(message(method, params)), {
    'mcp-protocol-version': SERVED_REVISION,
    ...headers,
  });
}

/** The one request that comes before any revision is agreed on. */
export function initialize(protocolVersion: string): Ask {
  return raw(
    JSON.stringify(message('initialize', { protocolVersion, capabilities: {}, clientInfo: CLIENT })),
  );
}

/** A request of revision 2026-07-28, which carries in each message what `initialize` agreed on before. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { headers = {}, meta = {} }: Changed = {},
): Ask {
  const _meta = {
    [`${META}/protocolVersion`]: MCP_MODERN_VERSION,
    [`${META}/clientInfo`]: CLIENT,
    [`${META}/clientCapabilities`]: {},
    ...Object.fromEntries(Object.entries(meta).map(([name, value]) => [`${META}/${name}`, value])),
  };
  const name = params.name ?? params.uri;
  return raw(JSON.stringify(message(method, { ...params, _meta })), {
    'mcp-protocol-version': MCP_MODERN_VERSION,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    ...headers,
  });
}

/** JSON-RPC messages as raw requests, including invalid ones that no client would send. */

const MODERN_REVISION = '2026-07-28';
const META = 'io.modelcontextprotocol';

/** A request with the headers of its revision. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export function request(method: string, params?: unknown) {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** Returns a request of revision 2026-07-28; `_meta` in the params overrides the required members. */
export function modern(method: string, params: Record<string, unknown> = {}, name?: string): Sent {
  const _meta = {
    [`${META}/protocolVersion`]: MODERN_REVISION,
    [`${META}/clientInfo`]: { name: 'test', version: '1.0.0' },
    [`${META}/clientCapabilities`]: {},
    ...(params._meta as object | undefined),
  };
  return {
    headers: {
      'mcp-protocol-version': MODERN_REVISION,
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: request(method, { ...params, _meta }),
  };
}

/** Removes the client capabilities, which are required in `_meta`. */
export const withoutCapabilities = { [`${META}/clientCapabilities`]: undefined };
export const ofRevision = (revision: string) => ({ [`${META}/protocolVersion`]: revision });

/** Sends a request with `application/json` in both directions, unless its headers differ. */
export function post(url: URL, { method = 'POST', headers = {}, body }: Sent, signal?: AbortSignal) {
  return fetch(url, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Calls of the MCP endpoint on both lanes, for the bench, with what their answers must be. */

/** A request, and what its answer must be. */
export interface LoadCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly status: number;
  /** What is wrong with the text of the answer, if anything. */
  readonly flaw: (text: string) => string | undefined;
}

const META = 'io.modelcontextprotocol';
const JSON_BOTH_WAYS = { 'content-type': 'application/json', accept: 'application/json' };

interface Rpc {
  readonly id?: unknown;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: unknown };
  readonly error?: { readonly code: number };
}

type Judge = (message: Rpc) => boolean;

/** One JSON-RPC answer, with the id of its request. */
function rpc(judge: Judge, id: unknown): LoadCall['flaw'] {
  return (text) => {
    const message = JSON.parse(text) as Rpc & { readonly jsonrpc?: unknown };
    if (message.jsonrpc !== '2.0' || 'result' in message === 'error' in message) return 'is no answer';
    if (JSON.stringify(message.id) !== JSON.stringify(id)) return 'has the id of another request';
    return judge(message) ? undefined : 'says something else';
  };
}

function posted(name: string, body: LoadCall['body'], status: number, flaw: LoadCall['flaw']): LoadCall {
  return { name, method: 'POST', path: '/mcp', headers: JSON_BOTH_WAYS, body, status, flaw };
}

/** The call on both lanes. */
export function asked(
  method: string,
  params: Readonly<Record<string, unknown>>,
  judge: Judge,
  named?: string,
): readonly LoadCall[] {
  const label = `${method} ${named ?? ''}`.trim();
  const message = (more: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, ...more } });
  const older = posted(`${label}, 2025`, message({}), 200, rpc(judge, 7));
  const _meta = {
    [`${META}/protocolVersion`]: '2026-07-28',
    [`${META}/clientInfo`]: { name: 'load', version: '1.0.0' },
    [`${META}/clientCapabilities`]: {},
  };
  const newer = posted(`${label}, 2026`, message({ _meta }), 200, rpc(judge, 7));
  const headers = {
    ...JSON_BOTH_WAYS,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(named === undefined ? {} : { 'mcp-name': named }),
  };
  return [older, { ...newer, headers }];
}

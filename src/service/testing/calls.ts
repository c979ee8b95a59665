/** What a service under load is asked: every kind of call that it answers, and bodies that nobody should send. */

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
const MAX_BODY = 256 * 1024;

/** A host that the catalog has. */
const LISTED = 'docs.demo';

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

const succeeds: Judge = ({ result }) => result !== undefined && result.isError !== true;
const failsWith =
  (code: number): Judge =>
  ({ error }) =>
    error?.code === code;
const found =
  (is: boolean): Judge =>
  ({ result }) =>
    (result?.structuredContent as { found?: boolean } | undefined)?.found === is;
const refuses =
  (code: string): Judge =>
  ({ result }) =>
    (result?.structuredContent as { error?: { code?: string } } | undefined)?.error?.code === code;

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

function tool(name: string, args: object, judge: Judge = succeeds): readonly LoadCall[] {
  return asked('tools/call', { name, arguments: args }, judge, name);
}

/** @param origin of the catalog, without a slash */
export function readCalls(origin: string): readonly LoadCall[] {
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'load', version: '1' },
  };
  const initialize = asked('initialize', client, succeeds).slice(0, 1);
  return [
    ...initialize,
    ...asked('server/discover', {}, succeeds).slice(1),
    ...asked('tools/list', {}, succeeds),
    ...tool('get_scorecard', { target: LISTED }, found(true)),
    ...tool('get_scorecard', { target: 'nosuch.example.com' }, found(false)),
    ...tool('list_scorecards', { sort: 'host', limit: 3 }),
    ...tool('compare_scorecards', { targets: [LISTED, 'ready.demo'] }),
    ...tool('get_fix', { check_id: 'llms-txt', target: LISTED }),
    ...tool('search_standard', { query: 'exit codes' }),
    ...tool('score_cli', { target: 'http://user@example.com' }, refuses('invalid_target')),
    ...asked('resources/read', { uri: `${origin}/spec.md` }, succeeds, `${origin}/spec.md`),
    ...asked('prompts/get', { name: 'fix_site', arguments: { target: LISTED } }, succeeds, 'fix_site'),
  ];
}

/** Nests as deep as a body may be long. */
const DEEP = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}}`;

/** Bodies that are refused or survived, whatever is in them. */
export function hostileCalls(): readonly LoadCall[] {
  const refused = (name: string, body: LoadCall['body'], status: number, code: number) =>
    posted(name, body, status, rpc(failsWith(code), null));
  const request = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', ...more });
  const any = rpc(() => true, 1);
  return [
    refused('no JSON', '{"jsonrpc":', 400, -32700),
    refused('nothing', '', 400, -32700),
    refused('too long', 'x'.repeat(MAX_BODY + 1), 413, -32000),
    refused('invalid UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d]), 400, -32700),
    refused('a batch', `[${request({})},${request({})}]`, 400, -32600),
    refused('a long batch', `[${'1,'.repeat(100_000)}1]`, 400, -32600),
    refused('a number', '7', 400, -32600),
    refused('null', 'null', 400, -32600),
    refused('an id that is an object', request({ id: { toString: 1 } }), 400, -32600),
    refused('a method that is a number', request({ method: 7 }), 400, -32600),
    refused('no version', JSON.stringify({ id: 1, method: 'ping' }), 400, -32600),
    refused('deep nesting', DEEP, 400, -32700),
    posted(
      'keys of prototypes',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{"__proto__":{"isError":false},"constructor":{"prototype":{"a":1}}}}}`,
      200,
      rpc(failsWith(-32602), 1),
    ),
    posted(
      'params that are text',
      request({ method: 'tools/call', params: 'x' }),
      400,
      rpc(failsWith(-32600), 1),
    ),
    posted('a huge id', request({ id: 'i'.repeat(100_000) }), 200, rpc(succeeds, 'i'.repeat(100_000))),
    posted(
      'a huge target',
      request({
        method: 'tools/call',
        params: { name: 'get_scorecard', arguments: { target: 'a'.repeat(100_000) } },
      }),
      200,
      rpc(failsWith(-32602), 1),
    ),
    posted('a huge method', request({ method: 'm'.repeat(100_000) }), 200, rpc(failsWith(-32601), 1)),
    posted(
      'a huge query',
      request({
        method: 'tools/call',
        params: { name: 'search_standard', arguments: { query: '\u{1F600} '.repeat(20_000) } },
      }),
      200,
      any,
    ),
    ...['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({
      ...refused(`the method ${method}`, null, 405, -32000),
      method,
    })),
    {
      ...refused('another origin', request({}), 403, -32000),
      headers: { ...JSON_BOTH_WAYS, origin: 'https://evil.example' },
    },
    { ...refused('no JSON type', request({}), 415, -32000), headers: { 'content-type': 'text/plain' } },
    {
      ...refused('no type that is served', request({}), 406, -32000),
      headers: { ...JSON_BOTH_WAYS, accept: 'image/png' },
    },
  ];
}

/** An RFC 9457 problem with this code. */
function problem(code: string): LoadCall['flaw'] {
  return (text) => ((JSON.parse(text) as { code?: string }).code === code ? undefined : 'is another problem');
}

/** What is not MCP. */
export function pageCalls(): readonly LoadCall[] {
  const get = (path: string, accept: string, status: number, flaw: LoadCall['flaw']): LoadCall => ({
    name: `GET ${path} ${accept}`,
    method: 'GET',
    path,
    headers: { accept },
    body: null,
    status,
    flaw,
  });
  const has = (part: string) => (text: string) => (text.includes(part) ? undefined : `has no ${part}`);
  const form = (
    name: string,
    headers: Record<string, string>,
    body: string,
    status: number,
    code: string,
  ): LoadCall => ({
    name: `the form, ${name}`,
    method: 'POST',
    path: '/audit',
    headers,
    body,
    status,
    flaw: problem(code),
  });
  const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
  return [
    get('/health', '*/*', 200, has('"status":"ok"')),
    get('/score/nosuch.example.com', 'text/html', 404, has('Not scored yet')),
    get('/score/nosuch.example.com/md', '*/*', 404, has('# Not scored yet')),
    get('/score/nosuch.example.com/json', '*/*', 404, problem('not_found')),
    get('/score/%00%2e%2e%2fetc%2fpasswd/json', '*/*', 404, () => undefined),
    get('/score/__proto__/json', '*/*', 404, () => undefined),
    get(`/score/${'a'.repeat(4000)}/json`, '*/*', 404, () => undefined),
    get(`/score/${LISTED}/json`, '*/*', 200, has(`"target": "${LISTED}"`)),
    form(
      'of another site',
      { ...urlencoded, origin: 'https://evil.example' },
      'url=example.com',
      403,
      'cross_origin',
    ),
    form('not a form', { 'content-type': 'application/json' }, '{}', 415, 'unsupported_media_type'),
    form('no target', urlencoded, 'url=%00&__proto__=1', 400, 'invalid_target'),
    form(
      'a multipart that never ends',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="url"\r\n\r\n',
      400,
      'malformed_body',
    ),
    form('a target without end', urlencoded, `url=${'a'.repeat(10_000)}`, 400, 'invalid_target'),
    form('a form without end', urlencoded, `url=${'a'.repeat(40_000)}`, 413, 'content_too_large'),
  ];
}

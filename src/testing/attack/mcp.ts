/** MCP endpoints that respond too much, too often, or with something else. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { filled, floodOn, send404, sendHome, site } from './serve.ts';
import { ANYTHING, type AttackSite, type Expected } from './site.ts';

interface Rpc {
  readonly id?: unknown;
  readonly method?: string;
}

/** Responds to a message; `undefined` leaves it to a normal server. */
type Say = (message: Rpc, response: ServerResponse, request: IncomingMessage) => unknown;

const INITIALIZED = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'hostile', version: '1' },
};
const TOOL = { name: 'a', inputSchema: { type: 'object' } };

function ordinary({ id, method }: Rpc): object {
  if (method === 'initialize') return { jsonrpc: '2.0', id, result: INITIALIZED };
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools: [TOOL] } };
  if (method === 'tools/call')
    return { jsonrpc: '2.0', id, error: { code: -32602, message: 'unknown tool' } };
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown method' } };
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A site with a home page and an endpoint at `/mcp`. `say` returns the JSON to send, or sends a response itself. */
function endpoint(say: Say): RequestListener {
  return (request, response) => {
    const { url, method } = request;
    if (url === '/' && method === 'GET') return sendHome(response);
    if (url !== '/mcp') return send404(response);
    if (method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      let message: Rpc;
      try {
        message = JSON.parse(body) as Rpc;
      } catch {
        return json(response, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } }, 400);
      }
      if (message.id === undefined) return void response.writeHead(202).end();
      const said = say(message, response, request);
      if (response.headersSent) return;
      json(response, said ?? ordinary(message));
    });
  };
}

/** Which checks are broken depends on the endpoint; only those of MCP may be. */
const MCP: Expected = {
  ...ANYTHING,
  ends: ['scored'],
  statuses: { robots: ['absent'], 'llms-txt': ['absent'] },
};

/** The same for an endpoint that never finishes. */
const ENDLESS: Expected = { ...MCP, ends: ['scored', 'cut_short'] };

function mcp(name: string, say: Say, expects: Expected = MCP): AttackSite {
  return { name: `has an MCP endpoint that ${name}`, family: 'mcp', expects, listen: site(endpoint(say)) };
}

const with2MiB = (value: object) => filled('x', { bytes: 2 ** 21 - JSON.stringify(value).length - 200 });
const tools = (length: number, make: (i: number) => object = (i) => ({ ...TOOL, name: `tool-${i}` })) =>
  Array.from({ length }, (_, i) => make(i));
const result = (id: unknown, value: object) => ({ jsonrpc: '2.0', id, result: value });
const on =
  (method: string, say: Say): Say =>
  (message, ...rest) =>
    message.method === method ? say(message, ...rest) : undefined;

let page = 0;
let polls = 0;

export const MCP_SITES: readonly AttackSite[] = [
  mcp(
    'lists tools whose schemas nest 1,000 times',
    on('tools/list', ({ id }, response) => {
      const schema = `${'{"type":"object","properties":{"a":'.repeat(1_000)}{}${'}}'.repeat(1_000)}`;
      const list = Array.from({ length: 50 }, (_, i) => `{"name":"t${i}","inputSchema":${schema}}`).join();
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":[${list}]}}`);
    }),
  ),
  mcp(
    'has a next page for ever',
    on('tools/list', ({ id }) => {
      page += 1;
      return result(id, { tools: tools(100), nextCursor: `page-${page}` });
    }),
  ),
  mcp(
    'has a name of 2 MiB',
    on('initialize', ({ id }) => {
      return result(id, { ...INITIALIZED, serverInfo: { name: with2MiB({}), version: '1' } });
    }),
  ),
  mcp(
    'floods notifications and never answers',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      const note = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x' } })}\n\n`;
      const chunk = `${(note.length * 100).toString(16)}\r\n${note.repeat(100)}\r\n`;
      if (response.socket !== null) floodOn(response.socket, () => chunk);
    },
    ENDLESS,
  ),
  {
    name: 'has an MCP endpoint whose streams are polled for ever',
    family: 'mcp',
    expects: ENDLESS,
    listen: site(({ url, method }, response) => {
      if (url === '/' && method === 'GET') return sendHome(response);
      if (url !== '/mcp') return send404(response);
      polls += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`id: ${polls}\nretry: 1\ndata: \n\n`);
    }),
  },
  {
    name: 'asks for authorization whose metadata never end',
    family: 'mcp',
    expects: ANYTHING,
    listen: site((request, response) => {
      const { url = '/' } = request;
      const { host } = request.headers;
      if (url === '/' && request.method === 'GET') return sendHome(response);
      if (url === '/mcp') {
        const at = `http://${host}/.well-known/oauth-protected-resource/1`;
        response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${at}"`.repeat(20) }).end();
      } else if (url.startsWith('/.well-known/oauth')) {
        const next = Number(/\d+$/.exec(url)?.[0] ?? 0) + 1;
        json(response, {
          resource: `http://${host}/mcp`,
          authorization_servers: Array.from(
            { length: 5_000 },
            (_, i) => `http://${host}/.well-known/oauth-protected-resource/${next}${i}`,
          ),
          issuer: `http://${host}/${next}`,
        });
      } else send404(response);
    }),
  },
];

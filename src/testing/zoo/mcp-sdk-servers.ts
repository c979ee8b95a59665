/** Servers on both versions of the MCP SDK, in the settings that people run them with. */
import { getRequestListener } from '@hono/node-server';
import { Server as LowLevelServer } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type NodeHandler, sdkV1, sdkV2 } from '../mcp-servers.ts';
import { CALLS, CORS, except, HANDSHAKE, LEFT_OUT, MODERN, type Truth, type ZooServer } from './mcp-truth.ts';

const INFO = { name: 'zoo', version: '1.0.0' };

/** Version 1 without resources: it wants both types in Accept, and answers an unknown tool with `isError`. */
const V1: Truth = {
  pass: [
    ...except(HANDSHAKE, 'mcp-resources-list'),
    'mcp-malformed-body',
    'mcp-get-fast-fail',
    'mcp-accept-unsatisfiable',
  ],
  noncompliant: ['mcp-unknown-tool'],
  absent: [...MODERN, ...CORS, 'well-known-mcp-card'],
  n_a: ['mcp-resources-list', 'mcp-accept-json', ...LEFT_OUT],
};
/** The same without sessions: each GET opens the stream that its revisions provide for. */
const V1_STATELESS: Truth = {
  ...V1,
  pass: [...except(HANDSHAKE, 'mcp-resources-list'), 'mcp-malformed-body', 'mcp-accept-unsatisfiable'],
  n_a: ['mcp-resources-list', 'mcp-accept-json', 'mcp-get-fast-fail', ...LEFT_OUT],
};
/** Version 2 on both lanes: one of them refuses `image/png`, the other gives one JSON body. */
const V2_BOTH: Truth = {
  pass: except(CALLS, ...CORS),
  absent: [...CORS, 'well-known-mcp-card'],
  n_a: LEFT_OUT,
};

/** A v1 server for each request, without sessions. */
function stateless(
  connect: (transport: StreamableHTTPServerTransport) => Promise<void>,
  options: ConstructorParameters<typeof StreamableHTTPServerTransport>[0] = { enableJsonResponse: true },
): NodeHandler {
  return async (request, response) => {
    const transport = new StreamableHTTPServerTransport(options);
    await connect(transport);
    await transport.handleRequest(request, response);
  };
}

const transportOf = (transport: unknown) => transport as Parameters<ServerV1['connect']>[0];

/** Three pages of a tool each; another cursor than its own is an error of its own. */
function paginated(): LowLevelServer {
  const server = new LowLevelServer(INFO, { capabilities: { tools: {} } });
  const pages = ['a', 'b', 'c'];
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const at = params?.cursor === undefined ? 0 : pages.indexOf(params.cursor);
    const name = pages[at];
    if (name === undefined) throw new McpError(-32602, 'no such cursor');
    const nextCursor = pages[at + 1];
    const tools = [{ name, inputSchema: { type: 'object' as const } }];
    return nextCursor === undefined ? { tools } : { tools, nextCursor };
  });
  server.setRequestHandler(CallToolRequestSchema, () => {
    throw new McpError(-32602, 'no such tool');
  });
  return server;
}

/** Version 2 on the transport of the 2025 revisions alone. */
function olderV2(): NodeHandler {
  return getRequestListener(
    async (request) => {
      const server = new McpServer(INFO);
      server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
        content: [{ type: 'text', text }],
      }));
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: undefined,
        enableJsonResponse: true,
      });
      await server.connect(transport);
      return transport.handleRequest(request);
    },
    { overrideGlobalObjects: false },
  );
}

export const SDK_SERVERS: readonly ZooServer[] = [
  {
    name: 'v1, stateless, JSON',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': sdkV1({ json: true }).handler } }),
    truth: V1_STATELESS,
  },
  {
    name: 'v1, sessions, JSON',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': sdkV1({ sessions: true, json: true }).handler } }),
    truth: V1,
  },
  {
    name: 'v1, tools on three pages, POST alone',
    endpoint: '/mcp',
    make: () => ({
      routes: {
        'POST /mcp': stateless((transport) => paginated().connect(transportOf(transport))),
        '/mcp': { status: 405, headers: { allow: 'POST' } },
      },
    }),
    truth: {
      pass: [
        ...except(HANDSHAKE, 'mcp-resources-list'),
        'mcp-unknown-tool',
        'mcp-malformed-body',
        'mcp-get-fast-fail',
        'mcp-accept-unsatisfiable',
      ],
      absent: [...MODERN, ...CORS, 'well-known-mcp-card'],
      n_a: ['mcp-resources-list', 'mcp-accept-json', ...LEFT_OUT],
    },
  },
  {
    name: 'v2, both lanes',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': sdkV2() } }),
    truth: V2_BOTH,
  },
  {
    name: 'v2, the modern lane alone',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': sdkV2({ legacy: 'reject' }) } }),
    truth: {
      pass: ['mcp-unknown-tool', ...MODERN, 'mcp-malformed-body', 'mcp-get-fast-fail', 'mcp-accept-json'],
      absent: ['mcp-accept-unsatisfiable', ...CORS, 'well-known-mcp-card'],
      n_a: [...HANDSHAKE, ...LEFT_OUT],
    },
  },
  {
    name: 'v2, the 2025 revisions alone',
    endpoint: '/mcp',
    make: () => ({ routes: { '/mcp': olderV2() } }),
    truth: {
      pass: [
        ...except(HANDSHAKE, 'mcp-resources-list'),
        'mcp-unknown-tool',
        'mcp-malformed-body',
        'mcp-accept-unsatisfiable',
      ],
      absent: [...MODERN, ...CORS, 'well-known-mcp-card'],
      n_a: ['mcp-resources-list', 'mcp-accept-json', 'mcp-get-fast-fail', ...LEFT_OUT],
    },
  },
];

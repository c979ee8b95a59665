/** Servers on both versions of the MCP SDK, in common configurations. */
import { getRequestListener } from '@hono/node-server';
import { Server as LowLevelServer } from '@modelcontextprotocol/sdk/server/index.js';
import type { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type NodeHandler, sdkV1, sdkV1Polled, sdkV2 } from '../mcp-servers.ts';
import type { Routes } from '../serve.ts';
import { restarted, wantsBothTypes } from './mcp-parts.ts';
import { CALLS, CORS, except, HANDSHAKE, LEFT_OUT, MODERN, type Truth, type ZooServer } from './mcp-truth.ts';

const INFO = { name: 'zoo', version: '1.0.0' };

const RESOURCES = ['mcp-resources-list', 'mcp-modern-resources-miss'];
/** Checks that a 2025 server without resources does not pass. */
const OTHERS_OF_MODERN = except(MODERN, 'mcp-modern-resources-miss');

/** Version 1 without resources: it requires both types in Accept, and responds to an unknown tool with `isError`. */
const V1: Truth = {
  pass: [
    ...except(HANDSHAKE, 'mcp-resources-list'),
    'mcp-malformed-body',
    'mcp-get-fast-fail',
    'mcp-accept-unsatisfiable',
  ],
  noncompliant: ['mcp-unknown-tool'],
  absent: [...OTHERS_OF_MODERN, ...CORS, 'well-known-mcp-card'],
  n_a: [...RESOURCES, 'mcp-accept-json', ...LEFT_OUT],
};
/** The same without sessions: each GET opens the stream that its revisions define. */
const V1_STATELESS: Truth = {
  ...V1,
  pass: [...except(HANDSHAKE, 'mcp-resources-list'), 'mcp-malformed-body', 'mcp-accept-unsatisfiable'],
  n_a: [...RESOURCES, 'mcp-accept-json', 'mcp-get-fast-fail', ...LEFT_OUT],
};
/** Version 2 on both lanes: one refuses `image/png`, the other sends one JSON body. */
const V2_BOTH: Truth = {
  pass: except(CALLS, ...CORS),
  absent: [...CORS, 'well-known-mcp-card'],
  n_a: LEFT_OUT,
};

const TOOLS_LISTS = ['mcp-tools-list', 'mcp-modern-tools-list'];
const NO_RESOURCES: Truth = {
  ...V2_BOTH,
  pass: except(CALLS, ...CORS, ...RESOURCES),
  n_a: [...LEFT_OUT, ...RESOURCES],
};
/** Version 1 with a low-level server, which responds to an unknown tool correctly. */
const PAGINATED: Truth = {
  pass: [
    ...except(HANDSHAKE, 'mcp-resources-list'),
    'mcp-unknown-tool',
    'mcp-malformed-body',
    'mcp-get-fast-fail',
    'mcp-accept-unsatisfiable',
  ],
  absent: [...OTHERS_OF_MODERN, ...CORS, 'well-known-mcp-card'],
  n_a: [...RESOURCES, 'mcp-accept-json', ...LEFT_OUT],
};

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

/** Pages of one tool each, three by default; a wrong cursor is an error. */
function paginated(names = 'abc'): LowLevelServer {
  const server = new LowLevelServer(INFO, { capabilities: { tools: {} } });
  const pages = [...names];
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

/** Version 2 with only the transport of the 2025 revisions. */
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

const addEcho = (server: McpServer, description: string) =>
  server.registerTool('echo', { description, inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));

const served = (name: string, handler: () => NodeHandler, truth: Truth): ZooServer => ({
  name,
  endpoint: '/mcp',
  make: () => ({ routes: { '/mcp': handler() } }),
  truth,
});

const postOnly = (handler: NodeHandler): Routes => ({
  'POST /mcp': handler,
  '/mcp': { status: 405, headers: { allow: 'POST' } },
});

export const SDK_SERVERS: readonly ZooServer[] = [
  served('v1, stateless, JSON', () => sdkV1({ json: true }).handler, V1_STATELESS),
  served('v1, sessions, JSON', () => sdkV1({ sessions: true, json: true }).handler, V1),
  {
    name: 'v1, tools on three pages, POST alone',
    endpoint: '/mcp',
    make: () => ({ routes: postOnly(stateless((transport) => paginated().connect(transportOf(transport)))) }),
    truth: PAGINATED,
  },
  {
    name: 'v1, tools on six pages',
    endpoint: '/mcp',
    make: () => ({
      routes: postOnly(stateless((transport) => paginated('abcdef').connect(transportOf(transport)))),
    }),
    truth: {
      ...PAGINATED,
      pass: except(PAGINATED.pass ?? [], 'mcp-tools-list'),
      error: ['mcp-tools-list'],
    },
  },
  served('v1, streams that are polled', () => sdkV1Polled(), {
    ...V1,
    pass: [...(V1.pass ?? []), 'mcp-unknown-tool'],
    noncompliant: [],
  }),
  served(
    'v1, restarted between two requests',
    () => restarted(sdkV1({ sessions: true, json: true }).handler),
    V1,
  ),
  served('v2, a tool of 3 MiB', () => sdkV2({}, (server) => void addEcho(server, 'x'.repeat(3 << 20))), {
    ...NO_RESOURCES,
    pass: except(NO_RESOURCES.pass ?? [], ...TOOLS_LISTS, 'mcp-accept-json'),
    error: [...TOOLS_LISTS, 'mcp-accept-json'],
  }),
  served('v2, every tool disabled', () => sdkV2({}, (server) => addEcho(server, 'Echoes').disable()), {
    ...NO_RESOURCES,
    pass: except(NO_RESOURCES.pass ?? [], ...TOOLS_LISTS),
    noncompliant: TOOLS_LISTS,
  }),
  served(
    'v2, every tool disabled, and a prompt',
    () =>
      sdkV2({}, (server) => {
        addEcho(server, 'Echoes').disable();
        server.registerPrompt('hello', {}, () => ({ messages: [] }));
      }),
    {
      ...NO_RESOURCES,
      pass: except(NO_RESOURCES.pass ?? [], ...TOOLS_LISTS),
      n_a: [...(NO_RESOURCES.n_a ?? []), ...TOOLS_LISTS],
    },
  ),
  served(
    'v2, the modern lane alone, for clients of both types',
    () => wantsBothTypes(sdkV2({ legacy: 'reject' })),
    {
      pass: [
        'mcp-unknown-tool',
        ...MODERN,
        'mcp-malformed-body',
        'mcp-get-fast-fail',
        'mcp-accept-unsatisfiable',
      ],
      absent: [...CORS, 'well-known-mcp-card'],
      n_a: [...HANDSHAKE, 'mcp-accept-json', ...LEFT_OUT],
    },
  ),
  served('v2, both lanes', () => sdkV2(), V2_BOTH),
  served('v2, the modern lane alone', () => sdkV2({ legacy: 'reject' }), {
    pass: ['mcp-unknown-tool', ...MODERN, 'mcp-malformed-body', 'mcp-get-fast-fail', 'mcp-accept-json'],
    absent: ['mcp-accept-unsatisfiable', ...CORS, 'well-known-mcp-card'],
    n_a: [...HANDSHAKE, ...LEFT_OUT],
  }),
  served('v2, the 2025 revisions alone', () => olderV2(), {
    pass: [
      ...except(HANDSHAKE, 'mcp-resources-list'),
      'mcp-unknown-tool',
      'mcp-malformed-body',
      'mcp-accept-unsatisfiable',
    ],
    absent: [...OTHERS_OF_MODERN, ...CORS, 'well-known-mcp-card'],
    n_a: [...RESOURCES, 'mcp-accept-json', 'mcp-get-fast-fail', ...LEFT_OUT],
  }),
];

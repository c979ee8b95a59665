/** MCP servers for tests, built with both SDKs, each at `/mcp` of its own site. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js';
import { Server as LowLevelServer } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

const INFO = { name: 'test-server', version: '1.0.0' };

function withEchoAndReadme(server: McpServer): void {
  const inputSchema = z.object({ text: z.string() });
  server.registerTool('echo', { description: 'Echoes', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  server.registerResource('readme', 'test://readme', { description: 'Read me' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'Hello' }],
  }));
}

/** Returns a server on version 2 of the SDK: both lanes, or only the modern one. */
export function sdkV2(
  options: { legacy?: 'stateless' | 'reject' } = {},
  register: (server: McpServer) => void = withEchoAndReadme,
): NodeHandler {
  const handler = createMcpHandler(() => {
    const server = new McpServer(INFO);
    register(server);
    return server;
  }, options);
  return getRequestListener((request) => handler.fetch(request), { overrideGlobalObjects: false });
}

interface V1Options {
  readonly sessions?: boolean;
  readonly json?: boolean;
}

function serverV1(): ServerV1 {
  const server = new ServerV1(INFO);
  server.registerTool('echo', { description: 'Echoes', inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}

/** Returns a server on version 1 of the SDK; `sessions` contains the ids of open sessions. */
export function sdkV1(options: V1Options = {}): { handler: NodeHandler; sessions: Set<string> } {
  const open = new Map<string, StreamableHTTPServerTransport>();
  const sessions = new Set<string>();
  const json = options.json ?? false;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? open.get(id) : undefined;
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport(
      options.sessions === true
        ? {
            sessionIdGenerator: () => randomUUID(),
            enableJsonResponse: json,
            onsessioninitialized: (sessionId) => {
              open.set(sessionId, transport);
              sessions.add(sessionId);
            },
            onsessionclosed: (sessionId) => void sessions.delete(sessionId),
          }
        : { enableJsonResponse: json },
    );
    await serverV1().connect(transport as Parameters<ServerV1['connect']>[0]);
    return transport.handleRequest(request, response);
  };
  return { handler: (request, response) => void answer(request, response), sessions };
}

const ECHO = { name: 'echo', inputSchema: { type: 'object' as const } };

/**
 * Returns a version 1 server with an event store, as servers with long calls use it: the handler closes the stream of the
 * request, and the client polls (SEP-1699).
 */
export function sdkV1Polled(): NodeHandler {
  const open = new Map<string, StreamableHTTPServerTransport>();
  const server = () => {
    const made = new LowLevelServer(INFO, { capabilities: { tools: {} } });
    const later = async <T>({ closeSSEStream }: { closeSSEStream?: () => void }, value: T) => {
      closeSSEStream?.();
      await setTimeout(20);
      return value;
    };
    made.setRequestHandler(ListToolsRequestSchema, (_, extra) => later(extra, { tools: [ECHO] }));
    made.setRequestHandler(CallToolRequestSchema, async (_, extra) => {
      await later(extra, undefined);
      throw new McpError(-32602, 'no such tool');
    });
    return made;
  };
  return async (request, response) => {
    const known = open.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) return known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: new InMemoryEventStore(),
      retryInterval: 10,
      onsessioninitialized: (id) => void open.set(id, transport),
    });
    await server().connect(transport as Parameters<ServerV1['connect']>[0]);
    await transport.handleRequest(request, response);
  };
}

/** A request as a server received it: headers by name, and the body, parsed if it is JSON. */
export interface Captured {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Returns a proxy to the server at `upstream` that records every request in `log`. */
export function capture(log: Captured[], upstream: string): NodeHandler {
  return async (incoming, response) => {
    const body = await textOf(incoming).catch(() => '');
    const { method = '', url = '/' } = incoming;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    );
    log.push({ method, url, headers, body: body === '' ? undefined : readJson(body) });
    const onward = request(new URL(url, upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.end(body);
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** MCP servers on other SDKs than the two official ones, and gateways before a server on standard input and output. */
import { bin, file, node, type Stack } from '../process.ts';
import { onPort } from './frameworks.ts';

export const fastMcp = (): Promise<Stack> => onPort((port) => node('apps/mcp/fastmcp.mjs', port));
export const tmcp = (): Promise<Stack> => onPort((port) => node('apps/mcp/tmcp.mjs', port));
export const mcpLite = (): Promise<Stack> => onPort((port) => node('apps/mcp/mcp-lite.mjs', port));
export const honoMcp = (): Promise<Stack> => onPort((port) => node('apps/mcp/hono-mcp.mjs', port));
export const fastifyMcp = (): Promise<Stack> => onPort((port) => node('apps/mcp/fastify-mcp.mjs', port));
export const nestMcp = (): Promise<Stack> => onPort((port) => node('apps/mcp/nest.mjs', port));

const STDIO = `${process.execPath} ${file('apps/mcp/stdio.mjs')}`;

const gateway = (...args: string[]): Promise<Stack> =>
  onPort((port) => ({
    command: bin('supergateway'),
    args: ['--stdio', STDIO, '--port', port, '--logLevel', 'none', ...args],
  }));

/** supergateway before a stdio server, a process of it for each request. */
export const supergateway = (): Promise<Stack> => gateway('--outputTransport', 'streamableHttp');

/** supergateway as it is started by default: HTTP+SSE of 2024 alone. */
export const supergatewaySse = (): Promise<Stack> => gateway('--outputTransport', 'sse');

/** mcp-proxy, which keeps one stdio server for all clients. */
export const mcpProxy = (): Promise<Stack> =>
  onPort((port) => ({
    command: bin('mcp-proxy'),
    args: ['--host', '127.0.0.1', '--port', port, '--', process.execPath, file('apps/mcp/stdio.mjs')],
  }));

/** The reference server, streamable HTTP with sessions (v1 SDK, Express). */
export const everything = (): Promise<Stack> =>
  onPort((port) => ({
    command: bin('mcp-server-everything'),
    args: ['streamableHttp'],
    env: { PORT: port },
  }));

/** MCP servers on unofficial SDKs, and gateways in front of a stdio server. */
import { bin, file, node, type Stack } from '../process.ts';
import { onPort } from './frameworks.ts';

export const tmcp = (): Promise<Stack> => onPort((port) => node('apps/mcp/tmcp.mjs', port));

const STDIO = `${process.execPath} ${file('apps/mcp/stdio.mjs')}`;

/** supergateway, which starts a stdio server for each request. */
export const supergateway = (): Promise<Stack> =>
  onPort((port) => ({
    command: bin('supergateway'),
    args: ['--stdio', STDIO, '--port', port, '--logLevel', 'none', '--outputTransport', 'streamableHttp'],
  }));

/** mcp-proxy, which uses one stdio server for all clients. */
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

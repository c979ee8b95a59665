import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen } from '../../../testing/servers.ts';
import type { Library, Scorecards } from '../../api.ts';
import { callerAt } from '../../caller.ts';
import { type McpCall, type McpHandler, mcpHandler } from '../handler.ts';

/** A running endpoint, which `await using` stops. */
export interface ServedEndpoint extends AsyncDisposable {
  /** The origin, `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly url: URL;
  /** The reported messages, in order. */
  readonly calls: McpCall[];
  /** Errors that callers did not see. */
  readonly errors: unknown[];
}

interface Services {
  readonly library: (origin: string) => Library;
  readonly scorecards: Scorecards;
}

export async function serveEndpoint({ library, scorecards }: Services): Promise<ServedEndpoint> {
  const calls: McpCall[] = [];
  const errors: unknown[] = [];
  const mounted: { handler?: McpHandler } = {};
  const listener = getRequestListener(
    async (request) =>
      mounted.handler?.(request, callerAt('203.0.113.7'), (call) => calls.push(call)) ??
      new Response('Not found', { status: 404 }),
    { overrideGlobalObjects: false },
  );
  // Connections must stay open while a test computes.
  const server = await listen(createServer({ keepAliveTimeout: 0 }, listener), 'http');
  const { url: origin } = server;
  mounted.handler = mcpHandler({
    library: library(origin),
    scorecards,
    onError: (error) => errors.push(error),
  });
  return { ...server, origin, url: new URL('/mcp', origin), calls, errors };
}

/** A loopback server in front of a site: forwards everything, or changes it as a brief describes. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { Agent, request as send } from 'undici';
import type { Handler } from '../../app/demo/site.ts';
import { listen, type TestServer } from '../servers.ts';

/** Headers of a single connection, or that would make the body unreadable here. */
const NOT_PASSED =
  /^(?:connection|keep-alive|transfer-encoding|content-length|host|accept-encoding|upgrade)$/;
const HAS_NO_BODY = new Set([204, 205, 304]);

interface Front extends TestServer {
  /** Sets the handler for all further requests. It may send requests to the site behind. */
  change(handler: (behind: Handler) => Handler): void;
}

/**
 * Serves the site at `upstream` under its own URL, which replaces the site's URL in every text.
 *
 * @param connections the maximum number of connections to the site
 */
export async function serveFront(upstream: string, connections: number): Promise<Front> {
  const agent = new Agent({ connections });
  let url = upstream;
  const behind: Handler = async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const answer = await send(upstream + pathname + search, {
      dispatcher: agent,
      method: request.method as 'GET',
      headers: Object.fromEntries([...request.headers].filter(([name]) => !NOT_PASSED.test(name))),
      ...(body !== '' && { body: inverse(body) }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (NOT_PASSED.test(name)) continue;
      for (const one of [value ?? []].flat()) headers.append(name, one.replaceAll(upstream, url));
    }
    const status = answer.statusCode;
    const isStream = request.method === 'GET' && headers.get('content-type')?.includes('event-stream');
    if (isStream) return new Response(Readable.toWeb(answer.body) as ReadableStream, { status, headers });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const text = Buffer.from(bytes.toString('latin1').replaceAll(upstream, url), 'latin1');
    return new Response(HAS_NO_BODY.has(status) ? null : Uint8Array.from(text), { status, headers });
  };
  const inverse = (text: string) => text.replaceAll(url, upstream);
  let handler = behind;
  const listener = getRequestListener((request) => handler(request), { overrideGlobalObjects: false });
  const server = await listen(
    createServer((request, response) => void listener(request, response)),
    'http',
  );
  url = server.url;
  return {
    ...server,
    change: (make) => {
      handler = make(behind);
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await agent.destroy();
    },
  };
}

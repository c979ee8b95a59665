/** Runs servers for this machine alone. They listen on loopback and accept only requests for this machine's names. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { AuditError } from '../../base/errors.ts';
import { isLoopbackName } from '../../service/incoming/own-page.ts';

/** Both addresses of `localhost`. If this program listened on only one, another program could listen on the other. */
const ADDRESSES = ['127.0.0.1', '::1'] as const;
/** How long an idle connection stays open, in milliseconds, as on hosting platforms. */
const KEEP_ALIVE_MS = 60_000;
/** The error codes if a machine without IPv6 tries to listen on `::1`. */
const NOT_THERE: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on a loopback port until the returned object is disposed of. Rejects requests for other host names, because a page of
 * another site could reach the server by DNS rebinding.
 * @throws AuditError if the port is not available
 */
export async function listenLocally(port: number, listener: RequestListener): Promise<AsyncDisposable> {
  const servers: Server[] = [];
  const stop = async () => {
    await Promise.all(servers.map(closed));
  };
  for (const address of ADDRESSES) {
    const server = createServer((request, response) => {
      if (namesThisMachine(request)) return listener(request, response);
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('This server accepts requests for localhost only.\n');
    });
    // A client that pauses between two calls expects its connection to stay open.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    const error = await listening(server, port, address);
    if (error === undefined) servers.push(server);
    else if (address === '127.0.0.1' || !NOT_THERE.has(error.code ?? '')) {
      await stop();
      throw new AuditError(
        'io',
        `The site cannot be served on port ${port} of ${address}: ${error.message}.`,
        {
          hint: 'Another program may have taken the port during the build, and the built pages contain it. Run npm start again: it chooses a free port, or name one with --port.',
          cause: error,
        },
      );
    }
  }
  return { [Symbol.asyncDispose]: stop };
}

/** Returns whether a port is free on every loopback address of this machine. */
export async function canListen(port: number): Promise<boolean> {
  for (const address of ADDRESSES) {
    const server = createNetServer();
    const error = await listening(server, port, address);
    if (error === undefined) await closed(server);
    else if (address === '127.0.0.1' || !NOT_THERE.has(error.code ?? '')) return false;
  }
  return true;
}

/** @throws AuditError if no port of this machine is free */
export async function freePort(): Promise<number> {
  const server = createNetServer();
  const error = await listening(server, 0, '127.0.0.1');
  if (error !== undefined) {
    throw new AuditError('configuration', 'No port of 127.0.0.1 is free.', {
      hint: 'Allow this program to listen on a free port of this machine.',
      cause: error,
    });
  }
  const { port } = server.address() as AddressInfo;
  await closed(server);
  return port;
}

function namesThisMachine({ headers: { host = '' } }: IncomingMessage): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopbackName(new URL(url).hostname);
}

type NetServer = ReturnType<typeof createNetServer>;

/** Makes a server listen. Returns the error; `undefined` once the server listens. */
function listening(
  server: NetServer,
  port: number,
  host: string,
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ port, host, ipv6Only: true }, () => {
      server.off('error', resolve);
      resolve(undefined);
    });
  });
}

function closed(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
  });
}

/**
 * A network of the test's own: its names, its sites on public addresses, and a canary on every other address there is.
 * It stands in for the kernel at the last call that Node makes (`TCP.connect`), so that everything above it is real, the
 * address that is dialled included, and nothing leaves the machine. Whoever dials gets a real connection to loopback.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Lookup } from '../audit/io/connect.ts';
import { listen } from './servers.ts';

interface TestNetworkOptions {
  /** What each name resolves to: the answers in turn, the last one for ever. Other names do not exist. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Ports of 127.0.0.1, by the address that they stand for: `93.184.215.14:80`, `[2606:4700::1]:80`. */
  readonly sites?: Readonly<Record<string, number>>;
}

export interface TestNetwork extends AsyncDisposable {
  /** Resolves the names. */
  readonly lookup: Lookup;
  /** The names that were resolved, in order. */
  readonly resolved: readonly string[];
  /** The addresses that were dialled, in order, in the form of `sites`. */
  readonly dialled: readonly string[];
  /** How many connections the canary has seen. */
  readonly calls: () => number;
}

/** What Node's `TCP` handles dial with; the result is 0 or an error of the system. */
type Dial = (this: unknown, request: unknown, address: string, port: number) => number;
type Tcp = Record<'connect' | 'connect6', Dial>;

const CANARY = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ncanary';

/** Takes the place of the network until it is disposed of. A process has one network: no two at a time. */
export async function testNetwork({ names = {}, sites = {} }: TestNetworkOptions = {}): Promise<TestNetwork> {
  // Whatever is said to it, a TLS handshake too, it answers in plain text at once.
  const sing = (socket: Socket) => socket.once('data', () => socket.end(CANARY));
  const canary = await listen(createServer(sing), 'http');
  const resolved: string[] = [];
  const dialled: string[] = [];
  const tcp = await tcpHandles();
  const { connect, connect6 } = tcp;
  const lead = (handle: unknown, request: unknown, at: string) => {
    dialled.push(at);
    return connect.call(handle, request, '127.0.0.1', sites[at] ?? canary.port);
  };
  tcp.connect = function (request, address, port) {
    return lead(this, request, `${address}:${port}`);
  };
  tcp.connect6 = function (request, address, port) {
    return lead(this, request, `[${address}]:${port}`);
  };
  return {
    resolved,
    dialled,
    calls: canary.connections,
    lookup(hostname, _options, callback) {
      const answers = names[hostname];
      const turn = resolved.filter((name) => name === hostname).length;
      resolved.push(hostname);
      const answer = answers?.[Math.min(turn, answers.length - 1)];
      if (answer === undefined) callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
      else
        callback(
          null,
          answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
    },
    async [Symbol.asyncDispose]() {
      Object.assign(tcp, { connect, connect6 });
      await canary[Symbol.asyncDispose]();
    },
  };
}

/** The prototype of Node's own TCP handles, which has no public name. */
async function tcpHandles(): Promise<Tcp> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { _handle: handle } = server as unknown as { _handle: object };
  server.close();
  return Object.getPrototypeOf(handle) as Tcp;
}

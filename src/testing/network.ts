/**
 * A simulated network: its names, its sites on public addresses, and a canary on every other address. It replaces the last
 * call that Node makes to the kernel (`TCP.connect`). So everything above it is real, including the dialled address, and
 * nothing leaves the machine. Callers get a real connection to loopback.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Lookup } from '../audit/io/connect.ts';
import { listen } from './servers.ts';

interface TestNetworkOptions {
  /** The addresses of each name: one list for each lookup, the last one repeated. Other names do not exist. */
  readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Ports of 127.0.0.1, by the address that they replace: `93.184.215.14:80`, `[2606:4700::1]:80`. */
  readonly sites?: Readonly<Record<string, number>>;
}

export interface TestNetwork extends AsyncDisposable {
  readonly lookup: Lookup;
  readonly resolved: readonly string[];
  /** The dialled addresses, in order, in the form of `sites`. */
  readonly dialled: readonly string[];
  readonly calls: () => number;
}

/** The method of Node's `TCP` handles that dials; returns 0 or a system error. */
type Dial = (this: unknown, request: unknown, address: string, port: number) => number;
type Tcp = Record<'connect' | 'connect6', Dial>;

const CANARY = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ncanary';

/** Replaces the network of this process until disposed of. Only one can exist at a time. */
export async function testNetwork({ names = {}, sites = {} }: TestNetworkOptions = {}): Promise<TestNetwork> {
  // It responds to anything, even a TLS handshake, with plain text at once.
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

/** Returns the prototype of Node's TCP handles, which has no public name. */
async function tcpHandles(): Promise<Tcp> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { _handle: handle } = server as unknown as { _handle: object };
  server.close();
  return Object.getPrototypeOf(handle) as Tcp;
}

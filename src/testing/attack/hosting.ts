/** The process that serves hostile sites, from the side of those who audit them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { HostOrder, HostReply } from './host.ts';

export interface Hosting extends AsyncDisposable {
  /** Serves a site, by its name, on an address of its own. */
  serve(name: string): Promise<Hosted>;
}

export interface Hosted {
  readonly url: string;
  /** Stops it; the answer is what it has seen that it must not see, in words. */
  stop(): Promise<readonly string[]>;
}

/** Of 127.0.0.0/8, those that the certificate is for. */
const FIRST = 2;
const LAST = 200;
let address = FIRST;

export async function startHosting(): Promise<Hosting> {
  const child = fork(new URL('./host.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const waiting = new Map<number, PromiseWithResolvers<HostReply>>();
  child.on('message', (reply: HostReply) => waiting.get(reply.id)?.resolve(reply));
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the process of hostile sites has ended'));
  });
  let last = 0;
  const order = (what: Without<HostOrder, 'id'>) => {
    const reply = Promise.withResolvers<HostReply>();
    last += 1;
    waiting.set(last, reply);
    child.send({ id: last, ...what }, (error) => error !== null && reply.reject(error));
    return reply.promise;
  };
  return {
    async serve(name) {
      const host = `127.0.0.${address}`;
      address = address === LAST ? FIRST : address + 1;
      const { url } = await order({ serve: name, host });
      return { url, stop: async () => (await order({ stop: url })).misdeeds };
    },
    [Symbol.asyncDispose]: () => ended(child),
  };
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** Ends a child that ends when its channel does. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exit;
}

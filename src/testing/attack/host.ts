/**
 * Serves hostile sites in a process of its own, which they may keep as busy as they like. Talks over IPC; an order without
 * an answer within seconds is one of a site that has stopped its own server.
 */
import type { AttackServer } from './site.ts';
import { ATTACK_SITES } from './sites.ts';

/** What the process is told: to serve a site, or to stop one and say what was left open. */
export type HostOrder =
  | { readonly id: number; readonly serve: string; readonly host: string }
  | { readonly id: number; readonly stop: string };

export interface HostReply {
  readonly id: number;
  readonly url: string;
  /** What the site has seen that it must not see: connections that are still open, and its own misdeeds. */
  readonly misdeeds: readonly string[];
}

/** How long connections may take to be gone once an audit has ended, in milliseconds. */
const CLOSING_MS = 6_000;
const LOOK_MS = 20;

const served = new Map<string, AttackServer>();

async function obey(order: HostOrder): Promise<HostReply> {
  const { id } = order;
  if ('serve' in order) {
    const site = ATTACK_SITES.find(({ name }) => name === order.serve);
    if (site === undefined) throw new Error(`There is no site that ${order.serve}.`);
    const server = await site.listen(order.host);
    served.set(server.url, server);
    return { id, url: server.url, misdeeds: [] };
  }
  const server = served.get(order.stop);
  if (server === undefined) throw new Error(`Nothing is served at ${order.stop}.`);
  const until = performance.now() + CLOSING_MS;
  while (server.open() > 0 && performance.now() < until)
    await new Promise((done) => setTimeout(done, LOOK_MS));
  const open = server.open();
  const misdeeds = server.misdeeds?.() ?? [];
  served.delete(order.stop);
  await server[Symbol.asyncDispose]();
  return {
    id,
    url: order.stop,
    misdeeds: open === 0 ? misdeeds : [...misdeeds, `${open} connections are open`],
  };
}

process.on('message', (order: HostOrder) => void obey(order).then((reply) => process.send?.(reply)));
process.on('disconnect', () => process.exit(0));
process.send?.('up');

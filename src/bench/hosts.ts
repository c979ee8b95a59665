/** Hosts of the bench: any number of names, all served at one port of this machine. */
import type { ListedHost } from '../scorecard/record.ts';

export function targetOf(name: string, port: string): ListedHost {
  const host = `${name}.example:${port}`;
  return { host, name, description: 'A site of the bench.', category: 'demo', url: `http://${host}/` };
}

/** Every name leads to this machine; all else is what an audit of the network uses. */
export function addressesOf(names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [`${name}.example`, ['127.0.0.1']]));
}

export function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `site-${i}`);
}

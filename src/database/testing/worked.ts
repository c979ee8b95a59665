/** Sites of loopback addresses that keep a ledger, and a catalog of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileNameOf } from '../../results/file-names.ts';
import { listen } from '../../testing/servers.ts';

/** A request of a worker, which its User-Agent names. */
export interface Asked {
  readonly host: string;
  readonly worker: string;
}

/** Serves all of 127.0.0.0/8 at one port: each address is a site of its own. */
export async function serveMany(): Promise<
  AsyncDisposable & { readonly port: number; readonly ledger: Asked[] }
> {
  const ledger: Asked[] = [];
  const server = createServer(({ headers, url }, response) => {
    const worker = /https:\/\/(worker-\d+)\.example/.exec(headers['user-agent'] ?? '')?.[1] ?? 'nobody';
    ledger.push({ host: headers.host ?? '', worker });
    const isHome = url === '/';
    response.writeHead(isHome ? 200 : 404, { 'content-type': isHome ? 'text/html' : 'text/plain' });
    response.end(
      isHome ? '<!doctype html><title>A site</title><h1>A site</h1><p>Some words of it.' : 'Not found',
    );
  });
  return { ...(await listen(server, 'http', '0.0.0.0')), ledger };
}

/** Writes a list of targets. */
export function writeTargets(folder: string, hosts: readonly string[], scheme = 'http'): void {
  mkdirSync(folder, { recursive: true });
  for (const host of hosts) {
    const target = {
      host,
      name: host,
      description: 'A site for a test.',
      category: 'api',
      url: `${scheme}://${host}/`,
    };
    writeFileSync(join(folder, `${fileNameOf(host)}.json`), `${JSON.stringify(target, null, 2)}\n`);
  }
}

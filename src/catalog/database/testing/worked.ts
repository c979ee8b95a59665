/** Serves sites on loopback addresses, records their requests, and runs the commands of a catalog of these sites. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type CliRun, cli, startCli } from '../../../testing/cli.ts';
import { listen, type TestServer } from '../../../testing/servers.ts';
import { fileNameOf, Store } from '../../results/store.ts';
import type { QueueStatus, WorkRecord } from '../../run/command/database-tasks.ts';
import { newCatalog, type TestPostgres } from './postgres.ts';

export const PROGRAM = fileURLToPath(new URL('../../../../scripts/audit-catalog.ts', import.meta.url));

/** A request from a worker, which is identified by its User-Agent. */
export interface WorkerRequest {
  readonly host: string;
  readonly worker: string;
}

interface ManySites extends AsyncDisposable {
  readonly ports: readonly number[];
  readonly ledger: readonly WorkerRequest[];
  /** Waits until workers have requested this many hosts. */
  readonly asked: (hosts: number) => Promise<void>;
}

/** Serves all of 127.0.0.0/8 on `ports` ports. Each combination of an address and a port is a site. */
export async function serveMany(ports = 1): Promise<ManySites> {
  await using servers = new AsyncDisposableStack();
  const ledger: WorkerRequest[] = [];
  const hosts = new Set<string>();
  const serve = async (): Promise<TestServer> => {
    const server = createServer(({ headers: { host = '', ...headers }, url }, response) => {
      const worker = /https:\/\/(worker-\d+)\.example/.exec(headers['user-agent'] ?? '')?.[1] ?? 'nobody';
      ledger.push({ host, worker });
      hosts.add(host);
      const isHome = url === '/';
      response.writeHead(isHome ? 200 : 404, { 'content-type': isHome ? 'text/html' : 'text/plain' });
      response.end(
        isHome ? '<!doctype html><title>A site</title><h1>A site</h1><p>Some words of it.' : 'Not found',
      );
    });
    return servers.use(await listen(server, 'http', '0.0.0.0'));
  };
  const started = await Promise.all(Array.from({ length: ports }, serve));
  const stack = servers.move();
  return {
    ports: started.map(({ port }) => port),
    ledger,
    asked: async (count) => {
      while (hosts.size < count) await sleep(20);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Returns this many hosts for each port, each with an address of its own. */
export function hostsAt(ports: readonly number[], addresses: number): string[] {
  return ports.flatMap((port) =>
    Array.from({ length: addresses }, (_, i) => `127.1.${i >> 8}.${i & 255}:${port}`),
  );
}

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

/** Returns the texts of the files in a folder, by name. */
export const filesIn = (path: string) =>
  Object.fromEntries(
    readdirSync(path)
      .filter((name) => /\.jsonl?$/.test(name))
      .map((name) => [name, readFileSync(join(path, name), 'utf8')]),
  );

/** Creates a catalog in a new database, and returns functions that run its commands. */
export async function catalogOf(
  postgres: TestPostgres,
  folder: string,
  {
    name,
    hosts,
    scheme,
  }: { readonly name: string; readonly hosts: readonly string[]; readonly scheme?: string },
) {
  const url = await newCatalog(postgres, name);
  const [targets, results] = [join(folder, name, 'targets'), join(folder, name, 'results')];
  writeTargets(targets, hosts, scheme);
  const options = { program: PROGRAM, env: { CATALOG_DATABASE: url } };
  const run = (...args: string[]) => cli(args, options);
  const folders = ['--targets', targets, '--results', results];
  const imported = await run('import', ...folders);
  if (imported.code !== 0) throw new Error(imported.stderr);
  const done = async () => {
    const count = "SELECT count(*) FROM pgboss.job WHERE name = 'audits' AND state = 'completed'";
    return Number(await postgres.sql(name, count));
  };
  return {
    run,
    folder: results,
    status: async (): Promise<QueueStatus> => JSON.parse((await run('status', '--json')).stdout),
    /** Starts a worker whose requests contain its number. */
    worker: (i: number, ...args: string[]) =>
      startCli(['worker', '--network', 'any', '--base-url', `https://worker-${i}.example`, ...args], options),
    async finished() {
      while ((await done()) < hosts.length) await sleep(500);
    },
    async exported(): Promise<Store> {
      const { code, stderr } = await run('export', ...folders);
      if (code !== 0) throw new Error(stderr);
      return new Store({ results, recordings: results, dryRun: true });
    },
  };
}

export function logOf({ stdout }: CliRun): WorkRecord[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/**
 * Finds audits that overlapped another audit of the same domain. If so, a worker returned to a host more often than it
 * logged audits of the host, because others requested the domain in between. A killed worker may have one unlogged audit.
 * @param ended the workers in order of their numbers, from 1
 */
export function overlaps(
  ledger: readonly WorkerRequest[],
  ended: readonly (CliRun & { signal: string | null })[],
): string[] {
  const audits = new Map<string, number>();
  ended.forEach((worker, i) => {
    for (const { host } of logOf(worker)) {
      const key = `${host} worker-${i + 1}`;
      audits.set(key, (audits.get(key) ?? 0) + 1);
    }
  });
  const turns = new Map<string, number>();
  const last = new Map<string, string>();
  for (const { host, worker } of ledger) {
    const domain = host.replace(/:.*/, '');
    const key = `${host} ${worker}`;
    // Some requests have another User-Agent, which names no worker.
    if (worker === 'nobody' || last.get(domain) === key) continue;
    last.set(domain, key);
    turns.set(key, (turns.get(key) ?? 0) + 1);
  }
  const killed = new Set(ended.flatMap(({ signal }, i) => (signal === null ? [] : [`worker-${i + 1}`])));
  return [...turns].flatMap(([key, count]) => {
    const most = (audits.get(key) ?? 0) + (killed.has(key.split(' ')[1] ?? '') ? 1 : 0);
    return count > most ? [`${key}: ${count} turns, ${most} audits`] : [];
  });
}

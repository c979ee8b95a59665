/** nginx for journeys: the project's `nginx.conf` is the server of its site, `conf.d/` what stands beside it. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Stack, serve } from '../process.ts';
import { nginxConfig, nginxProgram } from '../servers/static.ts';
import type { Place } from './configuration.ts';
import { writeIn } from './journey.ts';

/** Where a plan's configuration is in such a project. */
export const NGINX_PLACES: Readonly<Record<string, Place>> = {
  'http { … }': { file: 'conf.d/agents.conf' },
  'server { … }': { file: 'nginx.conf', within: /^server \{$/ },
};

/** What stands in its http block. */
export async function httpOf(folder: string): Promise<string> {
  const text = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
  return `${await text('conf.d/agents.conf')}${await text('nginx.conf')}`;
}

/** Serves the folder `published` of a project. */
export async function serveByNginx(folder: string, port: number, published: string): Promise<Stack> {
  const run = join(folder, '.nginx');
  await mkdir(run, { recursive: true });
  const http = (await httpOf(folder))
    .replaceAll('/var/www/example', join(folder, published))
    .replaceAll('listen 80;', `listen 127.0.0.1:${port};`);
  await writeIn(run, 'main.conf', nginxConfig(run, http));
  return serve(`http://127.0.0.1:${port}`, nginxProgram(join(run, 'main.conf'), run));
}

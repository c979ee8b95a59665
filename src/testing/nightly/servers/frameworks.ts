/** Frameworks from the npm registry, each built and served by its own commands. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, file, freePort, node, type Program, run, type Stack, serve } from '../process.ts';

/** Disables telemetry and update notices. */
const QUIET = {
  NEXT_TELEMETRY_DISABLED: '1',
  DISABLE_UPDATE_CHECK: '1',
  CI: '1',
};

/** Builds a copy of an application within this folder, where its packages are found. */
async function built(name: string, ...args: [command: string, ...rest: string[]]): Promise<string> {
  const [command, ...rest] = args;
  const cwd = file(join('build', name));
  await rm(cwd, { recursive: true, force: true });
  await mkdir(file('build'), { recursive: true });
  await cp(file(join('apps', name)), cwd, { recursive: true });
  await run({ command: bin(command), args: rest, cwd, env: QUIET });
  return cwd;
}

/** Starts a server on a free port, which it gets as an argument or in its environment. */
export async function onPort(program: (port: string) => Program): Promise<Stack> {
  const port = await freePort();
  const { env, ...rest } = program(String(port));
  return serve(`http://127.0.0.1:${port}`, { ...rest, env: { ...QUIET, ...env } });
}

/** Next.js, app router, with robots and sitemap by its conventions and mcp-handler at /api/mcp. */
export async function next(): Promise<Stack> {
  const cwd = await built('next', 'next', 'build');
  return onPort((port) => ({ command: bin('next'), args: ['start', '-H', '127.0.0.1', '-p', port], cwd }));
}

/** A documentation site: VitePress with its llms.txt plugin, built and served by its own preview server. */
export async function vitepress(): Promise<Stack> {
  const cwd = await built('vitepress', 'vitepress', 'build');
  return onPort((port) => ({ command: bin('vitepress'), args: ['preview', '--port', port], cwd }));
}

export const openIdProvider = (): Promise<Stack> => onPort((port) => node('apps/oidc-provider.mjs', port));

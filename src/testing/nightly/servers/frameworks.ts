/** Frameworks from the npm registry, each built and served by its own commands. */
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bin, file, freePort, node, type Program, run, type Stack, serve } from '../process.ts';

/** What telemetry and update notices of the tools listen to. */
const QUIET = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  DISABLE_UPDATE_CHECK: '1',
  CI: '1',
};

/** A copy of an application, built: within the zoo's folder, for its packages to be found. */
async function built(name: string, ...args: [command: string, ...rest: string[]]): Promise<string> {
  const [command, ...rest] = args;
  const cwd = file(join('build', name));
  await rm(cwd, { recursive: true, force: true });
  await mkdir(file('build'), { recursive: true });
  await cp(file(join('apps', name)), cwd, { recursive: true });
  await run({ command: bin(command), args: rest, cwd, env: QUIET });
  return cwd;
}

/** A server on a port of its own, which it gets as an argument or in its environment. */
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

/** Nuxt on its Nitro server. */
export async function nuxt(): Promise<Stack> {
  const cwd = await built('nuxt', 'nuxt', 'build');
  return onPort((port) => ({
    command: process.execPath,
    args: ['.output/server/index.mjs'],
    cwd,
    env: { PORT: port, HOST: '127.0.0.1' },
  }));
}

/** Docusaurus, built and served by its own server. */
export async function docusaurus(): Promise<Stack> {
  const cwd = await built('docusaurus', 'docusaurus', 'build');
  return onPort((port) => ({
    command: bin('docusaurus'),
    args: ['serve', '--no-open', '--host', '127.0.0.1', '--port', port],
    cwd,
  }));
}

/** SvelteKit on its Node adapter. */
export async function svelteKit(): Promise<Stack> {
  const cwd = await built('sveltekit', 'vite', 'build');
  return onPort((port) => ({
    command: process.execPath,
    args: ['build/index.js'],
    cwd,
    env: { PORT: port, HOST: '127.0.0.1' },
  }));
}

/** NestJS with its Swagger module. */
export const nest = (): Promise<Stack> => onPort((port) => node('apps/nest-swagger.mjs', port));

/** Express behind express-rate-limit. */
export const expressLimited = (): Promise<Stack> => onPort((port) => node('apps/express-limited.mjs', port));

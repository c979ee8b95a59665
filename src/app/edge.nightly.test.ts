/**
 * Runs the edge function as deployed: the built file, alone in a folder, in Deno (a development dependency), over HTTP. The
 * host imitates the platform: `context.next()` and requests that the function passes on go to the server behind it. Deno may
 * only connect to loopback and load the built file.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config } from '../../functions/edge/markdown.ts';
import { nightlyFile } from '../testing/nightly/packages.ts';
import { bundleEdge } from './deploy.ts';
import { type Edge, edgeSpec } from './testing/edge-spec.ts';

/** The binary itself: the package's script would start it as a process that outlives the script. */
const DENO = nightlyFile('deno/deno');
/** Marks responses of the server behind the function. */
const LEFT = 'x-left-to-the-chain';

const HOST = `
import edge, { config } from './edge/markdown.js';

const [behind] = Deno.args;
const onListen = ({ port }) => console.log(JSON.stringify({ port, config }));

Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, async (request, info) => {
  const next = (asked = request) => {
    const { pathname, search } = new URL(asked.url);
    return fetch(new Request(behind + pathname + search, asked), { redirect: 'manual' });
  };
  const context = { next, ip: info.remoteAddr.hostname, requestId: 'test', geo: {}, site: {}, deploy: {} };
  const answer = await edge(request, context);
  if (answer !== undefined) return answer;
  const { status, headers, body } = await next();
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), '${LEFT}': '1' } });
});
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-readiness-edge-'));
  await bundleEdge(join(folder, 'edge'));
  await writeFile(join(folder, 'host.js'), HOST);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('is one file that imports nothing', async () => {
  const code = await readFile(join(folder, 'edge/markdown.js'), 'utf8');
  expect(code).not.toMatch(/\bimport\b/);
  expect(code).toContain('export {');
});

edgeSpec(async (behind): Promise<Edge> => {
  const [origin, process] = await startDeno(behind);
  return {
    origin,
    async answer(path, init) {
      const answer = await fetch(origin + path, { redirect: 'manual', ...init });
      return answer.headers.has(LEFT) ? undefined : answer;
    },
    async [Symbol.asyncDispose]() {
      process.kill();
      await once(process, 'close');
    },
  };
});

/** Starts Deno, which may connect only to 127.0.0.1 and may not look up names. */
async function startDeno(behind: string) {
  const flags = ['--no-config', '--no-remote', '--no-npm', '--no-prompt', '--allow-net=127.0.0.1'];
  const deno = spawn(DENO, ['run', ...flags, 'host.js', behind], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, DENO_DIR: join(folder, 'deno'), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  deno.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const up = await Promise.race([
    once(deno.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text)),
    once(deno, 'close').then(() => {
      throw new Error(`Deno ended: ${said}`);
    }),
  ]);
  const told = JSON.parse(up) as { port: number; config: unknown };
  expect(told.config).toEqual(config);
  return [`http://127.0.0.1:${told.port}`, deno] as const;
}

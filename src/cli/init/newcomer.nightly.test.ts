/** From an empty configuration to a green gate in a pipeline, with what a catalog publishes and nothing else. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { packCli } from '../../site/command-line/pack.ts';
import { serveSite, type TestSite } from '../../testing/serve.ts';

const SITE = `
  import { existsSync, readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  createServer(({ url }, response) => {
    const file = 'public' + (url === '/' ? '/index.html' : url);
    if (!existsSync(file)) return response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
    response.writeHead(200, { 'content-type': file.endsWith('html') ? 'text/html' : 'text/plain' }).end(readFileSync(file));
  }).listen(Number(process.env.PORT), '127.0.0.1');
`;
const workflowSchema = z.object({
  jobs: z.object({
    audit: z.object({ steps: z.array(z.object({ run: z.string().optional(), if: z.string().optional() })) }),
  }),
});

let folder: string;
let catalog: TestSite;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
  port = await freePort();
  const server = { tarball: '' as string | Uint8Array };
  catalog = await serveSite({ '/cli.tgz': (_, response) => response.end(server.tarball) });
  server.tarball = await packCli(new URL(catalog.url).origin);
});
afterAll(async () => {
  await catalog[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A command as it is typed in the folder of the site. */
function typed(cwd: string, command: string): Promise<{ readonly code: number; readonly log: string }> {
  const env = {
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    HOME: folder,
    PORT: String(port),
    AUDIT_RESOLVER: 'http://127.0.0.1:9/dns-query',
    GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
    npm_config_allow_remote: 'root',
  };
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', command], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), log: stdout + stderr }),
    );
  });
}

/** The steps of the workflow, but for what GitHub's own actions do: the exit code of the job, and its log. */
async function pipeline(cwd: string): Promise<{ readonly code: number; readonly log: string }> {
  const file = readFileSync(join(cwd, '.github/workflows/agent-readiness.yml'), 'utf8');
  let [code, log] = [0, ''];
  for (const { run, if: when } of workflowSchema.parse(load(file)).jobs.audit.steps) {
    const due = when === 'always()' || (when === 'failure()') === (code !== 0);
    if (run === undefined || !due) continue;
    // What is started goes on until the machine is thrown away: here it is stopped by its number.
    const done = await typed(cwd, run.endsWith('&\n') ? `set -m\n${run}echo $! > pid\n` : run);
    if (code === 0) code = done.code;
    log += done.log;
  }
  await typed(cwd, 'kill -- -"$(cat pid)"');
  return { code, log };
}

describe('a newcomer', () => {
  it('has a green gate at once, which fails where the site gets worse, and passes where it gets better', async () => {
    const cwd = mkdtempSync(join(folder, 'site-'));
    const site = (name: string, text: string) => writeFileSync(join(cwd, name), text);
    mkdirSync(join(cwd, 'public'));
    site('package.json', JSON.stringify({ type: 'module', scripts: { start: 'node site.js' } }));
    site('site.js', SITE);
    site(
      'public/index.html',
      '<!doctype html><html lang="en"><title>Site</title><h1>Site</h1><p>Text.</p></html>',
    );
    site('public/robots.txt', 'User-agent: *\nAllow: /\n');
    const cli = `npx --yes --allow-remote=root ${new URL(catalog.url).origin}/cli.tgz`;

    const begun = await typed(cwd, `${cli} init --target http://127.0.0.1:${port}`);
    expect([begun.log, begun.code]).toEqual([
      expect.stringContaining(`${cli.replace('--yes ', '')} --update-baseline`),
      0,
    ]);
    // Before there is a baseline the gate says how to make one.
    const early = await pipeline(cwd);
    expect([early.log, early.code]).toEqual([expect.stringContaining('--update-baseline'), 78]);

    const baseline = await typed(
      cwd,
      `set -m; npm start > /dev/null 2>&1 & trap 'kill -- -$!' EXIT; ${cli} --wait-for 30 --update-baseline`,
    );
    expect([baseline.log, baseline.code]).toEqual([expect.any(String), 0]);
    const green = await pipeline(cwd);
    expect([green.log, green.code]).toEqual([expect.stringContaining('::'), 0]);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('127.0.0.1');

    rmSync(join(cwd, 'public/robots.txt'));
    const red = await pipeline(cwd);
    expect([red.log, red.code]).toEqual([expect.stringContaining('robots'), 1]);

    site('public/robots.txt', 'User-agent: *\nAllow: /\n');
    site('public/llms.txt', '# Site\n\n> A site.\n\n## Pages\n\n- [Home](/): what there is\n');
    const better = await pipeline(cwd);
    expect([better.log, better.code]).toEqual([expect.any(String), 0]);
  });
});

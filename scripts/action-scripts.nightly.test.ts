/** The scripts of `.github/actions/audit`, run as its steps run them, with a GitHub on loopback. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Envelope } from '../src/audit/scorecard/schema.ts';
import { factsOf } from '../src/site/command-line/facts.ts';
import { packCli } from '../src/site/command-line/pack.ts';
import { COMMAND } from '../src/testing/cli.ts';
import { serveSite } from '../src/testing/serve.ts';
import { listen } from '../src/testing/servers.ts';
import { scratchFolder } from '../src/testing/shared.ts';
import { TEST_CERT, TEST_KEY } from '../src/testing/tls.ts';

const ACTION = fileURLToPath(new URL('../.github/actions/audit', import.meta.url));
const CERTIFICATE = fileURLToPath(new URL('../src/testing/tls/cert.pem', import.meta.url));
const CLI = [process.execPath, COMMAND];
const folder = scratchFolder('action');

/** Runs a script; returns its exit code, log and outputs. */
async function step(script: string, env: Readonly<Record<string, string>>) {
  const output = join(mkdtempSync(join(folder, 'step-')), 'output');
  writeFileSync(output, '');
  const program = script.endsWith('.sh') ? 'bash' : process.execPath;
  const child = spawn(program, [join(ACTION, script)], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      RUNNER_TEMP: folder,
      NAME: 'audit',
      AUDIT_RESOLVER: 'http://127.0.0.1:9/',
      ...env,
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const log = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]));
  return { code: await ended, log, outputs };
}

it('starts a site, audits it, compares it with the base, and stops it even if it ignores SIGTERM', async () => {
  const { url, [Symbol.asyncDispose]: close } = await serveSite({});
  await close();
  const ended = await step('start.sh', {
    START: 'echo "::warning::not a command"',
    WAIT_FOR: url,
    WAIT_TIMEOUT: '30',
  });
  // Its output is text for the runner, not commands.
  expect(ended.log).toMatch(/ended before[\s\S]*::stop-commands::(\w+)\n::warning::not a command\n::\1::/);
  const server = `process.on('SIGTERM', () => {});
    require('http').createServer((_, r) => r.end('<title>A</title>')).listen(${new URL(url).port}, '127.0.0.1')`;
  const START = `node -e "${server}"`;
  const started = await step('start.sh', { START, WAIT_FOR: url, WAIT_TIMEOUT: '30' });
  expect([started.log, started.code]).toEqual([`${url} answers.\n`, 0]);

  const prepared = await step('prepare.ts', {
    CLI: CLI.join('\n'),
    BASE: 'cache',
    GITHUB_REF_NAME: 'a/b',
    GITHUB_RUN_ID: '1',
    GITHUB_RUN_ATTEMPT: '2',
  });
  expect(prepared.outputs).toMatchObject({ save: 'audit:a%2Fb:1.2', command: JSON.stringify(CLI) });
  const { folder: FOLDER = '', command: COMMAND = '' } = prepared.outputs;
  const audit = { TARGET: url, FOLDER, COMMAND, ANNOTATIONS: 'true', SUMMARY: 'true', ARGS: '--only=robots' };
  const { log, outputs } = await step('audit.ts', audit);
  expect(log).toMatch(/^::(?:warning|error|notice) /m);
  expect(outputs).toMatchObject({
    'exit-code': '0',
    gate: 'passed',
    relative: expect.stringMatching(/^\d+$/),
  });
  for (const name of ['json', 'md', 'sarif', 'junit', 'base'])
    expect(existsSync(outputs[name] ?? ''), name).toBe(true);
  expect(readFileSync(join(folder, 'summary'), 'utf8')).toContain('robots');

  const better = JSON.parse(readFileSync(outputs.base ?? '', 'utf8')) as Envelope;
  for (const result of better.scorecard.results.filter(({ remediation }) => remediation !== undefined))
    Object.assign(result, {
      status: 'pass',
      result: 'Verified',
      remediation: undefined,
      unprobed: undefined,
    });
  writeFileSync(outputs.base ?? '', JSON.stringify(better));
  const worse = await step('audit.ts', { ...audit, FAIL_ON: 'worse' });
  expect(worse.outputs).toMatchObject({ 'exit-code': '1', gate: 'failed' });

  await step('stop.sh', { PID: started.outputs.pid ?? '' });
  await expect(fetch(url)).rejects.toThrow();
  const gone = await step('audit.ts', audit);
  expect(gone.outputs).toMatchObject({ 'exit-code': '69', gate: 'none', relative: '' });
  expect(gone.outputs.base).toBeUndefined();
});

it.each([
  ['start.sh', { WAIT_FOR: 'http://a.example', WAIT_TIMEOUT: 'a[$(touch pwned)]' }, 'whole number'],
  ['start.sh', { WAIT_FOR: 'site', WAIT_TIMEOUT: '1' }, 'takes the URL'],
  ['prepare.ts', { CLI: ' ' }, 'cli is missing'],
  ['prepare.ts', { CLI: 'a', NAME: '../x' }, 'letters, digits and hyphens'],
])('%s refuses %j', async (script, env, says) => {
  const { code, log } = await step(script, env);
  expect([log, code]).toEqual([expect.stringContaining(says), 2]);
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
});

it('runs a downloaded package only with the digest that was named', async () => {
  const tarball = await packCli('https://catalog.example');
  await using site = await serveSite({ '/cli.tgz': { type: 'application/gzip', body: tarball } });
  const url = `${site.url.replace(/\/$/, '')}/cli.tgz`;
  const { integrity: INTEGRITY } = factsOf(tarball, 'https://catalog.example');
  const good = await step('prepare.ts', { CLI: url, INTEGRITY });
  expect(existsSync(JSON.parse(good.outputs.command ?? '[]')[1])).toBe(true);
  const other = await step('prepare.ts', { CLI: url, INTEGRITY: INTEGRITY.replace(/.{4}==$/, 'AAAA==') });
  expect([other.code, other.outputs.command]).toEqual([77, undefined]);
  expect((await step('prepare.ts', { CLI: `${url}x.tgz`, INTEGRITY })).code).toBe(69);

  const asked = site.asked.length;
  await using secure = await listen(
    createServer({ key: TEST_KEY, cert: TEST_CERT }, (_, response) =>
      response.writeHead(302, { location: url }).end(),
    ),
    'https',
  );
  for (const address of [url, `${secure.url}/cli.tgz`]) {
    const { code, log } = await step('prepare.ts', { CLI: address, NODE_EXTRA_CA_CERTS: CERTIFICATE });
    expect([log, code]).toEqual([expect.stringContaining('input integrity'), 2]);
  }
  expect(site.asked).toHaveLength(asked);
});

it('keeps one comment, touches no stranger’s, and does not fail without the permission', async () => {
  const comment = (id: number, body: string, type = 'Bot') => ({ id, body, user: { type } });
  const comments = [comment(500, '<!-- audit -->\nforged', 'User')];
  for (let id = 0; id < 120; id += 1) comments.push(comment(id, 'talk'));
  let status = 200;
  await using github = await serveSite({
    '*': async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://github');
      const send = (body: unknown) => void response.writeHead(status).end(JSON.stringify(body));
      const page = Number(searchParams.get('page') ?? '1');
      if (request.method === 'GET') return send(comments.slice((page - 1) * 100, page * 100));
      const { body } = JSON.parse(await text(request)) as { body: string };
      const known = comments.find(({ id }) => pathname.endsWith(`/comments/${id}`));
      if (known === undefined) comments.push(comment(900, body));
      else known.body = body;
      return send({ html_url: 'https://github.example/900' });
    },
  });
  const run = (report: string, repository = 'someone/site') => {
    const event = { pull_request: { number: 7, head: { repo: { full_name: repository } } } };
    writeFileSync(join(folder, 'report.md'), report);
    writeFileSync(join(folder, 'event'), JSON.stringify(event));
    return step('comment.ts', {
      GITHUB_API_URL: github.url.replace(/\/$/, ''),
      GITHUB_REPOSITORY: 'someone/site',
      GITHUB_EVENT_PATH: join(folder, 'event'),
      TOKEN: 'ghs_secret',
      FILE: join(folder, 'report.md'),
    });
  };
  expect((await run('first')).log).toContain('Commented');
  expect((await run('second')).log).toContain('Updated');
  expect(comments).toHaveLength(122);
  expect([comments[0]?.body, comments[121]?.body]).toEqual([
    '<!-- audit -->\nforged',
    '<!-- audit -->\nsecond',
  ]);
  status = 403;
  const refused = await run('third');
  expect([refused.code, refused.log]).toEqual([0, expect.stringContaining('pull-requests: write')]);
  expect(refused.log).not.toContain('ghs_secret');
  const asked = github.asked.length;
  expect((await run('third', 'stranger/site')).log).toContain('from a fork');
  expect(github.asked).toHaveLength(asked);
});

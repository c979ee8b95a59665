/** The job of the catalog's workflow that may write: its commands, in a clone as the job has it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';

const workflow = z
  .object({
    jobs: z.object({ publish: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
  })
  .parse(load(readFileSync(new URL('../.github/workflows/catalog.yml', import.meta.url), 'utf8')));
const [script = ''] = workflow.jobs.publish.steps.flatMap(({ run }) => run ?? []);

const TOKEN = 'ghs_secret';
const BRANCH = 'main';
const FILE = 'content/scorecards/a.example.json';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-job-'));
  git(folder, 'init', '--quiet', '--bare', `--initial-branch=${BRANCH}`, 'remote');
  git(folder, 'clone', '--quiet', `file://${folder}/remote`, 'ours');
  commit('ours', { [FILE]: 'before', 'README.md': 'text' });
  push('ours');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): string {
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@a.example',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@a.example',
  };
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...identity },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function write(clone: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, clone, path, '..'), { recursive: true });
    writeFileSync(join(folder, clone, path), text);
  }
}

function commit(clone: string, files: Readonly<Record<string, string>>): void {
  write(clone, files);
  git(join(folder, clone), 'add', '.');
  git(join(folder, clone), 'commit', '--quiet', '--message', 'change');
}

const push = (clone: string) => git(join(folder, clone), 'push', '--quiet', 'origin', `HEAD:${BRANCH}`);
const published = (path: string) => git(join(folder, 'remote'), 'show', `${BRANCH}:${path}`);

/** The clone of one commit that the job is given, with the results in it; the branch moves on before they are published. */
function publish(
  results: Readonly<Record<string, string>>,
  meanwhile: Readonly<Record<string, string>> = {},
) {
  git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}/remote`, 'job');
  git(join(folder, 'job'), 'checkout', '--quiet', '--detach');
  write('job', results);
  if (Object.keys(meanwhile).length > 0) {
    commit('ours', meanwhile);
    push('ours');
  }
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TOKEN,
    BRANCH,
    GITHUB_SERVER_URL: 'https://git.example',
  };
  // As the runner starts it.
  return spawnSync('bash', ['-e', '-c', script], { cwd: join(folder, 'job'), env, encoding: 'utf8' });
}

it('publishes what the run has found, and leaves the token nowhere', () => {
  const { status, stdout, stderr } = publish({ [FILE]: 'after', 'content/scorecards/b.example.json': 'new' });
  expect([status, stderr]).toEqual([0, '']);
  expect([published(FILE), published('content/scorecards/b.example.json')]).toEqual(['after', 'new']);
  const basic = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
  // The runner takes masks away, and hides what they say from then on.
  expect(stdout.replaceAll(`::add-mask::${basic}`, '')).not.toMatch(new RegExp(`${TOKEN}|${basic}`));
  expect(git(join(folder, 'job'), 'config', '--list', '--show-origin')).not.toMatch(/extraheader/i);
});

it('publishes beside what was pushed meanwhile', () => {
  expect(publish({ [FILE]: 'after' }, { 'README.md': 'other text' }).status).toBe(0);
  expect([published(FILE), published('README.md')]).toEqual(['after', 'other text']);
});

it('overwrites no scorecard that was pushed meanwhile', () => {
  expect(publish({ [FILE]: 'after' }, { [FILE]: 'theirs' }).status).not.toBe(0);
  expect(published(FILE)).toBe('theirs');
});

it('publishes nothing but scorecards, and nothing where nothing is new', () => {
  const before = git(join(folder, 'remote'), 'rev-parse', BRANCH);
  const { status, stdout } = publish({ [FILE]: 'before', 'src/other.ts': 'code' });
  expect([status, stdout]).toEqual([0, 'Nothing has changed.\n']);
  expect(git(join(folder, 'remote'), 'rev-parse', BRANCH)).toBe(before);
});

it('sends the token to the host of the repository', async () => {
  const sent: (string | undefined)[] = [];
  const host = createServer(({ headers }, response) => {
    sent.push(headers.authorization);
    response.writeHead(403).end();
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  git(join(folder, 'ours'), 'remote', 'set-url', 'origin', `${url}/owner/catalog`);
  write('ours', { [FILE]: 'after' });
  const env = { PATH: process.env.PATH, HOME: folder, TOKEN, BRANCH, GITHUB_SERVER_URL: url };
  const job = spawn('bash', ['-e', '-c', script], { cwd: join(folder, 'ours'), env, stdio: 'ignore' });
  const [code] = await once(job, 'exit');
  await new Promise((resolve) => host.close(resolve));
  expect(code).not.toBe(0);
  expect(sent[0]).toBe(`basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`);
});

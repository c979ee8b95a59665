/** Runs the script of the only job with write permission, in a clone like the job's. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { beforeEach, expect, it } from 'vitest';
import { emptiedFolder } from '../src/testing/shared.ts';

const text = readFileSync(new URL('../.github/workflows/catalog.yml', import.meta.url), 'utf8');
const { jobs } = load(text) as { jobs: { publish: { steps: { run?: string }[] } } };
const script = jobs.publish.steps.find(({ run }) => run !== undefined)?.run ?? '';
const FILE = 'content/scorecards/a.example.json';

const folder = emptiedFolder('publish-job');
beforeEach(() => {
  git('.', 'init', '--quiet', '--bare', '--initial-branch=main', 'remote');
  git('.', 'clone', '--quiet', `file://${folder}/remote`, 'ours');
  push({ [FILE]: 'before', 'README.md': 'text' });
  git('.', 'clone', '--quiet', '--depth=1', `file://${folder}/remote`, 'job');
  // Records the HTTP header that a push to the repository host would send.
  const hook = 'git config --get-urlmatch http.extraheader https://git.example/a/b >../header';
  writeFileSync(join(folder, 'job/.git/hooks/pre-push'), `#!/bin/sh\n${hook}\n`, { mode: 0o755 });
});
function git(clone: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@a.example'];
  return execFileSync('git', [...identity, ...args], {
    cwd: join(folder, clone),
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function write(clone: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, clone, path)), { recursive: true });
    writeFileSync(join(folder, clone, path), content);
  }
}

function push(files: Readonly<Record<string, string>>): void {
  write('ours', files);
  git('ours', 'add', '.');
  git('ours', 'commit', '--quiet', '--message', 'change');
  git('ours', 'push', '--quiet', 'origin', 'HEAD:main');
}

const published = (path: string) => git('remote', 'show', `main:${path}`);

function publish(results: Readonly<Record<string, string>>) {
  write('job', results);
  const { PATH } = process.env;
  const env = {
    PATH,
    HOME: folder,
    TOKEN: 'ghs_secret',
    BRANCH: 'main',
    GITHUB_SERVER_URL: 'https://git.example',
  };
  return spawnSync('bash', ['-e', '-c', script], { cwd: join(folder, 'job'), env, encoding: 'utf8' });
}

it('publishes the results on top of other pushes, and leaves no token behind', () => {
  push({ 'README.md': 'other text' });
  const { status, stdout } = publish({ [FILE]: 'after', 'src/other.ts': 'code' });
  expect([status, published(FILE), published('README.md')]).toEqual([0, 'after', 'other text']);
  expect(() => published('src/other.ts')).toThrow();
  const basic = Buffer.from('x-access-token:ghs_secret').toString('base64');
  expect(readFileSync(join(folder, 'header'), 'utf8')).toBe(`AUTHORIZATION: basic ${basic}\n`);
  expect(stdout.replaceAll(`::add-mask::${basic}`, '')).not.toMatch(new RegExp(`ghs_secret|${basic}`));
  expect(git('job', 'config', '--list', '--show-origin')).not.toMatch(/extraheader/i);
});

it('does not overwrite a scorecard that was pushed in the meantime', () => {
  push({ [FILE]: 'theirs' });
  expect([publish({ [FILE]: 'after' }).status, published(FILE)]).toEqual([1, 'theirs']);
});

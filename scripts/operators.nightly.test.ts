/** Runs the commands of the operators' page that need no internet, in a copy of the checkout and without a network. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../src/app/preview/preview.ts';
import { freePort } from '../src/app/testing/start.ts';
import { TARGET_CATEGORIES, targetSchema } from '../src/audit/scorecard/record.ts';
import { scratchFolder } from '../src/testing/shared.ts';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = readFileSync(join(CHECKOUT, 'content/pages/operators.mdx'), 'utf8');

const [, table = ''] = PAGE.split('| command | what it does | internet |\n|---|---|---|\n');
const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split(' | '));
const local = rows.flatMap(([command = '', , internet = '']) =>
  internet === 'no |' ? [command.replace(/^\| `|`$/g, '')] : [],
);
const [keyCommand = ''] = /^node -e .+$/m.exec(PAGE) ?? [];

const folder = join(scratchFolder('operator'), 'catalog');
const files = execFileSync('git', ['ls-files', '-z'], { cwd: CHECKOUT, encoding: 'utf8' });
for (const path of files.split('\0').filter(Boolean)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(CHECKOUT, path), join(folder, path));
}
symlinkSync(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'));

/** A network namespace with only loopback, if the system allows this process to create one. */
const OFFLINE = ['--net', 'sh', '-c', 'ip link set lo up && exec sh -c "$1"', 'sh'];
const isOffline = spawnSync('unshare', [...OFFLINE, 'true']).status === 0;
/** An operator's shell, without the variables that npm and vitest set for this test. */
const env = {
  HOME: process.env.HOME,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
};
const run = (command: string) =>
  promisify(execFile)(isOffline ? 'unshare' : 'sh', isOffline ? [...OFFLINE, command] : ['-c', command], {
    cwd: folder,
    env,
    maxBuffer: 64 * 1024 * 1024,
  });

const list = () => readdirSync(join(folder, 'content/targets'));
const listed = list();

describe('without internet', () => {
  it('lists commands to try', () => expect(local.length).toBeGreaterThan(6));

  // `npm start` serves until Ctrl-C.
  it.each(local)('%s', async (command) => {
    const { stdout } = await run(command === 'npm start' ? `${command} -- --once` : command);
    expect(stdout).not.toBe('');
  });

  it('restores the list after one site is added and withdrawn', () => {
    expect(local.join('\n')).toMatch(/ add tea\.example\.com [\s\S]* withdraw tea\.example\.com$/m);
    expect(list()).toEqual(listed);
  });

  it('withdraws a listed site', async () => {
    const [command = ''] = /^ +npm run -s audit:catalog -- withdraw .+$/m.exec(PAGE) ?? [];
    await run(command.trim());
    expect(list()).toEqual(listed.filter((name) => name !== 'www.ebay.com.json'));
  });

  it('creates a key for signing audits', async () => {
    expect(JSON.parse((await run(keyCommand)).stdout)).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
  });
});

it('serves a build with `netlify dev`, without a prompt', async () => {
  // Edge functions need Deno, which netlify would download.
  const port = await freePort();
  const args = [
    '--no',
    '--',
    'netlify',
    'dev',
    '--offline',
    '--internal-disable-edge-functions',
    '--port',
    `${port}`,
  ];
  const dev = spawn('npx', args, { cwd: folder, env, detached: true, stdio: 'ignore' });
  try {
    await expect
      .poll(() => statusOf(`http://localhost:${port}/llms.txt`), { timeout: 200_000, interval: 1000 })
      .toBe(200);
  } finally {
    process.kill(-(dev.pid ?? 0), 'SIGTERM');
  }
});

it('shows a target file that is valid', () => {
  const [, example = ''] = /```json\n([\s\S]+?)```/.exec(PAGE) ?? [];
  expect(targetSchema.safeParse(JSON.parse(example)).error).toBeUndefined();
});

it('suggests the categories that have a name, and the default of `add`', () => {
  const [, cell = ''] = /^\| `category` \|(.+)\|$/m.exec(PAGE) ?? [];
  const suggested = [...cell.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
  const named = TARGET_CATEGORIES.map(({ id }) => id).filter((id) => id !== 'demo');
  expect(suggested).toEqual([...named, 'other']);
});

/** Commands use the user's current folder, however they are started. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { packCli } from '../src/site/command-line/pack.ts';
import { smallSite } from '../src/testing/cli.ts';
import { scratchFolder, shared } from '../src/testing/shared.ts';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
const folder = scratchFolder('working folder');
const tarball = join(folder, 'cli.tgz');
const installed = join(folder, 'installed');

/** A shell's environment, without the variables that npm sets when it runs the tests. */
const { INIT_CWD: _, ...rest } = process.env;
const env = {
  ...Object.fromEntries(Object.entries(rest).filter(([name]) => !/^npm_/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  AUDIT_RESOLVER: 'off',
};
const run = (command: readonly string[], cwd: string) => {
  const [program = '', ...args] = command;
  return promisify(execFile)(program, args, { cwd, env });
};
const inCheckout = ['npm', '--prefix', CHECKOUT, 'run', '-s', 'audit', '--'];

const site = shared(await smallSite());
beforeAll(async () => {
  await writeFile(tarball, await packCli('https://site.test'));
  await run(['npm', 'install', '--global', '--prefix', installed, '--offline', tarball], folder);
});

describe.each([
  ['npm run', ['npm', 'run', '-s', 'agents', '--'], true],
  ['npm --prefix', inCheckout, true],
  ['npx', ['npx', '--yes', '--offline', '--package', tarball, 'audit-for-agents'], false],
  ['a global install', [join(installed, 'bin/audit-for-agents')], false],
])('through %s', (name, command, isMoved) => {
  it('reads and writes only files in the user’s current folder', async () => {
    const project = join(folder, `a project, ${name}`);
    mkdirSync(project);
    const scripts = { agents: `npm --prefix "${CHECKOUT}" run -s audit --` };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'shop', scripts }));
    const config = { target: site.url, failOn: ['worse'], baseline: 'baseline.json' };
    writeFileSync(join(project, 'agent-readiness.config.json'), JSON.stringify(config));
    const changes = () => run(['git', 'status', '--porcelain', '--ignored'], CHECKOUT);
    const before = await changes();
    const options = ['--update-baseline', '--output-file', 'md=report.md', '--har', 'site.har'];
    const { stderr } = await run([...command, ...options], project);
    expect(stderr.includes(`Working folder: ${project}\n`)).toBe(isMoved);
    await run([...command, 'skill', 'install'], project);
    expect(readdirSync(project).toSorted()).toEqual([
      '.agents',
      'agent-readiness.config.json',
      'baseline.json',
      'package.json',
      'report.md',
      'site.har',
    ]);
    expect(await changes()).toEqual(before);
  });
});

it('names the command that works in the user’s current folder', async () => {
  const failed = run([...inCheckout, '--nothing'], folder);
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringContaining(
      `Type npm --prefix ${CHECKOUT.slice(0, -1)} run -s audit -- audit --help`,
    ),
  });
});

it('uses the list of the checkout, or a folder relative to the user’s current one', async () => {
  const project = join(folder, 'a catalog');
  mkdirSync(project);
  const told = ['--name', 'Tea', '--description', 'A shop for tea.'];
  const add = [
    'npm',
    '--prefix',
    CHECKOUT,
    'run',
    '-s',
    'audit:catalog',
    '--',
    'add',
    'tea.test.com',
    ...told,
  ];
  const { stdout } = await run([...add, '--dry-run'], project);
  expect(stdout).toContain(join(CHECKOUT, 'content/targets/tea.test.com.json'));
  await run([...add, '--targets', 'list'], project);
  expect(readdirSync(join(project, 'list'))).toEqual(['tea.test.com.json']);
});

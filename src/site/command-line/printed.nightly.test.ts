/** The published command line tells nobody to run a package of somebody else (.github/DECISIONS.md, "HTTP"). */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SHELLS } from '../../cli/enums.ts';
import { EXAMPLES } from '../../cli/examples.ts';
import { INSTALLED_NAME } from '../../package.ts';
import { cli } from '../../testing/cli.ts';
import { SITE_ADDRESS } from '../testing/build.ts';
import { strange } from '../testing/commands.ts';
import { buildCli } from './bundle.ts';

test('its help, its hints, its examples, its scripts and its skill', async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'printed-'));
  onTestFinished(() => rm(temporary, { recursive: true, force: true }));
  await buildCli(join(temporary, 'bin'), SITE_ADDRESS);
  const program = join(temporary, 'bin/cli.js');
  const project = join(temporary, 'project');
  const run = async (env: Readonly<Record<string, string>>, commands: readonly (readonly string[])[]) => {
    const printed = await Promise.all(commands.map((args) => cli(args, { program, env, cwd: temporary })));
    return printed.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join('\n');
  };
  const hint = ['skill', 'update', '--dir', join(temporary, 'nothing')];
  const help = [['--help'], ...Object.keys(EXAMPLES).map((name) => [...name.split(' '), '--help'])];
  const byNpx = await run({ npm_config_user_agent: 'npm/11.0.0' }, [
    ...help,
    hint,
    ['examples'],
    ['skill'],
    ['explian', 'robots'],
    ...SHELLS.map((shell) => ['completions', shell]),
    ['skill', 'install', '--all', '--dir', project],
  ]);
  expect(strange(byNpx)).toEqual([]);
  expect(byNpx).toContain(`Type npx ${SITE_ADDRESS}/cli.tgz skill install`);
  // One who has installed it types its name.
  const installed = await run({}, [hint, ['--help']]);
  expect(strange(installed)).toEqual([]);
  expect(installed).toContain(`Type ${INSTALLED_NAME} skill install`);
  // On an old Node it says how to run it with a newer one.
  const old = '{value:{...process.versions,node:"20.1.0"}}';
  const script = encodeURIComponent(`Object.defineProperty(process,"versions",${old})`);
  const { code, stderr } = await cli(['--version'], {
    program,
    env: { NODE_OPTIONS: `--import=data:text/javascript,${script}` },
  });
  expect(code).toBe(78);
  expect(strange(stderr)).toEqual([]);
  expect(stderr).toContain(
    `npx --allow-remote=root -p node@24 -p ${SITE_ADDRESS}/cli.tgz ${INSTALLED_NAME}\n`,
  );

  const skill = await readFile(join(project, '.claude/skills/agent-readiness/SKILL.md'), 'utf8');
  expect(strange(skill)).toEqual([]);
  expect(skill).toContain(`npx ${SITE_ADDRESS}/cli.tgz http://localhost:3000 --json`);
});

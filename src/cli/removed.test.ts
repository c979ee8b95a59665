import { expect, it } from 'vitest';
import { runCli } from '../testing/cli.ts';
import { buildProgram } from './program.ts';
import { REMOVED, REMOVED_VARIABLES, removedIn, removedVariable } from './removed.ts';

it.each(REMOVED)('$typed is answered with the way that is left', ({ typed, env, why, instead }) => {
  const error = { kind: 'usage', message: `${typed} was removed: ${why}.`, hint: instead };
  const [command = '', word] = typed.split(' ');
  expect(removedIn(['-q', ...typed.split(' '), 'x.json'], {})).toMatchObject(error);
  if (word?.startsWith('--')) expect(removedIn([command, 'x', `${word}=y`], {})).toMatchObject(error);
  if (env !== undefined) expect(removedIn([command, 'x'], { [env]: 'y' })).toMatchObject(error);
  // It is said of what is gone, and of nothing else.
  expect(removedIn(['explain', ...typed.split(' ')], {})).toBeUndefined();
  expect(removedIn(['--', ...typed.split(' ')], {})).toBeUndefined();
  if (word !== undefined) expect(removedIn([command, 'x'], {})).toBeUndefined();
});

it('none of them is there any more', () => {
  const program = buildProgram('afa');
  for (const { typed } of REMOVED) {
    const [name, word = ''] = typed.split(' ');
    const command = program.commands.find((one) => one.name() === name);
    expect(command?.options.map(({ long }) => long) ?? [], typed).not.toContain(word);
    expect(command?.registeredArguments[0]?.argChoices ?? [], typed).not.toContain(word);
    expect(command === undefined || word !== '', typed).toBe(true);
  }
});

it.each(Object.entries(REMOVED_VARIABLES))(
  '%s is answered with %s, unless it is off',
  async (name, instead) => {
    const run = await runCli(['checks'], { env: { [name]: '1' } });
    expect(run).toMatchObject({ code: 78, stdout: '', stderr: expect.stringContaining(`Set ${instead}`) });
    expect((await runCli(['--help'], { env: { [name]: '1' } })).code).toBe(0);
    for (const off of ['', '0', 'off']) expect(removedVariable({ [name]: off })).toBeUndefined();
  },
);

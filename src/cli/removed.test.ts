import { expect, it } from 'vitest';
import { buildProgram } from './program.ts';
import { REMOVED, removedIn } from './removed.ts';

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

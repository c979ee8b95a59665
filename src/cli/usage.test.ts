import { describe, expect, it } from 'vitest';
import { quietOutput, runCli } from '../testing/cli.ts';
import { CliError } from './errors.ts';
import { buildProgram } from './main.ts';
import { explainUsage } from './usage.ts';

async function fault(...argv: string[]): Promise<CliError> {
  const program = buildProgram('afa', quietOutput().session);
  explainUsage(program, argv);
  const error = await program.parseAsync(argv, { from: 'user' }).catch((thrown: unknown) => thrown);
  if (error instanceof CliError) return error;
  throw new Error(`${argv.join(' ')} gave no error of the command line`, { cause: error });
}

describe('an option', () => {
  it.each([
    [['checks', '--har', 'x'], '--har', 'audit', 'checks'],
    [['explain', 'robots', '--only', 'y'], '--only', 'audit', 'explain'],
    [['x.example', '--keyword', 'must'], '--keyword', 'checks', 'audit'],
  ])('of another command is reported with that command: %j', async (argv, option, owner, at) => {
    const error = await fault(...argv);
    expect(error.kind).toBe('usage');
    expect(error.message).toMatch(new RegExp(`^${option} is an option of ${owner}\\b.*, not of ${at}\\.$`));
    expect(error.hint).toBe(`Type afa ${owner} --help, or afa ${at} --help, to see what each takes.`);
  });

  it('of several commands is reported with all these commands', async () => {
    expect((await fault('checks', '-f')).message).toMatch(
      /^-f is an option of audit,.* skill install.*, not of checks\.$/,
    );
  });

  it('that does not exist is reported with the nearest options', async () => {
    expect(await fault('checks', '--limt', '3')).toMatchObject({
      message: 'Unknown option --limt.',
      hint: 'Did you mean --limit? Type afa checks --help to see what it takes.',
    });
    expect(await fault('x.example', '-fz')).toMatchObject({ message: 'Unknown option -z in -fz.' });
  });

  it('that is a switch refuses a value', async () => {
    expect((await fault('checks', '--json=yes')).message).toContain('--json is a switch and takes no value');
  });

  it('without its value is reported with the kind of value', async () => {
    expect((await fault('checks', '--timeout')).message).toBe('--timeout needs a value: <seconds>.');
  });
});

describe('an argument', () => {
  // `-f` and `-q` are options, so commander reads them and reports only the remaining letters.
  it.each(['-foo.invalid', '-q.invalid', '-x.invalid', '--site.invalid', '-https://x.invalid'])(
    'that begins with a dash is shown as typed: %s',
    async (typed) => {
      expect(await fault(typed)).toMatchObject({
        message: `Unknown option ${typed}: an argument that begins with a dash is read as options.`,
        hint: `No host name begins with a dash. To pass it as an argument, put -- before it: afa -- ${typed}`,
      });
    },
  );

  it('that is missing or superfluous is named', async () => {
    expect((await fault('explain')).message).toBe('Missing argument <check>: the id of a check.');
    expect((await fault('checks', 'x\u001b[2J')).message).toBe(
      'Too many arguments: checks takes no arguments, and “x?[2J” is one more.',
    );
    expect((await fault('compare', 'a', 'b', 'c')).message).toContain('at most 2 arguments, and “c”');
  });
});

describe('a command', () => {
  it('that does not exist is reported with the nearest one and all others', async () => {
    expect(await fault('help', 'explian')).toMatchObject({
      kind: 'usage',
      message: 'There is no command “explian”.',
      hint: 'Did you mean explain? Type afa --help to see them all.',
      allowed: expect.arrayContaining(['audit', 'skill']),
    });
    expect((await fault('help', 'nope')).hint).toBe('Type afa --help to see them all.');
    expect((await fault('help', 'robots')).hint).toBe('It is a check: type afa explain robots');
    expect(await fault('help', 'explain', 'x')).toMatchObject({
      message: 'explain has no command “x”.',
    });
    expect(await fault('complitions')).toMatchObject({
      message: 'There is no command “complitions”.',
    });
    for (const argv of [
      ['skill', 'instal'],
      ['help', 'skill', 'instal'],
      ['skill', 'help', 'instal'],
    ]) {
      expect(await fault(...argv), argv.join(' ')).toMatchObject({
        message: 'skill has no command “instal”.',
        hint: expect.stringContaining('Did you mean install?'),
        allowed: ['install', 'update'],
      });
    }
  });

  it('that only groups others requires one of them', async () => {
    expect(await fault('skill')).toMatchObject({
      message: 'The name of a command is missing after “skill”.',
      allowed: ['install', 'update'],
    });
  });
});

/** Names that every JavaScript object has. */
describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'the name %s',
  (name) => {
    it.each([
      ['a check', ['explain', name], 2],
      ['a check to audit', ['a.example', '--dry-run', '--only', name], 2],
      ['a check to skip', ['a.example', '--dry-run', '--skip', name], 2],
      ['a category', ['checks', '--category', name], 2],
      ['a platform', ['explain', 'robots', '--for', name], 2],
      ['a site type', ['a.example', '--dry-run', '--site-type', name], 2],
      ['a format', ['a.example', '--dry-run', '--output', name], 2],
      ['a document', ['schema', name], 2],
      ['an assistant', ['skill', 'install', name], 2],
      ['an option', ['a.example', '--dry-run', `--${name}`], 2],
      ['a target', [`http://${name}`, '--dry-run'], 0],
      ['a command', [name, '--dry-run'], 2],
      ['a header', ['a.example', '--dry-run', '--header', `${name}=env:NONE`], 78],
      ['a variable', ['a.example', '--dry-run', '--header', `x-a=env:${name}`], 78],
    ])('is handled as %s', async (_, args, code) => {
      const run = await runCli(args);
      expect([run.code, run.stderr]).toEqual([
        code,
        code === 0 ? expect.any(String) : expect.stringMatching(/^error: /),
      ]);
      expect(run.stderr).not.toMatch(/internal|native code|TypeError/);
    });
  },
);

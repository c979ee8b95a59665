import { describe, expect, it } from 'vitest';
import { buildProgram } from './main.ts';

/** Returns the help of a command as `--help` prints it without a terminal: in 80 columns. */
function helpOf(...words: string[]): string {
  let command = buildProgram('afa');
  let text = '';
  for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

describe('the help of the program', () => {
  it('shows only common options, without defaults, and says where to find all', () => {
    const help = helpOf();
    expect(help).toMatch(/Common options:\n {2}--only <checks>/);
    expect(help).toContain('--fail-under <score>');
    expect(help).not.toContain('--concurrency');
    expect(help).not.toMatch(/env: |config: |default: off/);
    expect(help).toContain('afa audit --help');
    expect(help.split('\n').length).toBeLessThan(110);
    expect(helpOf('audit')).toMatch(/--concurrency <n> .*\n +\(default: 8; env: AUDIT_CONCURRENCY/);
  });
});

describe('the help of every command', () => {
  const names = buildProgram('afa').commands.map((one) => one.name());

  it.each([[], ...names.map((name) => [name])])(
    '%s fits into 80 columns, except for example commands',
    (...words) => {
      const [text = '', examples = ''] = helpOf(...words).split('Examples:');
      const typed = /^ {4}(?:person|agent) /;
      const lines = [...text.split('\n'), ...examples.split('\n').filter((line) => !typed.test(line))];
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );
});

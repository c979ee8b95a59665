import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { INSTALLED_NAME } from '../../package.ts';
import { completionScript } from '../commands/completions.ts';
import { SHELLS } from '../enums.ts';
import { GLOBAL } from '../options.ts';
import { buildProgram } from '../program.ts';
import { bashScript } from './posix.ts';

const IDS = ['llms-txt', 'llms-full-txt', 'robots'];
const scripts = Object.fromEntries(
  SHELLS.map((shell) => [shell, completionScript(buildProgram(INSTALLED_NAME), shell, IDS)]),
);

/** What bash offers when these words are typed and the last one is completed. */
function bash(...words: string[]): string[] {
  return bashWith(scripts.bash ?? '', words);
}

function bashWith(script: string, words: readonly string[]): string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _${INSTALLED_NAME.replaceAll('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['-c', program, 'bash', INSTALLED_NAME, ...words], {
    encoding: 'utf8',
  });
  return out.split('\n').filter((line) => line !== '');
}

describe('bash completion', () => {
  it('offers commands first, and options after a dash', () => {
    expect(bash('')).toEqual(expect.arrayContaining(['audit', 'explain', 'compare', 'skill']));
    expect(bash('ex')).toEqual(['explain', 'examples']);
    expect(bash('--fail-u')).toEqual(['--fail-under']);
    expect(bash('checks', '--li')).toEqual(['--limit']);
    expect(bash('checks', '--har')).toEqual([]);
  });

  it('offers the values of options, before and after the command', () => {
    expect(bash('--output', '')).toEqual(GLOBAL.output.choices);
    expect(bash('checks', '--keyword', 'm')).toEqual(['must', 'may']);
    expect(bash('--only', 'll')).toEqual(['llms-txt', 'llms-full-txt']);
    expect(bash('--timeout', '')).toEqual([]);
    expect(bash('--har', '/etc/host')).toContain('/etc/hosts');
  });

  it('goes on behind a comma', () => {
    expect(bash('--only', 'robots,ll')).toEqual(['robots,llms-txt', 'robots,llms-full-txt']);
    expect(bash('--skip', 'mcp,robots,llms-f')).toEqual(['mcp,robots,llms-full-txt']);
    expect(bash('--only', 'robots,')).toEqual(expect.arrayContaining(['robots,mcp', 'robots,llms-txt']));
  });

  it('goes on behind “=”, at which bash breaks a word', () => {
    expect(bash('--output', '=')).toEqual(GLOBAL.output.choices);
    expect(bash('--output', '=', 'js')).toEqual(['json', 'jsonl']);
    expect(bash('--only', '=', 'robots,ll')).toEqual(['robots,llms-txt', 'robots,llms-full-txt']);
    expect(bash('--har', '=', '/etc/host')).toContain('/etc/hosts');
    expect(bash('--output', '=', 'json', 'explain', 'r')).toEqual(['robots']);
    // Where “=” was taken out of COMP_WORDBREAKS, it does not.
    expect(bash('--output=js')).toEqual(['--output=json', '--output=jsonl']);
    expect(bash('--output-file', 'sa')).toEqual(['sarif=']);
    expect(bash('--only=robots,llms-f')).toEqual(['--only=robots,llms-full-txt']);
    expect(bash('--json=')).toEqual([]);
  });

  it('offers words and then the files that they stand for', () => {
    const options = [
      { names: ['--to'], description: '', value: { kind: 'files-by-word', words: ['json', 'sarif'] } },
    ] as const;
    const model = ['', 'x'].map(
      (path) => ({ path, subcommands: [], options, argument: { kind: 'unknown' } }) as const,
    );
    const offered = (...words: string[]) => bashWith(bashScript(model, INSTALLED_NAME), words);
    expect(offered('--to', '')).toEqual(['json=', 'sarif=']);
    expect(offered('--to', 'sarif', '=', '/etc/host')).toContain('/etc/hosts');
    expect(offered('--to', 'sarif', '=', 'a.sarif,j')).toEqual(['a.sarif,json=']);
    expect(offered('--to', '=', 's')).toEqual(['sarif=']);
  });

  it('offers the names of commands after help', () => {
    expect(bash('help', 'sk')).toEqual(['skill']);
  });

  it('offers ids, shells, documents and hosts as arguments', () => {
    expect(bash('explain', 'r')).toEqual(['robots']);
    expect(bash('completions', '')).toEqual([...SHELLS]);
    expect(bash('--json', 'schema', 'e')).toEqual(['events', 'explain', 'examples', 'error']);
    expect(bash('skill', '')).toEqual(['install', 'update']);
    expect(bash('skill', 'install', 'c')).toEqual(['claude', 'codex', 'copilot', 'cursor']);
  });
});

describe('every script', () => {
  it.each([...SHELLS])('%s names every command, option and id', (shell) => {
    const script = scripts[shell] ?? '';
    for (const word of ['explain', 'install', 'site-type', 'no-interactive', 'llms-full-txt', 'bash']) {
      expect(script).toContain(word);
    }
    expect(script.endsWith('\n')).toBe(true);
  });

  it('zsh and bash are valid shell code', () => {
    // The zsh script keeps to syntax that bash reads, too; bash only parses it here.
    for (const shell of ['bash', 'zsh'])
      expect(execFileSync('bash', ['-n'], { input: scripts[shell] }).toString(), shell).toBe('');
  });
});

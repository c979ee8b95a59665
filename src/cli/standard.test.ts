/** Tests each requirement of the published standard (`content/principles`) by its id, or says why it has no test. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SITE_TYPES } from '../audit/check-texts/vocabulary.ts';
import { ERROR_KINDS } from '../base/errors.ts';
import { INSTALLED_NAME } from '../base/package.ts';
import { DEFAULT_BASE_URL } from '../base/versions.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { type CliRun, runCli, smallSite, stallingSite } from '../testing/cli.ts';
import { schemaErrors } from '../testing/documents.ts';
import { scratchFolder, shared } from '../testing/shared.ts';
import { AUDIT, EXPLAIN, FIX } from './audit/options.ts';
import { EXIT_CODES } from './exit-codes.ts';
import {
  CHECKS,
  COMPARE,
  DOCUMENT_NAMES,
  type DocumentName,
  GLOBAL,
  LIST_CAP,
  SKILL_INSTALL,
} from './options.ts';
import type { Setting } from './settings.ts';

const PRINCIPLES = new URL('../../content/principles/', import.meta.url);
const REQUIREMENTS = readdirSync(PRINCIPLES).flatMap((name) =>
  [...readFileSync(new URL(name, PRINCIPLES), 'utf8').matchAll(/^ {2}- id: (\S+)$/gm)].map(([, id]) => id),
);

const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  'p1-must-no-browser': 'It logs in to nothing.',
  'p2-may-raw-flag': 'Optional: the text output is for people, and JSON is what programs read.',
  'p6-must-no-pager': 'It pages nothing.',
  'p7-may-auto-verbosity': 'Optional: off a terminal it is as brief, only the progress line is gone.',
  'p7-may-cursor-pagination': 'Optional: the one list fits into one page.',
};

/** The requirements that this command line does not meet, and why. */
const NOT_MET: Readonly<Record<string, string>> = {
  'p6-must-completions': 'It writes no completion scripts for shells: --help lists all options.',
};

/** The requirements that other test files cover, and these files. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'p1-must-secret-non-leaky-path': 'headers.test.ts',
  'p1-should-tty-detection': 'progress.test.ts',
  'p1-may-rich-tui': 'progress.test.ts',
  'p2-must-stdout-stderr-split': 'audit.test.ts',
  'p2-must-output-flag': 'audit/gate.test.ts',
  'p2-must-json-errors': 'audit.test.ts',
  'p2-should-consistent-envelope': 'lines.test.ts',
  'p2-should-schema-file': 'process.slow.test.ts',
  'p4-should-json-error-output': 'old-node.test.ts',
  'p5-must-dry-run': 'reports.test.ts',
  'p5-must-force-yes': 'files.test.ts',
  'p5-should-idempotency': 'commands/skill.test.ts',
  'p6-must-sigpipe': 'process.slow.test.ts',
  'p6-must-sigterm': 'process.slow.test.ts',
  'p6-should-stdin-input': 'audit.test.ts',
  'p7-should-timeout': 'options.test.ts',
};

/** Every command by its path, with arguments that make it valid. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  audit: ['http://localhost:9'],
  fix: ['a.json'],
  explain: ['llms-txt'],
  checks: [],
  compare: ['a.json', 'b.json'],
  schema: [],
  examples: [],
  help: [],
  'skill install': [],
  'skill update': [],
};

const tested = new Set<string>();
const folder = scratchFolder('standard');
const site = shared(await smallSite());

function requirement(ids: string, test: () => Promise<void> | void): void {
  for (const id of ids.split(' ')) tested.add(id);
  it(ids, test);
}

const small = (...more: string[]) => [site.url, '--only', 'robots', ...more];

function json(run: CliRun): Record<string, unknown> {
  return JSON.parse(run.stdout) as Record<string, unknown>;
}

function errorOf(run: CliRun): Record<string, unknown> {
  return JSON.parse(run.stderr) as Record<string, unknown>;
}

describe('P1 Non-interactive by default', () => {
  requirement('p1-must-env-var', async () => {
    const help = (await runCli(['audit', '--help'])).stdout.replace(/\s+/g, ' ');
    for (const { flags, env } of [GLOBAL, AUDIT].flatMap((table) => Object.values<Setting<unknown>>(table))) {
      expect(help, flags).toContain(`env: ${env}`);
    }
    // options.test.ts tests that each variable is read.
  });

  requirement('p1-must-no-interactive', async () => {
    const noTarget = await runCli(['--no-interactive']);
    expect(noTarget).toMatchObject({ code: 2, stdout: '' });
    expect(noTarget.stderr).toContain('https://example.com');
    // A terminal at which nobody types: reading it would never end.
    const noInput = await runCli(['fix', '-', '--no-interactive'], { columns: 80 });
    expect(noInput).toMatchObject({ code: 2, stdout: '' });
    expect((await runCli(['skill', 'update', '--dir', folder, '--no-interactive'])).code).toBe(2);
  });

  requirement('p1-should-defaults-in-help', async () => {
    for (const [command, table] of Object.entries({
      audit: AUDIT,
      checks: CHECKS,
      compare: COMPARE,
      fix: FIX,
      explain: EXPLAIN,
    })) {
      const help = (await runCli([command, '--help'])).stdout.replace(/\s+/g, ' ');
      const settings = { ...GLOBAL, ...table };
      expect(help.match(/default: /g)?.length, command).toBe(Object.keys(settings).length);
    }
    expect((await runCli(['--help'])).stdout).toMatch(/--timeout <seconds> [^-]*\(default: 60\)/);
    expect((await runCli(['audit', '--help'])).stdout).toContain('(default: 60; env: AUDIT_TIMEOUT');
  });
});

describe('P2 Structured, parseable output', () => {
  requirement('p2-must-exit-codes', async () => {
    const help = (await runCli(['--help'])).stdout;
    for (const { code } of EXIT_CODES) expect(help).toMatch(new RegExp(`^  ${code} +\\S`, 'm'));
    // process.slow.test.ts tests each code in a real process.
  });

  requirement('p2-must-schema-print', async () => {
    const validate = (name: DocumentName, data: unknown) =>
      expect(schemaErrors(name, data), name).toEqual([]);
    expect(JSON.parse((await runCli(['schema', 'checks'])).stdout)).toMatchObject({ type: 'object' });
    // lines.test.ts checks the lines of the other commands.
    const failing = await runCli([site.url, '--only', 'robots,llms-txt', '--json']);
    validate('audit', json(failing));
    validate('checks', json(await runCli(['checks', '--json'])));
    validate('error', errorOf(await runCli(['explain', 'robot', '--json'])));
    validate('fix', json(await runCli(['fix', '-', '--json'], { stdin: failing.stdout })));
  });

  requirement('p2-should-json-aliases', async () => {
    const [long, alias] = await Promise.all([
      runCli(['checks', '--output', 'json']),
      runCli(['checks', '--json']),
    ]);
    expect(alias.stdout).toBe(long.stdout);
    const [lines, jsonl] = await Promise.all([
      runCli(['checks', '--output', 'jsonl']),
      runCli(['checks', '--jsonl']),
    ]);
    expect(jsonl.stdout).toBe(lines.stdout);
    expect((await runCli(['checks', '--json', '--jsonl'])).code).toBe(2);
  });

  requirement('p2-may-more-formats', async () => {
    expect((await runCli(small('--output', 'md'))).stdout).toMatch(/^# /m);
    expect((await runCli(['examples', '--output', 'md'])).stderr).toContain('text, json, jsonl');
  });
});

describe('P3 Progressive help discovery', () => {
  requirement('p3-must-top-level-examples', async () => {
    const [, examples = ''] = (await runCli(['--help'])).stdout.split('Examples:');
    expect(examples.match(/^ {4}person {2}/gm)?.length).toBeGreaterThanOrEqual(2);
  });

  requirement('p3-must-subcommand-examples', async () => {
    for (const command of [...Object.keys(COMMANDS), 'skill']) {
      const { stdout, code } = await runCli([...command.split(' '), '--help']);
      expect(code, command).toBe(0);
      expect(stdout, command).toMatch(/Examples:\n {2}\S/);
    }
  });

  requirement('p3-must-version p3-should-version-short', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    for (const flag of ['--version', '-V'])
      expect(await runCli([flag])).toMatchObject({ code: 0, stdout: `${version}\n` });
  });

  requirement('p3-should-paired-examples', async () => {
    const help = (await runCli(['--help'])).stdout;
    expect(help).toMatch(/^ {4}person {2}.+\n {4}agent {3}.+--json/m);
  });

  requirement('p3-should-about-long-about', async () => {
    const top = (await runCli(['--help'])).stdout;
    for (const command of Object.keys(COMMANDS).filter((name) => !name.includes(' '))) {
      const summary = new RegExp(`^  ${command} .*?  (\\S.+)$`, 'm').exec(top)?.[1] ?? '';
      expect(summary.length, command).toBeGreaterThan(5);
      const long = (await runCli([command, '--help'])).stdout;
      expect(long.split('\n\n')[1]?.length, command).toBeGreaterThan(summary.length);
    }
  });

  requirement('p3-may-examples-subcommand', async () => {
    const { stdout, code } = await runCli(['examples']);
    expect(code).toBe(0);
    for (const command of Object.keys(COMMANDS)) expect(stdout).toMatch(new RegExp(`^${command}$`, 'm'));
  });
});

describe('P4 Fail fast with actionable errors', () => {
  requirement('p4-must-try-parse', async () => {
    for (const args of [['--no-such'], ['explain'], ['checks', 'extra'], ['--timeout'], ['--timeout', 'x']]) {
      const text = await runCli(args);
      expect(text.stderr, args.join(' ')).toMatch(/^error: [A-Z-].+\.\n/);
      expect(text).toMatchObject({ code: 2, stdout: '' });
      const asJson = await runCli(['--json', ...args]);
      expect(errorOf(asJson), args.join(' ')).toMatchObject({ error: true, kind: 'usage' });
    }
  });

  requirement('p4-must-exit-code-mapping', async () => {
    const { CliError } = await import('./errors.ts');
    const { exitCodeOf } = await import('./exit-codes.ts');
    const documented = new Set<number>(EXIT_CODES.map(({ code }) => code));
    for (const kind of ERROR_KINDS) {
      const code = exitCodeOf(new CliError(kind, 'x'));
      expect(code, kind).not.toBe(0);
      expect(documented, kind).toContain(code);
    }
  });

  requirement('p4-must-actionable-errors', async () => {
    const cases = [
      { args: [], says: /address is missing.*\n.*https:\/\/example\.com/ },
      { args: ['ftp://x.example'], says: /scheme is ftp.*\n.*https:\/\/example\.com/ },
      { args: ['http://127.0.0.1:9'], says: /could not be reached.*\n.*server is running/ },
      { args: ['explain', 'llms-tx'], says: /llms-tx.*\n.*Did you mean llms-txt/ },
      { args: ['retest', 'before.json'], says: /no command “retest”.*\n.*http:\/\/retest/ },
      { args: ['a.example', 'b.example'], says: /audits one site.*b\.example.*\n.*loop.*audit:catalog/ },
      { args: ['-'], says: /audits one site, and reads no list.*\n.*loop/ },
      { args: ['chekcs'], says: /no command “chekcs”.*\n.*Did you mean checks\? .*http:\/\/chekcs/ },
      { args: ['3001'], says: /a number.*\n.*localhost:3001/ },
      { args: ['--jso', 'x'], says: /--jso.*\n.*--json/ },
      { args: ['--replay', join(folder, 'none.har')], says: /no such file.*\n.*path/ },
    ];
    for (const { args, says } of cases) expect((await runCli(args)).stderr).toMatch(says);
  });

  requirement('p4-should-structured-enum', async () => {
    const schema = JSON.parse((await runCli(['schema', 'error'])).stdout) as {
      properties: { kind: { enum: string[] } };
    };
    expect(schema.properties.kind.enum).toEqual(ERROR_KINDS);
  });

  requirement('p4-should-gating-before-network', async () => {
    await using watched = await smallSite();
    const bad = [
      ['--only', 'no-such-check'],
      ['--fail-under', '101'],
      ['--har', join(folder, 'no-such-folder', 'x.har')],
      ['--site-type', 'blog'],
      ['--resolver', 'not a url'],
    ];
    for (const args of bad) expect((await runCli([watched.url, ...args])).code, args.join(' ')).toBe(2);
    expect((await runCli([watched.url], { env: { AUDIT_CONCURRENCY: '0' } })).code).toBe(78);
    expect(watched.asked).toEqual([]);
  });

  requirement('p4-should-enumerate-valid-set', async () => {
    expect((await runCli(['checks', '--keyword', 'might'])).stderr).toContain('Allowed: must, should, may');
    expect(errorOf(await runCli(['--output', 'json', '--site-type', 'blog']))).toMatchObject({
      allowed: SITE_TYPES,
    });
    expect(errorOf(await runCli(['x.example', '--json', '--only', 'robot']))).toMatchObject({
      hint: expect.stringContaining('Did you mean robots'),
      allowed: expect.arrayContaining(['robots', 'mcp']),
    });
    expect((await runCli(['schema', 'scorecards'])).stderr).toContain(DOCUMENT_NAMES.join(', '));
  });
});

describe('P5 Safe retries and explicit mutation boundaries', () => {
  requirement('p5-must-read-write-distinction', async () => {
    const help = (await runCli(['--help'])).stdout;
    expect(help).toMatch(/Commands that only read:[\s\S]*Commands that write files:\n {2}skill/);
    const before = readdirSync(folder);
    for (const [command, args] of Object.entries(COMMANDS).filter(([name]) => !name.startsWith('skill'))) {
      await runCli([...command.split(' '), ...args], { cwd: folder });
    }
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('P6 Composable, predictable command structure', () => {
  requirement('p6-must-no-color', async () => {
    for (const env of [{}, { NO_COLOR: '1' }, { TERM: 'dumb' }]) {
      const run = await runCli(small(), { env });
      expect(run.stdout + run.stderr).not.toContain('\u001b');
    }
    expect((await runCli(['--bad'])).stderr).not.toContain('\u001b');
  });

  requirement('p6-must-timeout-network', async () => {
    await using slow = await stallingSite();
    const run = await runCli([slow.url, '--timeout', '0.2', '--json']);
    expect(run.code).toBe(69);
    expect(errorOf(run)).toMatchObject({ kind: 'audit_timeout' });
    expect((await runCli(['audit', '--help'])).stdout.replace(/\s+/g, ' ')).toMatch(
      /--timeout <seconds>.*default: 60/,
    );
  });

  requirement('p6-must-global-flags', async () => {
    const flags = ['--output', 'text', '--quiet', '--no-interactive', '--timeout', '5'];
    for (const [command, args] of Object.entries(COMMANDS)) {
      const words = command.split(' ');
      const own = command.startsWith('skill') ? [...args, '--dir', folder] : args;
      for (const typed of [
        [...words, ...own, ...flags],
        [...flags, ...words, ...own],
      ])
        expect((await runCli(typed)).stderr, command).not.toMatch(/unknown option/i);
      expect((await runCli([...words, '--help'])).stdout, command).toContain('--no-interactive');
    }
  });

  requirement('p6-should-tier-gating', async () => {
    const env = { AUDIT_TIMEOUT: 'bad', AUDIT_OUTPUT: 'bad' };
    for (const args of [['--help'], ['checks', '--help'], ['--version'], ['schema']]) {
      expect((await runCli(args, { env })).code, args.join(' ')).toBe(0);
    }
    expect((await runCli(['checks'], { env })).code).toBe(78);
  });

  requirement('p6-should-consistent-naming', () => {
    const names = [GLOBAL, AUDIT, CHECKS, COMPARE, SKILL_INSTALL, FIX, EXPLAIN].flatMap((table) =>
      Object.values<Setting<unknown>>(table),
    );
    for (const { flags, env } of names) {
      const long = /--([a-z-]+)/.exec(flags)?.[1] ?? '';
      // --json and --jsonl have no variables of their own; `env` is the equivalent `AUDIT_OUTPUT=…`.
      if (env.includes('=')) continue;
      expect(env, flags).toBe(`AUDIT_${long.replaceAll('-', '_').toUpperCase()}`);
    }
    for (const command of Object.keys(COMMANDS)) expect(command).toMatch(/^[a-z]+( [a-z]+)?$/);
  });

  requirement('p6-should-subcommand-operations', async () => {
    const help = (await runCli(['--help'])).stdout;
    for (const command of Object.keys(COMMANDS)) {
      expect(help).toMatch(new RegExp(`^  ${command.split(' ')[0]}\\b`, 'm'));
    }
  });

  requirement('p6-may-color-flag', async () => {
    expect((await runCli(small('--color'))).stdout).toContain('\u001b[');
    expect((await runCli(small('--no-color'), { env: { AUDIT_COLOR: '1' } })).stdout).not.toContain('\u001b');
    expect((await runCli(small(), { env: { AUDIT_COLOR: '1' } })).stdout).toContain('\u001b[');
  });

  requirement('p6-may-standard-names', async () => {
    for (const command of Object.keys(COMMANDS).filter((name) => name !== 'help')) {
      const help = await runCli(['help', ...command.split(' ')]);
      expect(help, command).toEqual(await runCli([...command.split(' '), '--help']));
    }
    expect((await runCli(['help'])).stdout).toBe((await runCli(['--help'])).stdout);
  });
});

describe('P7 Bounded, high-signal responses', () => {
  requirement('p7-must-quiet', async () => {
    const har = join(folder, 'quiet.har');
    expect((await runCli(small('--har', har))).stderr).toContain('Recorded');
    const quiet = await runCli(small('--har', har, '--force', '--quiet'));
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.stdout).not.toBe('');
    expect((await runCli(['http://127.0.0.1:9', '--quiet'])).stderr).toContain('could not be reached');
  });

  requirement('p7-must-list-clamping p7-should-limit', async () => {
    expect((await runCli(['checks', '--help'])).stdout.replace(/\s+/g, ' ')).toContain(`at most ${LIST_CAP}`);
    expect((await runCli(['checks', '--limit', String(LIST_CAP + 1)])).code).toBe(2);
    const cut = await runCli(['checks', '--limit', '2']);
    expect(cut.stdout).toMatch(/… \d+ of \d+ not shown/);
    expect(json(await runCli(['checks', '--limit', '2', '--json']))).toMatchObject({
      shown: 2,
      truncated: true,
    });
    const lines = (await runCli(['checks', '--limit', '2', '--jsonl'])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'end', truncated: true });
  });

  requirement('p7-should-verbose', async () => {
    const [brief, verbose] = await Promise.all([runCli(small()), runCli(small('--verbose'))]);
    expect(verbose.stdout.length).toBeGreaterThan(brief.stdout.length);
  });
});

describe('P8 Discoverable through a skill bundle', () => {
  requirement('p8-should-bundle-exists', () => {
    const text = readFileSync(new URL('../../content/skill/SKILL.md', import.meta.url), 'utf8');
    expect(text).toMatch(/^---\nname: agent-readiness\ndescription: .{80,1024}\n/);
    expect(text).toMatch(/\n---\n\n# /);
  });

  requirement('p8-must-bundle-install', async () => {
    const out = mkdtempSync(join(folder, 'install-'));
    expect((await runCli(['skill', 'install', 'claude'], { cwd: out })).code).toBe(0);
    const installed = readFileSync(join(out, '.claude/skills/agent-readiness/SKILL.md'), 'utf8');
    const text = readFileSync(new URL('../../content/skill/SKILL.md', import.meta.url), 'utf8');
    // This checkout has no catalog address, so the skill names the command that was typed.
    const named = text.replaceAll('<cli_bin>', INSTALLED_NAME).replaceAll('<cli>', 'node scripts/audit.ts');
    expect(installed).toBe(fillPlaceholders(named, DEFAULT_BASE_URL));
    expect(installed).not.toContain('agent-readiness-catalog');
    const unknown = await runCli(['skill', 'install', 'emacs'], { cwd: out });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('claude');
  });

  requirement('p8-may-install-all', async () => {
    const out = mkdtempSync(join(folder, 'all-'));
    const run = await runCli(['skill', 'install', '--all', '--json'], { cwd: out });
    expect((json(run).files as unknown[]).length).toBe(5);
    expect(readdirSync(out).toSorted()).toEqual(['.agents', '.claude', '.cursor', '.gemini', '.github']);
  });

  requirement('p8-may-bundle-update', async () => {
    const out = mkdtempSync(join(folder, 'update-'));
    await runCli(['skill', 'install', 'claude'], { cwd: out });
    const file = join(out, '.claude/skills/agent-readiness/SKILL.md');
    writeFileSync(file, 'an older one');
    expect((await runCli(['skill', 'install', 'claude'], { cwd: out })).code).toBe(2);
    expect(json(await runCli(['skill', 'update', '--json'], { cwd: out }))).toMatchObject({
      files: [{ action: 'updated' }],
    });
    expect(readFileSync(file, 'utf8')).toContain('name: agent-readiness');
  });
});

describe('the whole standard', () => {
  it.each(['1', '2', '3', '4', '5', '6', '7', '8'])(
    'P%s has its sections, and its ids include the level',
    (n) => {
      const text = readFileSync(new URL(`p${n}.mdx`, PRINCIPLES), 'utf8');
      const levels = [...text.matchAll(/^ {2}- id: (\S+)\n {4}level: (\S+)$/gm)];
      expect(levels).toHaveLength(text.match(/^ {2}- id: /gm)?.length ?? 0);
      for (const [, id, level] of levels) expect(id).toMatch(new RegExp(`^p${n}-${level}-[a-z-]+$`));
      expect([...text.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)).toEqual([
        'What it asks',
        'Why agents need it',
        'What shows it',
        'What goes wrong without it',
      ]);
    },
  );

  it('has a test or a reason for every requirement', () => {
    const excused = [...Object.keys(NOT_APPLICABLE), ...Object.keys(NOT_MET)];
    const covered = [...tested, ...Object.keys(ELSEWHERE), ...excused];
    expect(covered.toSorted()).toEqual(REQUIREMENTS.toSorted());
    for (const file of Object.values(ELSEWHERE))
      expect(existsSync(new URL(file, import.meta.url)), file).toBe(true);
    for (const id of excused) expect(tested.has(id), id).toBe(false);
  });
});

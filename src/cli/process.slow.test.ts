/** Behavior that needs a process of its own: exit codes, signals, pipes, a full disk, a terminal, an old Node, npm. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { OLDEST_NODE } from '../base/package.ts';
import { COMMAND, cli, runCli, smallSite, stallingSite, startCli } from '../testing/cli.ts';
import { scratchFolder, shared } from '../testing/shared.ts';
import { DOCUMENT_NAMES } from './options.ts';

const folder = scratchFolder('process');
const site = shared(await smallSite());

describe('the exit code', () => {
  it.each([
    [0, [], {}],
    [1, ['--only', 'llms-txt,robots', '--fail-under', '100'], {}],
    [2, ['--no-such-flag'], {}],
    [77, ['--network', 'public'], {}],
    [78, [], { AUDIT_TIMEOUT: 'soon' }],
  ] as const)('is %i with %j %j', async (code, args, env) => {
    const run = await cli([site.url, '--only', 'robots', ...args], { env });
    expect(run).toMatchObject({ code, signal: null });
    expect(run.stderr).toMatch(code === 0 ? /^$/ : /^error: /);
  });

  it('is 69 if nothing responds', async () => {
    const run = await cli(['http://127.0.0.1:9', '--json']);
    expect(run).toMatchObject({ code: 69, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({ kind: 'target_unreachable' });
  });
});

describe('an interruption', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends the process immediately with %i and leaves no files', async (signal, code) => {
    await using slow = await stallingSite();
    const out = mkdtempSync(join(folder, 'signal-'));
    const { child, done } = startCli([slow.url, '--har', join(out, 'x.har'), '--json']);
    await Promise.race([slow.stalled, done]);
    expect(readdirSync(out)).toHaveLength(1);
    child.kill(signal);
    const run = await done;
    expect(run).toMatchObject({ code, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({ kind: 'interrupted' });
    expect(readdirSync(out)).toEqual([]);
  });
});

describe('stdin and stdout', () => {
  it('exits quietly on a closed pipe, without a partial recording', async () => {
    await using slow = await stallingSite();
    const out = mkdtempSync(join(folder, 'pipe-'));
    const { child, done } = startCli([slow.url, '--jsonl', '--har', join(out, 'x.har')]);
    child.stdout?.once('data', () => child.stdout?.destroy());
    await Promise.race([slow.stalled, done]);
    slow.release();
    expect(await done).toMatchObject({ code: 141, stderr: '' });
    expect(readdirSync(out)).toEqual([]);
  });

  it('exits quietly if the reader closed before the output', async () => {
    const { child, done } = startCli(['examples']);
    child.stdout?.destroy();
    expect(await done).toMatchObject({ code: 141, stderr: '' });
  });

  it('reports a full disk behind stdout', async () => {
    const run = await cli(['checks'], { stdout: openSync('/dev/full', 'w') });
    expect(run.code).toBe(74);
    expect(run.stderr).toMatch(/Cannot write to stdout: no space is left\.\n/);
  });

  it('reports a configuration that never finishes loading', async () => {
    const cwd = mkdtempSync(join(folder, 'config-'));
    writeFileSync(join(cwd, 'agent-readiness.config.ts'), 'await new Promise(() => {});');
    const run = await cli([site.url, '--timeout', '0.3'], { cwd });
    expect(run).toMatchObject({ code: 78, stderr: expect.stringContaining('did not finish within 0.3 s') });
  });

  it.each([
    'export default { only: ["robots"] };',
    'import { only } from "./only.ts";\nexport default { only };',
  ])('suggests .mts for a configuration in a CommonJS package: %j', async (source) => {
    const cwd = mkdtempSync(join(folder, 'commonjs-'));
    const config = join(cwd, 'agent-readiness.config');
    writeFileSync(join(cwd, 'package.json'), '{"type":"commonjs"}');
    writeFileSync(join(cwd, 'only.ts'), 'exports.only = ["robots"];');
    writeFileSync(`${config}.ts`, source);
    const refused = await cli([site.url], { cwd });
    expect(refused).toMatchObject({
      code: 78,
      stderr: expect.stringMatching(
        /"type": "commonjs" in package\.json .*\nRename it to agent-readiness\.config\.mts\./,
      ),
    });
    renameSync(`${config}.ts`, `${config}.mts`);
    expect(await cli([site.url], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('names a package.json in UTF-16 that keeps Node from loading the configuration', async () => {
    const cwd = mkdtempSync(join(folder, 'utf16-'));
    writeFileSync(join(cwd, 'agent-readiness.config.ts'), 'export default {};');
    writeFileSync(join(cwd, 'package.json'), Buffer.from('\ufeff{"type":"module"}', 'utf16le'));
    const run = await cli([site.url], { cwd });
    expect(run.code).toBe(78);
    expect(run.stderr).toContain(
      `${join(cwd, 'package.json')} is UTF-16, and Node reads UTF-8.\nSave that file`,
    );
  });

  it('reads a pipe, and waits --timeout for one that stays open', async () => {
    const { stdout: stdin } = await cli([site.url, '--only', 'robots', '--json']);
    const piped = await cli(['fix', '-', '--json'], { stdin });
    expect(JSON.parse(piped.stdout)).toMatchObject({ kind: 'fix' });
    const open = spawn(process.execPath, [COMMAND, 'fix', '-', '--timeout', '0.2'], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    expect(await text(open.stderr)).toContain('Cannot read stdin: it did not end within 0.2 s.');
  });
});

describe('a file size limit', () => {
  it('is reported for a recording, without a partial file', async () => {
    const out = mkdtempSync(join(folder, 'full-'));
    const args = [process.execPath, COMMAND, site.url, '--har', join(out, 'x.har')];
    const child = spawn('bash', ['-c', 'ulimit -f 1; exec "$@"', 'bash', ...args], {
      env: { PATH: process.env.PATH, AUDIT_ONLY: 'discoverability' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await text(child.stderr)).toContain('x.har: the file would exceed the size limit');
    expect(child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))).toBe(74);
    expect(readdirSync(out)).toEqual([]);
  });
});

const execute = promisify(execFile);

/** Returns the output on a terminal with this many columns, without escapes; `script` of util-linux emulates the terminal. */
async function terminalOutput(columns: number, ...args: string[]): Promise<string> {
  const words = [process.execPath, COMMAND, ...args].map((word) => `'${word}'`).join(' ');
  const { stdout } = await execute('script', ['-qec', `stty cols ${columns}; ${words}`, '/dev/null']);
  return stripVTControlCharacters(stdout).replaceAll('\r', '');
}

describe('a terminal', () => {
  it('has 80 columns if it reports none, and shows progress', async () => {
    const audited = await terminalOutput(0, site.url, '--only', 'robots');
    expect(audited).toContain('Auditing');
    const of80 = await runCli(['explain', 'robots', '--no-color'], { columns: 80 });
    expect(await terminalOutput(0, 'explain', 'robots')).toBe(of80.stdout);
  });
});

/** Loaded before the command; makes Node report an old version. */
const OLD = `--import=data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

it('reports an outdated Node version', async () => {
  const run = await cli(['checks', '--json'], { env: { NODE_OPTIONS: OLD } });
  expect(run).toMatchObject({ code: 78, stdout: '' });
  const message = `This is Node 20.20.2, and Node ${OLDEST_NODE} or later is needed.`;
  expect(JSON.parse(run.stderr)).toMatchObject({ kind: 'configuration', message });
});

it('reports options consumed by npm', async () => {
  const scripts = { audit: `node ${COMMAND}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }));
  const npmRun = (...words: string[]) =>
    execute('npm', ['run', '-s', 'audit', ...words], {
      cwd: folder,
      env: { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, HOME: folder },
    }).catch((error: unknown) => error);
  expect(await npmRun('http://127.0.0.1:9', '--json', '--fail-under=80', '--no-interactive')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm kept --json and --no-interactive and --fail-under for itself'),
  });
  expect(await npmRun('--', 'http://127.0.0.1:9', '--dry-run')).toMatchObject({ stderr: '' });
});

it('writes the same schemas as files as it prints', async () => {
  const out = mkdtempSync(join(folder, 'schemas-'));
  await execute(process.execPath, [
    fileURLToPath(new URL('../../scripts/print-schema.ts', import.meta.url)),
    out,
  ]);
  expect(readdirSync(out).toSorted()).toEqual(DOCUMENT_NAMES.map((name) => `${name}.schema.json`).toSorted());
  expect((await runCli(['schema', 'events'])).stdout).toBe(
    readFileSync(join(out, 'events.schema.json'), 'utf8'),
  );
});

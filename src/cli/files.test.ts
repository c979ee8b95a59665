import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryContext, quietOutput, runCli, smallSite } from '../testing/cli.ts';
import { emptiedFolder } from '../testing/shared.ts';
import { Session } from './context.ts';
import { beginOutput, checkFile, readInput } from './files.ts';

const { session } = quietOutput();
const folder = emptiedFolder('files');
let path: string;

beforeEach(() => {
  path = join(folder, 'out.har');
});

describe('beginOutput', () => {
  it('renames the file only once it is complete', async () => {
    const file = await beginOutput(session, path, { force: false });
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain('out.har');
    await file.commit(['a', 'b']);
    expect(readdirSync(folder)).toEqual(['out.har']);
    expect(readFileSync(path, 'utf8')).toBe('ab');
  });

  it('keeps the old file and removes the new one if writing fails', async () => {
    writeFileSync(path, 'before');
    const file = await beginOutput(session, path, { force: true });
    function* failing(): Generator<string> {
      yield 'half';
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    }
    await expect(file.commit(failing())).rejects.toMatchObject({
      kind: 'io',
      message: expect.stringContaining('no space'),
    });
    expect(readdirSync(folder)).toEqual(['out.har']);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  it('removes the file when discarded', async () => {
    const file = await beginOutput(session, path, { force: false });
    await file.discard();
    await file.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces a file only with `force`, and never a folder', async () => {
    writeFileSync(path, 'before');
    await expect(beginOutput(session, path, { force: false })).rejects.toMatchObject({ kind: 'usage' });
    await expect(beginOutput(session, folder, { force: true })).rejects.toMatchObject({ kind: 'usage' });
    await expect(checkFile(session, path, { force: false })).rejects.toMatchObject({ kind: 'usage' });
    await expect(checkFile(session, join(folder, 'none', 'x'), { force: false })).rejects.toMatchObject({
      kind: 'usage',
    });
    await checkFile(session, path, { force: true });
    expect(readdirSync(folder)).toEqual(['out.har']);
  });
});

describe('readInput', () => {
  const options = { output: quietOutput(), timeoutMs: 1000 };

  it('reads a file, or reports why it cannot', async () => {
    writeFileSync(path, '{}');
    expect(await readInput(path, options)).toBe('{}');
    await expect(readInput(folder, options)).rejects.toThrow(`Cannot read ${folder}: it is a folder.`);
    await expect(readInput(`${path}x`, options)).rejects.toThrow('no such file');
    await expect(readInput('', options)).rejects.toThrow('The name of a file is empty.');
  });

  it('does not wait for typed input with --no-interactive', async () => {
    const session = new Session(memoryContext({ columns: 80 }).context);
    const reading = readInput('-', { output: quietOutput({ session }), timeoutMs: 1000 });
    await expect(reading).rejects.toThrow('--no-interactive');
  });
});

describe('a link in the project', () => {
  const SKILL = ['skill', 'install', 'claude'];
  const AUDIT = ['--only', 'robots'];

  /** Creates a repository with a folder, and with a link of this name that leads out of the repository. */
  function project(name: string) {
    const root = join(folder, 'project');
    const outside = join(folder, 'outside');
    for (const each of [join(root, '.git'), join(root, 'inside'), outside])
      mkdirSync(each, { recursive: true });
    symlinkSync(outside, join(root, name));
    symlinkSync('inside', join(root, 'within'));
    return { root, outside };
  }

  it.each([
    ['.claude', SKILL],
    ['.claude', [...SKILL, '--dry-run']],
    ['.claude', [...SKILL, '--dir', '../project']],
    ['out', [...AUDIT, '--output-file', 'json=out/new/report.json']],
    ['out', [...AUDIT, '--har', 'out/site.har']],
    ['out', [...AUDIT, '--har', 'out/site.har', '--dry-run']],
    ['out', [...AUDIT, '--baseline', 'out/b.json', '--update-baseline']],
  ])('is not followed out of the project: %s by %j', async (name, args) => {
    await using site = await smallSite();
    const { root, outside } = project(name);
    const target = args[0] === 'skill' ? [] : [site.url];
    const run = await runCli([...args, ...target], { cwd: root });
    expect(run.code).toBe(77);
    expect(run.stderr).toContain(`${name} is a link to a path outside the project: ${outside}.`);
    expect(site.asked).toEqual([]);
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(root).toSorted()).toEqual(['.git', 'inside', name, 'within'].toSorted());
  });

  it('is followed inside the project, and if the caller names a path outside', async () => {
    const { root, outside } = project('out');
    const session = new Session(memoryContext({ cwd: join(root, 'inside') }).context);
    for (const path of ['../within/a', join(outside, 'a'), '../../outside/b']) {
      await (await beginOutput(session, path, { force: false })).commit('');
    }
    expect(readdirSync(join(root, 'inside'))).toEqual(['a']);
    expect(readdirSync(outside)).toEqual(['a', 'b']);
  });

  it('is replaced, not followed, if it is the output file itself', async () => {
    const { root, outside } = project('out');
    const session = new Session(memoryContext({ cwd: root }).context);
    writeFileSync(join(outside, 'kept'), 'before');
    symlinkSync(join(outside, 'kept'), join(root, 'file'));
    await (await beginOutput(session, 'file', { force: true })).commit('after');
    expect(readFileSync(join(outside, 'kept'), 'utf8')).toBe('before');
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('after');
  });
});

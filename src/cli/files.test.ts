import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memoryContext, quietOutput } from '../testing/cli.ts';
import { Session } from './context.ts';
import { beginOutput, checkFile, readInput } from './files.ts';

const { session } = quietOutput();
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  path = join(folder, 'out.har');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('beginOutput', () => {
  it('has the name only when the file is complete', async () => {
    const file = await beginOutput(session, path, { force: false });
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain('out.har');
    await file.commit(['a', 'b']);
    expect(readdirSync(folder)).toEqual(['out.har']);
    expect(readFileSync(path, 'utf8')).toBe('ab');
  });

  it('leaves nothing when writing fails half-way, and what was there stays', async () => {
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

  it('can be left', async () => {
    const file = await beginOutput(session, path, { force: false });
    await file.discard();
    await file.discard();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('replaces a file only with force, and never what is no file', async () => {
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

  it('reads a file, and says why it cannot', async () => {
    writeFileSync(path, '{}');
    expect(await readInput(path, options)).toBe('{}');
    await expect(readInput(folder, options)).rejects.toThrow(`Cannot read ${folder}: it is a folder.`);
    await expect(readInput(`${path}x`, options)).rejects.toThrow('no such file');
    await expect(readInput('', options)).rejects.toThrow('The name of a file is empty.');
  });

  it('does not wait for a person to type with --no-interactive', async () => {
    const session = new Session(memoryContext({ columns: 80 }).context);
    const reading = readInput('-', { output: quietOutput({ session }), timeoutMs: 1000 });
    await expect(reading).rejects.toThrow('--no-interactive');
  });
});

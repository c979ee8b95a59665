/** The command on a terminal, which `script` of util-linux stands in for. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, smallSite } from '../testing/cli.ts';
import type { TestSite } from '../testing/serve.ts';

let site: TestSite;

beforeAll(async () => {
  site = await smallSite();
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

const run = promisify(execFile);

/** What a terminal of so many columns shows; without its escapes. */
async function shown(columns: number, ...args: string[]): Promise<string> {
  const words = [process.execPath, COMMAND, ...args].map((word) => `'${word}'`).join(' ');
  const { stdout } = await run('script', ['-qec', `stty cols ${columns}; ${words}`, '/dev/null'], {
    timeout: 60_000,
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
  return stdout.replace(/\u001b\[[\d;]*[A-Za-z]/g, '').replaceAll('\r', '');
}

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

describe('a terminal that does not know its columns', () => {
  it('is taken for one of 80', async () => {
    const [unknown, of80] = [await shown(0, 'explain', 'robots'), await shown(80, 'explain', 'robots')];
    expect(unknown).toBe(of80);
    expect(widest(unknown)).toBeGreaterThan(60);
    expect(await shown(0, '--help')).toBe(await shown(80, '--help'));
    expect(await shown(0, site.url, '--only', 'robots')).toContain('Auditing');
  });
});

describe('a terminal of few columns', () => {
  it.each([1, 7, 20])('%i of them are enough for an answer', async (columns) => {
    expect(await shown(columns, site.url, '--only', 'robots')).toContain('What applies');
    expect(await shown(columns, 'checks', '--limit', '2')).toContain('not shown');
    expect(await shown(columns, 'help', 'nope').catch((error: { stdout: string }) => error.stdout)).toContain(
      'error:',
    );
  });
});

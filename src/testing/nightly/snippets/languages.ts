/** What the programs of the zoo read without running it. */
import { spawnSync } from 'node:child_process';
import type { Block } from '../../snippets/blocks.ts';

/** By language: the command that reads a block from its standard input, and fails on what it cannot read. */
const READERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  php: ['/usr/bin/php', '-l'],
  python: ['/usr/bin/python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
  ruby: ['/usr/bin/ruby', '-c'],
};

export const isReadHere = ({ language }: Block): boolean => Object.hasOwn(READERS, language);

/** What is wrong with a block; empty where it can be read. */
export function faultIn({ language, code }: Block): string {
  const [command, ...args] = READERS[language] ?? [];
  if (command === undefined) return `nothing reads ${language}`;
  const { status, stdout, stderr } = spawnSync(command, args, { input: code, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

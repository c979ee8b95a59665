import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWord } from './escape.ts';

it.each([
  'http://localhost:3000',
  'a b',
  "it's",
  '$(id)',
  '`id`',
  ';id',
  '*',
  'http://[::1]:3000',
  '-n',
  '~',
  '',
])('a shell reads %j as one unchanged word', (text) => {
  const printed = execFileSync('sh', ['-c', `printf '<%s>' ${shellWord(text)}`], { encoding: 'utf8' });
  expect(printed).toBe(`<${text}>`);
});

it('leaves a URL unquoted, as people type it', () => {
  expect(shellWord('http://localhost:3000/')).toBe('http://localhost:3000/');
});

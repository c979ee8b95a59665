/**
 * Loaded into audit processes: parsing a body fails in the way that the body names. This simulates a parser fault, so tests
 * do not need a real one.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type ATTEMPTS, MARK, type Misbehavior, makeAuditorsMisbehave } from './misbehaving.ts';

const kept: unknown[] = [];

const TRY: Readonly<Record<keyof typeof ATTEMPTS, () => unknown>> = {
  'to read a file': () => readFileSync('/etc/passwd'),
  'to read its environment as a file': () => readFileSync('/proc/self/environ'),
  'to read that of the program': () => readFileSync(`/proc/${process.ppid}/environ`),
  'to read what lies next to its code': () => readFileSync(new URL('../../.npmrc', import.meta.url)),
  'to write a file': () => writeFileSync('/tmp/written-by-an-audit', ''),
  'to write compiled code': () => writeFileSync(`${process.env.NODE_COMPILE_CACHE}/planted`, ''),
  'to start a process': () => spawnSync(process.execPath, ['--version']),
  'to start a thread': () => new Worker('', { eval: true }),
  'to load an addon': () => process.dlopen({ exports: {} }, '/tmp/an-addon.node'),
  'to use WASI': () => new (process.getBuiltinModule('node:wasi').WASI)({ version: 'preview1' }),
};

function attempted(): string {
  const outcomes = Object.entries(TRY).map(([what, attempt]) => {
    try {
      attempt();
      return [what, 'done'];
    } catch (error) {
      return [what, error instanceof Error && 'code' in error ? String(error.code) : String(error)];
    }
  });
  return String(new URLSearchParams(outcomes));
}

const DO: Readonly<Record<Misbehavior, (text: string) => void>> = {
  hangs() {
    for (;;) kept.length = 0;
  },
  'backtracks for ever': () => void /^(?:a+)+$/.test(`${'a'.repeat(100)}b`),
  // In a worker thread, a growing array ends the whole process.
  'fills its heap': () => {
    for (;;) kept.push(kept.length);
  },
  'fills the memory outside of its heap': () => {
    for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
  },
  // Less than the memory limit.
  'keeps much memory': () => void kept.push(Buffer.alloc(100 * 1024 * 1024, 1)),
  aborts: () => process.abort(),
  throws: () =>
    void setImmediate(() => {
      throw new Error('thrown where nobody catches it');
    }),
  'tries to break out': (text) => void fetch(`${/http:.*\/told/.exec(text)?.[0]}?${attempted()}`),
};

// Also affects audit processes that this process starts.
makeAuditorsMisbehave(new URL(import.meta.url).search.slice(1));

const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const text = decode.apply(this, given);
  const [, name] = MARK.exec(text.slice(0, 200)) ?? [];
  if (name !== undefined) DO[name as Misbehavior](text);
  return text;
};

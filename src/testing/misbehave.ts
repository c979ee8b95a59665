/**
 * Loaded into processes that audit: what reads a body goes wrong there in the way that the body names. It stands in for
 * the fault of a parser, which need not exist for a test of what becomes of an audit that has met one.
 */
import { MARK, type Misbehaviour } from './misbehaving.ts';

const kept: unknown[] = [];

const DO: Readonly<Record<Misbehaviour, () => void>> = {
  hangs() {
    for (;;) kept.length = 0;
  },
  'backtracks for ever': () => void /^(?:a+)+$/.test(`${'a'.repeat(100)}b`),
  // One array that grows takes a whole process with it where it runs in a thread of that.
  'fills its heap': () => {
    for (;;) kept.push(kept.length);
  },
  'fills the memory outside of its heap': () => {
    for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
  },
  // Much, but less than what ends the process.
  'keeps much memory': () => void kept.push(Buffer.alloc(100 * 1024 * 1024, 1)),
  aborts: () => process.abort(),
  throws: () =>
    void setImmediate(() => {
      throw new Error('thrown where nobody catches it');
    }),
};

const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...given) {
  const text = decode.apply(this, given);
  const [, name] = MARK.exec(text.slice(0, 200)) ?? [];
  if (name !== undefined) DO[name as Misbehaviour]();
  return text;
};

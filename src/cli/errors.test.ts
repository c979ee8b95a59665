import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { AuditError, FileError } from '../base/errors.ts';
import { CliError, formatError, fromCommander, toAuditError } from './errors.ts';
import { exitCodeOf } from './exit-codes.ts';

const TEXT = { format: 'text', color: false, verbose: false } as const;

describe('formatError', () => {
  const error = new CliError('usage', 'It failed.', { hint: 'Do this.', allowed: ['a', 'b'] });

  it('says what failed, how to fix it, and which values are allowed', () => {
    expect(formatError(error, TEXT)).toBe('error: It failed.\nDo this.\nAllowed: a, b\n');
    expect(formatError(new AuditError('io', 'It failed.'), TEXT)).toBe('error: It failed.\n');
  });

  it('lists a long list of allowed values only in JSON', () => {
    const many = new CliError('usage', 'It failed.', {
      hint: 'Do this.',
      allowed: Array.from('x'.repeat(41)),
    });
    expect(formatError(many, TEXT)).toBe('error: It failed.\nDo this.\n');
    expect(JSON.parse(formatError(many, { ...TEXT, format: 'json' })).allowed).toHaveLength(41);
  });

  it('uses color only if color is on', () => {
    expect(formatError(error, { ...TEXT, color: true })).toContain('\u001b[');
  });

  it('returns one line of JSON if JSON is requested', () => {
    const document = {
      error: true,
      kind: 'usage',
      message: 'It failed.',
      hint: 'Do this.',
      allowed: ['a', 'b'],
    };
    expect(JSON.parse(formatError(error, { ...TEXT, format: 'json' }))).toEqual(document);
    expect(JSON.parse(formatError(error, { ...TEXT, format: 'jsonl' }))).toEqual({
      event: 'error',
      ...document,
    });
    expect(formatError(error, { ...TEXT, format: 'jsonl' }).trimEnd()).not.toContain('\n');
  });

  it('includes a refusal and missing requests, escaped for a terminal', () => {
    const details = { wall: 'a Cloudflare challenge', requests: 3 };
    const refused = new AuditError('target_blocked', 'x.example refuses\u001b[31m\u202e.', {
      hint: 'Do.',
      quote: '/ -> 403\u001b[31m',
      details,
    });
    expect(exitCodeOf(refused)).toBe(69);
    expect(JSON.parse(formatError(refused, { ...TEXT, format: 'json' }))).toMatchObject({
      kind: 'target_blocked',
      hint: 'Do.',
      quote: '/ -> 403',
      details,
    });
    expect(formatError(refused, TEXT)).toMatch(/^error: x\.example refuses ?\.\nDo\.\nSeen: \/ -> 403\n$/);
    const lacking = new CliError('incomplete_recording', 'It lacks 1 request.', {
      hint: 'Missing:',
      missing: ['GET https://x.example/\u001b[2J'],
    });
    expect(formatError(lacking, TEXT)).toMatch(/Missing:\n {2}GET https:\/\/x\.example\/ ?\n$/);
    expect(exitCodeOf(lacking)).toBe(69);
  });

  it('shows the stack of an internal error only with --verbose', () => {
    const fault = toAuditError(new TypeError('x is not a function\nat once'));
    expect(fault.kind).toBe('internal');
    expect(formatError(fault, TEXT)).not.toMatch(/\n\s+at /);
    expect(formatError(fault, { ...TEXT, verbose: true })).toMatch(/\n\s+at /);
    expect(toAuditError('thrown text').message).toContain('thrown text');
    expect(toAuditError(error)).toBe(error);
  });
});

describe('fromCommander', () => {
  it('returns a sentence and keeps the suggestion', () => {
    const raw = new CommanderError(
      1,
      'commander.unknownOption',
      "error: unknown option '--jsn'\n(Did you mean --json?)",
    );
    expect(fromCommander(raw, 'audit')).toMatchObject({
      kind: 'usage',
      message: "Unknown option '--jsn'.",
      hint: 'Did you mean --json? Type audit --help to see what it takes.',
    });
  });
});

describe('FileError', () => {
  it.each([
    ['ENOENT', 2],
    ['EISDIR', 2],
    ['EACCES', 77],
    ['EROFS', 77],
    ['ENOSPC', 74],
    ['EMFILE', 74],
  ])('maps %s to exit code %i', (code, exit) => {
    const error = new FileError('Cannot write x', Object.assign(new Error('no'), { code }));
    expect(exitCodeOf(error)).toBe(exit);
    expect(error.message).toMatch(/^Cannot write x: .+\.$/);
    expect(error.hint).toBeDefined();
  });
});

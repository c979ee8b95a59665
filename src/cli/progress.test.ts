import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEvent } from '../audit.ts';
import type { Output } from './output.ts';
import { clearProgress, progressLine, progressOf } from './progress.ts';

const OUTPUT: Output = {
  format: 'text',
  quiet: false,
  verbose: false,
  interactive: true,
  text: { color: false, width: 80 },
};
const STARTED: AuditEvent = {
  type: 'started',
  target: 'example.com',
  at: '2026-01-01T00:00:00.000Z',
  total: 4,
};

/** What reaches stderr when an audit starts. */
function written(output: Partial<Output>, terminal: boolean, term = 'xterm'): string {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  vi.stubEnv('TERM', term);
  const before = process.stderr.isTTY;
  process.stderr.isTTY = terminal;
  try {
    progressOf({ ...OUTPUT, ...output })(STARTED);
    clearProgress();
  } finally {
    process.stderr.isTTY = before;
  }
  return text;
}

beforeEach(() => {
  vi.unstubAllEnvs();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the progress line', () => {
  it('is drawn on a terminal, and gone at the end', () => {
    const text = written({}, true);
    expect(text).toContain('example.com');
    expect(text.endsWith('\r\u001b[2K')).toBe(true);
  });

  it.each([
    ['no terminal is there', {}, false, 'xterm'],
    ['--quiet is given', { quiet: true }, true, 'xterm'],
    ['--no-interactive is given', { interactive: false }, true, 'xterm'],
    ['the terminal is dumb', {}, true, 'dumb'],
  ] as const)('is not drawn where %s', (_, output, terminal, term) => {
    expect(written(output, terminal, term)).toBe('');
  });

  it('says how far the audit is, in the width that there is', () => {
    expect(progressLine('example.com', 0, 70, 80)).toBe('Auditing example.com  ░░░░░░░░░░░░░░░░░░░░  0/70');
    expect(progressLine('example.com', 70, 70, 80)).toContain(`${'█'.repeat(20)}  70/70`);
    for (const width of [0, 1, 10, 40]) {
      expect(progressLine('a'.repeat(300), 3, 70, width).length).toBeLessThanOrEqual(Math.max(0, width - 1));
    }
    expect(progressLine('x', 0, 0, 80)).toContain('0/0');
  });
});

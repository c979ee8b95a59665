import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../audit/audit.ts';
import { memoryContext, quietOutput } from '../testing/cli.ts';
import { progressLine, progressOf } from './commands/audit.ts';
import { Session } from './context.ts';
import type { Output } from './output.ts';

const STARTED: AuditEvent = {
  type: 'started',
  target: 'example.com',
  at: '2026-01-01T00:00:00.000Z',
  total: 4,
};

/** Returns the output on stderr when an audit starts and prints a notice. */
function written(given: Partial<Output>, terminal: boolean, term = 'xterm'): string {
  const { context, written } = memoryContext({
    env: { TERM: term },
    ...(terminal ? { columns: 80 } : {}),
  });
  const session = new Session(context);
  progressOf(quietOutput({ quiet: false, interactive: true, ...given, session }))(STARTED);
  session.err('said\n');
  return written.stderr;
}

describe('the progress line', () => {
  it('is drawn on a terminal, and cleared before other output', () => {
    const text = written({}, true);
    expect(text).toContain('example.com');
    expect(text.endsWith('\r\u001b[2Ksaid\n')).toBe(true);
  });

  it.each([
    ['stderr is not a terminal', {}, false, 'xterm'],
    ['--quiet is given', { quiet: true }, true, 'xterm'],
    ['--no-interactive is given', { interactive: false }, true, 'xterm'],
    ['the terminal is dumb', {}, true, 'dumb'],
  ] as const)('is not drawn if %s', (_, output, terminal, term) => {
    expect(written(output, terminal, term)).toBe('said\n');
  });

  it('shows progress within the available width', () => {
    expect(progressLine('example.com', 0, 70, 80)).toBe('Auditing example.com  ░░░░░░░░░░░░░░░░░░░░  0/70');
    expect(progressLine('example.com', 70, 70, 80)).toContain(`${'█'.repeat(20)}  70/70`);
    for (const width of [0, 1, 10, 40]) {
      expect(progressLine('a'.repeat(300), 3, 70, width).length).toBeLessThanOrEqual(Math.max(0, width - 1));
    }
    expect(progressLine('x', 0, 0, 80)).toContain('0/0');
  });
});

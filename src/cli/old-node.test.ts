import { describe, expect, it } from 'vitest';
import { OLDEST_NODE } from '../base/package.ts';
import { oldNodeError } from './error-format.ts';

describe('an outdated Node version', () => {
  it.each([
    [['checks', '--json'], {}, { error: true }],
    [['checks', '-o', 'jsonl'], {}, { event: 'error' }],
    [['checks'], { AUDIT_OUTPUT: 'json' }, { error: true }],
  ])('is reported in the requested error format: %j %j', (args, env, more) => {
    expect(JSON.parse(oldNodeError('20.20.2', args, env) ?? '')).toEqual({
      ...more,
      error: true,
      kind: 'configuration',
      message: `This is Node 20.20.2, and Node ${OLDEST_NODE} or later is needed.`,
      hint: expect.stringContaining('https://nodejs.org'),
    });
  });

  it('is reported as text by default, and a current version is not', () => {
    expect(oldNodeError('20.20.2', ['--', '--json'], {})).toMatch(
      /^error: This is Node 20\.20\.2, .+\nInstall it from .+\n$/,
    );
    expect(oldNodeError(OLDEST_NODE, [], {})).toBeUndefined();
    expect(oldNodeError('100.0.0', [], {})).toBeUndefined();
    expect(oldNodeError('22.18.9', [], {})).toContain('22.18.9');
    expect(oldNodeError('9.9.9', [], {})).toContain('9.9.9');
  });
});

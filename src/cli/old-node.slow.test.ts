import { describe, expect, it } from 'vitest';
import { OLDEST_NODE } from '../package.ts';
import { cli } from '../testing/cli.ts';
import { oldNodeError } from './old-node.ts';

/** Loaded before the command: Node says that it is an old one. */
const OLD = `--import=data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

describe('a Node that is too old', () => {
  it.each([
    [['checks', '--json'], {}, { error: true }],
    [['checks', '-o', 'jsonl'], {}, { event: 'error' }],
    [['checks'], { AUDIT_OUTPUT: 'json' }, { error: true }],
  ])('is told so as errors are asked for: %j %j', async (args, env, more) => {
    const run = await cli(args, { env: { ...env, NODE_OPTIONS: OLD } });
    expect(run).toMatchObject({ code: 78, stdout: '' });
    expect(JSON.parse(run.stderr)).toEqual({
      ...more,
      error: true,
      kind: 'configuration',
      message: `This is Node 20.20.2, and Node ${OLDEST_NODE} or later is needed.`,
      hint: expect.stringContaining('https://nodejs.org'),
    });
  });

  it('is told so in words, and only then', async () => {
    const run = await cli(['--', '--json'], { env: { NODE_OPTIONS: OLD } });
    expect(run).toMatchObject({ code: 78, stdout: '' });
    expect(run.stderr).toMatch(/^error: This is Node 20\.20\.2, .+\nInstall it from .+\n$/);
    expect(oldNodeError(OLDEST_NODE, [], {})).toBeUndefined();
    expect(oldNodeError('100.0.0', [], {})).toBeUndefined();
    expect(oldNodeError('22.18.9', [], {})).toContain('22.18.9');
    expect(oldNodeError('9.9.9', [], {})).toContain('9.9.9');
  });
});

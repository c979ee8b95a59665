/** Checks of a given scorecard against expectations; index.slow.test.ts tests audits. */
import { AssertionError } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksOfCategory } from '../../audit/check-texts/index.ts';
import { runCli } from '../../testing/cli.ts';
import { type Statuses, scored } from '../../testing/gated.ts';
import { scratchFolder } from '../../testing/shared.ts';
import type { ExpectOptions } from './api.ts';
import { AuditError, audit, compare, expectAgentReady } from './index.ts';

type Judged = Pick<ExpectOptions, 'checks' | 'skip'>;

/** Returns the message of the thrown error, and its kind: `AssertionError` or the kind of an `AuditError`. */
async function fault(statuses: Statuses, options: Judged, parts?: Parameters<typeof scored>[1]) {
  const error: unknown = await expectAgentReady(scored(statuses, parts), options).catch((thrown) => thrown);
  if (error instanceof AuditError) return { what: error.kind, message: `${error.message} ${error.hint}` };
  if (error instanceof AssertionError) return { what: 'AssertionError', message: error.message };
  return { what: 'nothing', message: '' };
}

it.each([
  [{ siteTyp: 'api' }, /^There is no option “siteTyp”\. Did you mean siteType\?$/],
  [{ check: ['robots'] }, /Did you mean checks\?$/],
  [{ timeout: 30 }, /“timeout” takes milliseconds from 100 to 3600000, not 30\./],
])('refuses the options %j before an audit', async (options, message) => {
  const error = await audit('https://a.example', options as never).catch((thrown) => thrown);
  expect([error.kind, `${error.message} ${error.hint}`]).toEqual(['usage', expect.stringMatching(message)]);
});

describe('expectAgentReady', () => {
  it.each<[string, Statuses, Judged, string, string[]]>([
    ['everything that applies, all passed', { openapi: 'n_a', webmcp: 'optional' }, {}, 'nothing', []],
    [
      'everything that applies, one check missing',
      { robots: 'absent' },
      {},
      'AssertionError',
      ['robots must pass and is absent.'],
    ],
    [
      'everything except skipped checks',
      { robots: 'absent', openapi: 'broken' },
      { skip: ['Robots', 'api'] },
      'nothing',
      [],
    ],
    ['checks that pass', { openapi: 'broken' }, { checks: ['robots', 'llms-txt'] }, 'nothing', []],
    [
      'a name in capitals',
      { robots: 'absent' },
      { checks: ['ROBOTS'] },
      'AssertionError',
      ['robots must pass'],
    ],
    [
      'a check that does not apply',
      { openapi: 'n_a' },
      { checks: ['openapi'] },
      'AssertionError',
      [
        'does not apply',
        'Seen: seen\n    Fix: Serve an OpenAPI 3',
        'audit-for-agents https://site.example --only openapi --fail-under 100',
      ],
    ],
    [
      'a category of which no check applies',
      Object.fromEntries(checksOfCategory('mcp').map(({ id }) => [id, 'n_a'])),
      { checks: ['mcp'] },
      'AssertionError',
      [
        'mcp must pass',
        'First check: mcp-initialize',
        'Fix: Answer',
        '--only mcp-initialize --fail-under 100',
      ],
    ],
    [
      'a check only if it applies',
      { openapi: 'n_a' },
      { checks: { openapi: 'pass-if-applicable' } },
      'nothing',
      [],
    ],
    [
      'a category',
      { 'json-errors': 'noncompliant' },
      { checks: ['api'] },
      'AssertionError',
      ['json-errors must pass'],
    ],
    [
      'a category except for a check',
      { openapi: 'broken' },
      { checks: { api: 'pass', openapi: 'off' } },
      'nothing',
      [],
    ],
    ['a check that is not broken', { robots: 'absent' }, { checks: { robots: 'not-broken' } }, 'nothing', []],
    [
      'a check without a verdict',
      { robots: 'error' },
      { checks: ['robots'] },
      'no_verdict',
      ['robots: seen'],
    ],
    ['everything, one check without a verdict', { robots: 'error' }, {}, 'no_verdict', ['robots: seen']],
    ['a check that did not run', { robots: 'skip' }, { checks: ['robots'] }, 'no_verdict', ['robots: seen']],
    ['everything, after an audit of some checks', { robots: 'skip' }, {}, 'nothing', []],
    [
      'a failure and a check without a verdict',
      { robots: 'absent', openapi: 'error' },
      {},
      'AssertionError',
      ['robots must', 'openapi: seen'],
    ],
    [
      'an unknown check',
      {},
      { checks: ['robot'] },
      'usage',
      ['“checks” takes', '“robot”', 'Did you mean robots', 'Type npx --no -- audit-for-agents checks'],
    ],
    ['to skip an unknown check', {}, { skip: ['robot'] }, 'usage', ['“skip” takes', '“robot”']],
    [
      'a check that is also skipped',
      {},
      { checks: ['robots'], skip: ['robots'] },
      'usage',
      ['“skip” leaves out everything that “checks” selects'],
    ],
    ['nothing', {}, { checks: [] }, 'usage', ['names no check']],
    ['a check that is off', {}, { checks: { robots: 'off' } }, 'usage', ['names no check']],
    [
      'an unknown expectation',
      {},
      { checks: { robots: 'passes' as 'pass' } },
      'usage',
      ['The expectation for robots must be one of: pass,'],
    ],
  ])('%s', async (_, statuses, options, what, parts) => {
    const found = await fault(statuses, options);
    expect(found.what, found.message).toBe(what);
    for (const part of parts) expect(found.message).toContain(part);
  });

  it('gives no verdict on an audit that was cut short', async () => {
    expect((await fault({ robots: 'skip' }, {}, { cutShort: true })).what).toBe('no_verdict');
  });

  it('returns the scorecard, or reports each failure with evidence and fix', async () => {
    const good = scored({});
    expect(await expectAgentReady(good)).toBe(good);
    const { message } = await fault(
      { robots: 'absent', openapi: 'broken' },
      { checks: ['robots', 'openapi'] },
    );
    expect(message).toContain('site.example is not as ready for agents as expected: 2 failures.');
    for (const id of ['robots', 'openapi']) expect(message).toContain(`--only ${id} --fail-under 100`);
    expect(message).toMatch(/Seen: seen\n.+\n +Fix: \w.+\n +Guide: /);
  });

  it('rejects anything that is not a scorecard', async () => {
    const none = expectAgentReady({ scorecard: {} });
    await expect(none).rejects.toMatchObject({ kind: 'invalid_scorecard', name: 'AuditError' });
    expect(() => compare(scored({}), { scorecard: {} })).toThrow('This is not a scorecard');
  });
});

const folder = scratchFolder('library');

it('compares like the command', async () => {
  const [before, after] = [scored({}), scored({ robots: 'absent' })];
  const [was, is] = [join(folder, 'was.json'), join(folder, 'is.json')];
  writeFileSync(was, JSON.stringify(before));
  writeFileSync(is, JSON.stringify(after));
  const { stdout } = await runCli(['compare', was, is, '--json']);
  expect(compare(before, after)).toEqual(JSON.parse(stdout));
});

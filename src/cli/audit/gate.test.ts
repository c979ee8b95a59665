/** The gate in the command line: real audits, files and exit codes. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Baseline } from '../../report/gate/baseline.ts';
import { type CliRun, runCli, smallSite } from '../../testing/cli.ts';
import { schemaErrors } from '../../testing/documents.ts';
import { serveSite } from '../../testing/serve.ts';
import { projectsIn, shared } from '../../testing/shared.ts';
import type { GateDocument } from '../documents.ts';

const filesIn = projectsIn('gate');
const site = shared(await smallSite());
const PAGE = { type: 'text/html', body: '<!doctype html><html lang="en"><title>Small</title><h1>Small</h1>' };
const DEAD_LINK = '# Small\n\n> A small site.\n\n## Pages\n\n- [Gone](/gone): a page\n';
const worse = shared(await serveSite({ '/': PAGE }));
/** The small site with an llms.txt that links to a missing page. */
const changed = shared(await serveSite({ '/': PAGE, '/llms.txt': { type: 'text/plain', body: DEAD_LINK } }));

const project = (config: unknown) => filesIn({ '.git/HEAD': '', 'agent-readiness.config.json': config });

const ONLY = { only: ['robots', 'llms-txt', 'link-headers'] };

function gateOf(run: CliRun): GateDocument {
  return (JSON.parse(run.stdout) as { gate: GateDocument }).gate;
}

function kindOf(run: CliRun): unknown {
  return run.stderr === '' ? undefined : (JSON.parse(run.stderr) as { kind: string }).kind;
}

describe('the gate of the configuration', () => {
  it.each([
    ['nothing', {}, undefined],
    ['a score', { thresholds: { relative: 100 } }, false],
    ['an assertion that holds', { assertions: { robots: 'pass', 'llms-txt': 'not-broken' } }, true],
    [
      'a waiver',
      {
        assertions: { 'llms-txt': 'pass' },
        waivers: [{ check: 'llms-txt', reason: 'later', expires: '2099-12-31' }],
      },
      true,
    ],
  ])('depends on %s', async (_, config, passed) => {
    const run = await runCli([site.url, '--json'], { cwd: project({ ...ONLY, ...config }) });
    expect(gateOf(run)?.passed).toBe(passed);
    expect({ code: run.code, kind: kindOf(run) }).toEqual(
      passed === false ? { code: 1, kind: 'below_threshold' } : { code: 0, kind: undefined },
    );
  });

  it('fails if robots.txt blocks AI assistants', async () => {
    await using closed = await serveSite({
      '/': PAGE,
      '/robots.txt': { type: 'text/plain', body: 'User-agent: ChatGPT-User\nDisallow: /\n' },
    });
    const run = await runCli([closed.url, '--json'], { cwd: project({ ...ONLY, assistants: 'allowed' }) });
    expect(gateOf(run).reasons).toEqual([expect.stringContaining('robots.txt blocks chatgpt-user from /')]);
  });

  it('has no verdict if a required check could not be judged', async () => {
    await using torn = await serveSite({
      '/': { type: 'text/html', body: '<!doctype html><title>Small</title><h1>Small</h1>' },
      '/llms.txt': (_, response) => {
        response.destroy();
      },
    });
    const cwd = project({ ...ONLY, assertions: { 'llms-txt': 'pass' } });
    const run = await runCli([torn.url, '--json'], { cwd });
    expect(gateOf(run)).toMatchObject({ passed: false, reasons: [], unseen: ['llms-txt'] });
    expect({ code: run.code, kind: kindOf(run) }).toEqual({ code: 69, kind: 'no_verdict' });
    const off = project({ ...ONLY, assertions: { 'llms-txt': 'off', robots: 'not-broken' } });
    expect((await runCli([torn.url, '--json'], { cwd: off })).code).toBe(0);
  });

  it('is refused if the configuration has no condition', async () => {
    const asked = site.asked.length;
    const cwd = project({ failOn: 'worse' });
    expect(await runCli([site.url, '--json'], { cwd })).toMatchObject({ code: 78, stdout: '' });
    expect(await runCli([site.url, '--fail-on', 'below'], { cwd: project({}) })).toMatchObject({ code: 2 });
    const misspelt = await runCli([site.url, '--fail-on', 'brokn'], { cwd: project({}) });
    expect(misspelt).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed: broken, worse, below'),
    });
    expect(site.asked.length).toBe(asked);
  });

  it('reports the same in text, Markdown and JSON Lines as in JSON, which matches its schema', async () => {
    const cwd = project({ ...ONLY, assertions: { 'llms-txt': 'pass' } });
    const [text, md, json, jsonl] = await Promise.all(
      ['text', 'md', 'json', 'jsonl'].map((format) => runCli([site.url, '--output', format], { cwd })),
    );
    expect(text?.stdout).toMatch(
      /Gate failed: 1 reason .*\n.*\n {2}✗ llms-txt must pass and is absent\.\n\n {2}Next: .* explain llms-txt\n/,
    );
    expect(text?.stderr).toContain('error: The gate failed: llms-txt must pass and is absent.');
    expect(md?.stdout).toContain('## Gate failed');
    const lines = (jsonl?.stdout ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(lines.at(-1)).toMatchObject({ event: 'scorecard' });
    expect(lines.at(-2)).toMatchObject({
      event: 'gate',
      passed: false,
      reasons: ['llms-txt must pass and is absent.'],
    });
    const document: unknown = JSON.parse(json?.stdout ?? '');
    expect(schemaErrors('audit-gate', document)).toEqual([]);
    const card = join(cwd, 'card.json');
    writeFileSync(card, json?.stdout ?? '');
    expect((await runCli(['compare', card, card])).code).toBe(0);
  });
});

describe('the baseline', () => {
  const args = (more: readonly string[] = []) => [
    '--baseline',
    'b.json',
    '--json',
    '--only',
    ONLY.only.join(),
    ...more,
  ];

  it('starts green, fails on regressions, and can be tightened', async () => {
    const cwd = project({});
    const made = await runCli([worse.url, ...args(['--update-baseline'])], { cwd });
    expect({ code: made.code, gate: gateOf(made) }).toMatchObject({
      code: 0,
      gate: {
        passed: true,
        fail_on: ['worse'],
        baseline: { file: 'b.json', written: 'created', added: ['link-headers', 'llms-txt', 'robots'] },
      },
    });
    const green = await runCli([worse.url, ...args(['--fail-on', 'worse,broken'])], { cwd });
    expect(green.code).toBe(0);
    expect(gateOf(green).results.map(({ standing }) => standing)).toEqual(['known', 'known', 'known']);
    const better = await runCli([site.url, ...args()], { cwd });
    expect(better.code).toBe(0);
    expect(gateOf(better).warnings).toEqual([expect.stringContaining('no longer apply: robots')]);
    const tight = await runCli([site.url, ...args(['--tighten-baseline'])], { cwd });
    expect(gateOf(tight).baseline).toMatchObject({ written: 'updated', added: [], removed: ['robots'] });
    const back = await runCli([worse.url, ...args()], { cwd });
    expect({ code: back.code, reasons: gateOf(back).reasons }).toEqual({
      code: 1,
      reasons: ['robots: missing now, passed in the baseline.'],
    });
    const again = await runCli([worse.url, ...args(['--tighten-baseline'])], { cwd });
    expect(gateOf(again).baseline).toMatchObject({ written: 'unchanged' });
    const update = ['--baseline', 'b.json', '--update-baseline', '--only', 'robots'];
    const text = await runCli([worse.url, ...update], { cwd });
    expect(text.stderr).toBe('Baseline b.json: updated. Added: robots.\n');
    const { checks } = JSON.parse(readFileSync(join(cwd, 'b.json'), 'utf8')) as Baseline;
    expect(checks).toEqual({ 'link-headers': 'absent', 'llms-txt': 'absent', robots: 'absent' });
  });

  it('is relative to the configuration, and is not written by a dry run', async () => {
    const cwd = project({ baseline: 'b.json' });
    mkdirSync(join(cwd, 'below'));
    const dry = await runCli([site.url, '--update-baseline', '--dry-run', '--json'], {
      cwd: join(cwd, 'below'),
    });
    expect(JSON.parse(dry.stdout)).toMatchObject({ writes: [join('..', 'b.json')] });
    expect(existsSync(join(cwd, 'b.json'))).toBe(false);
    await runCli([site.url, '--update-baseline', '--only', 'robots'], { cwd: join(cwd, 'below') });
    expect(existsSync(join(cwd, 'b.json'))).toBe(true);
  });

  it('is not read if others may write to it and the caller did not name it', async () => {
    const cwd = project({ baseline: 'b.json' });
    await runCli([site.url, '--update-baseline', '--only', 'robots'], { cwd });
    chmodSync(join(cwd, 'b.json'), 0o666);
    const asked = site.asked.length;
    const audit = (...more: string[]) => runCli([site.url, '--only', 'robots', ...more], { cwd });
    expect(await audit()).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('The baseline b.json is not read: it can be written by other users'),
    });
    expect(site.asked).toHaveLength(asked);
    expect((await audit('--baseline', 'b.json')).code).toBe(0);
    expect((await audit('--config', 'agent-readiness.config.json')).code).toBe(0);
  });

  it.each([
    ['does not exist', undefined, [], 2, /There is no baseline b\.json\..*--update-baseline/s],
    ['is not JSON', '{', [], 2, /b\.json is neither a scorecard nor a baseline: it is not JSON/],
    ['is another JSON document', '{"kind":"web"}', [], 2, /b\.json is neither a scorecard nor a baseline: /],
    ['would replace another file', '{"a":1}', ['--update-baseline'], 2, /b\.json is neither/],
    ['is updated in two ways', undefined, ['--update-baseline', '--tighten-baseline'], 2, /contradict/],
  ])('is refused if it %s', async (_, content, more, code, message) => {
    const cwd = project({});
    if (content !== undefined) writeFileSync(join(cwd, 'b.json'), content);
    const run = await runCli([site.url, '--baseline', 'b.json', ...more], { cwd });
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toMatch(message);
    if (content !== undefined) expect(readFileSync(join(cwd, 'b.json'), 'utf8')).toBe(content);
    expect((await runCli([site.url, '--update-baseline'], { cwd })).code).toBe(2);
  });

  it('of another public site is refused before any request', async () => {
    const cwd = project({});
    await runCli([site.url, ...args(['--update-baseline'])], { cwd });
    const file = join(cwd, 'b.json');
    const made = JSON.parse(readFileSync(file, 'utf8')) as Baseline;
    writeFileSync(file, JSON.stringify({ ...made, target: 'a.example.com' }));
    const run = await runCli(['https://b.example.org', ...args()], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({
      message: 'b.json is the baseline of a.example.com, not of b.example.org.',
      hint: expect.stringContaining('--canonical-origin'),
    });
    expect((await runCli([site.url, ...args()], { cwd })).code).toBe(0);
  });
});

describe('a whole scorecard as the baseline', () => {
  const LLMS = ['--only', 'robots,llms-txt,llms-txt-links'];

  it.each([[], ['--only-failures']])(
    'reports what changed, with the gate’s exit code (%s)',
    async (...form) => {
      const cwd = project({});
      const before = await runCli([site.url, ...LLMS, '--json', ...form], { cwd });
      writeFileSync(join(cwd, 'before.json'), before.stdout);
      const same = await runCli([site.url, ...LLMS, '--baseline', 'before.json'], { cwd });
      expect(same.code).toBe(0);
      expect(same.stdout).toMatch(
        /^\n {2}Nothing is better or worse than in the baseline of 127\.0\.0\.1:\d+\.\n/,
      );
      const run = await runCli([changed.url, ...LLMS, '--baseline', 'before.json', '--json'], { cwd });
      expect({ code: run.code, kind: kindOf(run) }).toEqual({ code: 1, kind: 'below_threshold' });
      expect(gateOf(run)).toMatchObject({
        reasons: ['robots: missing now, passed in the baseline.'],
        warnings: [],
        baseline: {
          file: 'before.json',
          target: new URL(site.url).host,
          worse: [{ check: 'robots', from: 'pass', to: 'absent' }],
          better: [{ check: 'llms-txt', from: 'absent', to: 'pass' }],
          newly_applies: [{ check: 'llms-txt-links', from: 'n_a', to: 'broken' }],
          written: 'no',
        },
      });
    },
  );

  it('is shown above the scorecard, and in Markdown in the gate’s section', async () => {
    const cwd = project({});
    writeFileSync(join(cwd, 'before.json'), (await runCli([site.url, ...LLMS, '--json'])).stdout);
    const audit = (format: string) =>
      runCli([changed.url, ...LLMS, '--baseline', 'before.json', '-o', format], { cwd });
    expect((await audit('text')).stdout).toMatch(
      /^\n {2}Compared with the baseline of .*\n\n {2}Worse \(1\)\n.*\n {2}PASS → MISSING: .*\(robots\)\n\n {2}Better \(1\)[\s\S]*Newly applies \(1\)\n.*\n {2}N\/A → BROKEN: .*\(llms-txt-links\)\n[\s\S]*rules \d+/,
    );
    expect((await audit('md')).stdout).toMatch(
      /## Gate failed[\s\S]*### Worse \(1\)\n\n- PASS → MISSING: .*robots.*\n\n### Better \(1\)[\s\S]*### Newly applies \(1\)/,
    );
  });

  it('is not overwritten', async () => {
    const cwd = project({});
    const file = join(cwd, 'before.json');
    const text = (await runCli([site.url, ...LLMS, '--json'])).stdout;
    writeFileSync(file, text);
    for (const option of ['--update-baseline', '--tighten-baseline']) {
      const run = await runCli([site.url, ...LLMS, '--baseline', 'before.json', option], { cwd });
      expect(run).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('is a whole scorecard'),
      });
    }
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

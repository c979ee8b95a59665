/** Several targets in one command, on real servers. */
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, smallSite, stallingSite } from '../../testing/cli.ts';
import { schemaErrors } from '../../testing/documents.ts';
import type { TestSite } from '../../testing/serve.ts';
import type { AuditsDocument } from '../documents.ts';
import { LIST_CAP } from '../options/limit.ts';
import type { Stop } from '../stop.ts';

/** Nothing listens there. */
const NOWHERE = 'http://localhost:9';

let one: TestSite;
let two: TestSite;

beforeAll(async () => {
  [one, two] = await Promise.all([smallSite(), smallSite()]);
});

afterAll(() => Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]));

const hostOf = (site: TestSite) => new URL(site.url).host;
const ROBOTS = ['--only', 'robots'];

function documentOf(stdout: string): AuditsDocument {
  return JSON.parse(stdout) as AuditsDocument;
}

describe('several targets', () => {
  it('are audited each, in one document, in the order in which they were named', async () => {
    const { stdout, stderr, code } = await runCli([one.url, two.url, ...ROBOTS, '--json']);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const document = documentOf(stdout);
    expect(schemaErrors('audits', document)).toEqual([]);
    expect(document.audits.map(({ target }) => target)).toEqual([hostOf(one), hostOf(two)]);
    expect(document.audits.every(({ error }) => error === null)).toBe(true);
    expect(document.summary).toEqual({ targets: 2, passed: 2, below: 0, no_verdict: 0, exit_code: 0 });
  });

  it('go on where one cannot be audited, and the exit code says so before all else', async () => {
    const run = await runCli([NOWHERE, one.url, two.url, '--only', 'llms-txt', '--fail-under', '60']);
    expect(run.code).toBe(69);
    expect(run.stdout).toContain('3 sites: 0 audited, 2 below what is asked, 1 without a verdict');
    expect(run.stderr).toContain('1 of 3 sites gave no verdict: localhost:9.');
    expect(run.stderr).toContain(`2 of 3 sites are below what is asked: ${hostOf(one)}, ${hostOf(two)}.`);
    const json = await runCli([NOWHERE, one.url, ...ROBOTS, '--json']);
    const { audits, summary } = documentOf(json.stdout);
    expect(audits[0]).toMatchObject({ scorecard: null, error: { kind: 'target_unreachable' } });
    expect(summary.exit_code).toBe(69);
    expect(JSON.parse(json.stderr)).toMatchObject({ kind: 'target_unreachable' });
  });

  it('give 1 only where every site has a verdict', async () => {
    const { code, stderr } = await runCli([
      one.url,
      two.url,
      '--only',
      'llms-txt,robots',
      '--fail-under',
      '100',
    ]);
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toContain('are below what is asked');
  });

  it('are read from stdin with -, without comments, empty lines and repetitions, and keep their form', async () => {
    const list = `\uFEFF# sites\r\n${one.url}   # the first\r\n\r\n  ${one.url}/path\n`;
    const { stdout, code } = await runCli(['audit', '-', ...ROBOTS, '--json'], { stdin: list });
    expect(code).toBe(0);
    expect(documentOf(stdout)).toMatchObject({ kind: 'audits', summary: { targets: 1 } });
    const both = await runCli([two.url, '-', ...ROBOTS, '--json'], { stdin: list });
    expect(documentOf(both.stdout).audits.map(({ target }) => target)).toEqual([hostOf(two), hostOf(one)]);
  });

  it('are refused all before any request where one of them is not a site, or there are none or too many', async () => {
    const refused = [
      { stdin: `${NOWHERE}\nnot a site\n`, says: 'Line 2 of stdin: Cannot audit “not a site”' },
      { stdin: '# nothing\n', says: 'No site is listed on stdin' },
      {
        stdin: Array.from({ length: LIST_CAP + 1 }, (_, i) => `http://localhost:${i + 1}`).join('\n'),
        says: `at most ${LIST_CAP}`,
      },
    ];
    for (const { stdin, says } of refused) {
      const run = await runCli(['-'], { stdin });
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain(says);
    }
  });

  it('refuse what is of one site only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'many-'));
    try {
      for (const [flag, value] of [
        ['--har', 'site.har'],
        ['--replay', 'site.har'],
        ['--canonical-origin', 'https://example.com'],
        ['--header', 'x-preview=env:TOKEN'],
        ['--header-file', '-'],
        ['--mcp-endpoint', '/mcp'],
        ['--baseline', 'base.json'],
        ['--update-baseline'],
        ['--tighten-baseline'],
      ] as const) {
        const given = value === undefined ? [flag] : [flag, value];
        const run = await runCli([one.url, two.url, ...given], { cwd: folder });
        expect(run, flag).toMatchObject({ code: 2, stdout: '' });
        expect(run.stderr).toContain(`${flag} is for one site`);
      }
      expect(await readdir(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('give lines that name the site, and a summary at the end, with jsonl', async () => {
    const { stdout } = await runCli([one.url, NOWHERE, ...ROBOTS, '--jsonl']);
    const lines = stdout.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { event: string; target?: string });
    for (const event of events) expect(schemaErrors('events', event)).toEqual([]);
    const ofOne = events.filter(({ target }) => target === hostOf(one));
    expect(ofOne.map(({ event }) => event)).toEqual(['started', 'check', 'scorecard']);
    expect(events.find(({ event }) => event === 'no_scorecard')).toMatchObject({
      target: 'localhost:9',
      error: { kind: 'target_unreachable' },
    });
    expect(events.at(-1)).toMatchObject({ event: 'summary', targets: 2, no_verdict: 1, exit_code: 69 });
  });

  it('are shown as a table, with their scorecards where --verbose or Markdown is asked for', async () => {
    const brief = await runCli([one.url, two.url, ...ROBOTS]);
    expect(brief.stdout).toContain('2 sites: 2 audited');
    expect(brief.stdout).not.toContain('Fix first');
    const verbose = await runCli([one.url, two.url, ...ROBOTS, '--verbose']);
    expect(verbose.stdout.match(/Partial audit/g)).toHaveLength(2);
    expect(verbose.stderr).toContain(`2/2 `);
    const md = await runCli([one.url, two.url, ...ROBOTS, '--output', 'md']);
    expect(md.stdout.match(/^## (?!#)/gm)).toHaveLength(2);
  });

  it('are those of the configuration, where nothing is typed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'many-'));
    try {
      const config = { target: [one.url, two.url], only: ['robots'], jobs: 3 };
      await writeFile(join(folder, 'agent-readiness.config.json'), JSON.stringify(config));
      const planned = await runCli(['--dry-run', '--json'], { cwd: folder });
      expect(JSON.parse(planned.stdout)).toMatchObject({ kind: 'plans', jobs: 3, checks: ['robots'] });
      const run = await runCli(['--json'], { cwd: folder });
      expect(documentOf(run.stdout).summary).toMatchObject({ targets: 2, passed: 2 });
      const typed = await runCli([one.url, '--json'], { cwd: folder });
      expect(JSON.parse(typed.stdout)).toMatchObject({ kind: 'web' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are in every report, on stdout and in files, and each is held to what is asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'many-'));
    try {
      const files = '--output-file=junit=out/junit.xml,json=out/all.json,md=out/all.md';
      const args = [one.url, NOWHERE, '--only', 'robots,llms-txt', '--fail-under', '90', files];
      const { stdout, code } = await runCli([...args, '-o', 'sarif'], { cwd: folder });
      expect(code).toBe(69);
      expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0' });
      expect(await readFile(join(folder, 'out/junit.xml'), 'utf8')).toContain('localhost:9');
      expect(await readFile(join(folder, 'out/all.md'), 'utf8')).toContain('# Audits of several sites');
      const document = documentOf(await readFile(join(folder, 'out/all.json'), 'utf8'));
      expect(schemaErrors('audits', document)).toEqual([]);
      expect(document.audits[0]).toMatchObject({
        gate: { passed: false },
        error: { kind: 'below_threshold' },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are printed as far as they came when the run is interrupted', async () => {
    await using slow = await stallingSite();
    const controller = new AbortController();
    const args = [one.url, slow.url, ...ROBOTS, '--jobs', '1', '--json'];
    const done = runCli(args, { signal: controller.signal });
    await slow.stalled;
    controller.abort({ signal: 'SIGTERM' } satisfies Stop);
    const { stdout, code } = await done;
    slow.release();
    expect(code).toBe(143);
    const { audits, summary } = documentOf(stdout);
    expect(audits.map(({ error }) => error?.kind ?? null)).toEqual([null, 'interrupted']);
    expect(summary).toMatchObject({ passed: 1, no_verdict: 1 });
  });

  it('run as many at a time as --jobs says', async () => {
    await using slow = await stallingSite();
    const run = runCli([slow.url, one.url, ...ROBOTS, '--jobs', '1', '--jsonl']);
    await slow.stalled;
    slow.release();
    const { stdout } = await run;
    const order = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; target?: string })
      .filter(({ event }) => event === 'scorecard' || event === 'no_scorecard');
    expect(order.map(({ target }) => target)).toEqual([hostOf(slow), hostOf(one)]);
  });
});

describe('a recording', () => {
  it('is not written to stdout, where the scorecard is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'many-'));
    try {
      const run = await runCli([one.url, ...ROBOTS, '--har', '-'], { cwd: folder });
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('--har takes the name of a file');
      expect(await readdir(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

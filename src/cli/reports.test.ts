/** The reports of an audit: files, formats, flags, variables and the configuration. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { failuresOnlySchema } from '../audit/scorecard/failures-only.ts';
import { isOwnReport } from '../report/ci/report.ts';
import { REPORT_FORMATS } from '../report/gate/vocabulary.ts';
import { type CliRun, runCli, smallSite } from '../testing/cli.ts';
import { projectsIn, shared } from '../testing/shared.ts';

const filesIn = projectsIn('reports');
const site = shared(await smallSite());

const project = (files: Readonly<Record<string, unknown>> = {}) => filesIn({ '.git/HEAD': '', ...files });

const read = (...path: readonly string[]) => readFileSync(join(...path), 'utf8');
const few = (...args: readonly string[]) => [site.url, '--only', 'robots,llms-txt', ...args];
const errorOf = ({ stderr }: CliRun): unknown => JSON.parse(stderr);

describe('--output-file', () => {
  it('writes every format in one run, creates folders, and still prints to stdout', async () => {
    const cwd = project();
    const names = REPORT_FORMATS.map((format) => `${format}=out/${format}.report`);
    const run = await runCli(few('--json', '--output-file', names.join(',')), { cwd });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toEqual(JSON.parse(read(cwd, 'out', 'json.report')));
    expect(readdirSync(join(cwd, 'out')).toSorted()).toEqual(
      REPORT_FORMATS.map((format) => `${format}.report`).toSorted(),
    );
    for (const format of REPORT_FORMATS)
      expect(isOwnReport(format, read(cwd, 'out', `${format}.report`)), format).toBe(true);
  });

  it('may be repeated, accepts a comma in a path, and has a variable', async () => {
    const cwd = project();
    await runCli(few('--output-file', 'md=a,b.md', '--output-file', 'json=a.json'), { cwd });
    expect(read(cwd, 'a,b.md')).toMatch(/^# /);
    expect(existsSync(join(cwd, 'a.json'))).toBe(true);
    await runCli(few(), { cwd, env: { AUDIT_OUTPUT_FILE: 'junit=j.xml,github=q.txt' } });
    expect(read(cwd, 'j.xml')).toContain('<testsuites');
    expect(read(cwd, 'q.txt')).toMatch(/^::/);
  });

  it('replaces an earlier report or an empty file', async () => {
    const cwd = project({ 'empty.md': '' });
    const twice = few('-q', '--output-file', 'sarif=s.sarif,comment=c.md,json=j.json,text=t.txt,md=m.md');
    await runCli(twice, { cwd });
    expect((await runCli([...twice, '--output-file', 'junit=empty.md'], { cwd })).code).toBe(0);
  });

  it.each(['json=package.json', 'sarif=package.json', 'comment=README.md'])(
    'refuses to replace another file before any request: %s',
    async (item) => {
      const cwd = project({ 'package.json': '{"name": "agent-readiness"}', 'README.md': '# My project\n' });
      const asked = site.asked.length;
      const run = await runCli(few('--json', '--output-file', item), { cwd });
      expect(run.code).toBe(2);
      expect(errorOf(run)).toMatchObject({ kind: 'usage', hint: expect.stringContaining('--force') });
      expect(site.asked.length).toBe(asked);
    },
  );

  it.each([
    ['an unknown format', 'pdf=x.pdf', 'sarif=<path>'],
    ['no path', 'sarif=', 'sarif=<path>'],
    ['stdout', 'sarif=-', '--output'],
    ['one file twice', 'sarif=x.json,json=./x.json', 'its own path'],
  ])('refuses %s before any request', async (_, value, told) => {
    const asked = site.asked.length;
    const run = await runCli(few('--json', '--output-file', value), { cwd: project() });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(told);
    expect(site.asked.length).toBe(asked);
  });

  it('lists files in a dry run without writing them, with the same errors', async () => {
    const cwd = project({ 'README.md': '# My project\n' });
    const asked = site.asked.length;
    const dry = await runCli(few('--dry-run', '--json', '--output-file', 'sarif=new/a/s.sarif,junit=j.xml'), {
      cwd,
    });
    expect(JSON.parse(dry.stdout)).toMatchObject({ writes: ['new/a/s.sarif', 'j.xml'] });
    expect(readdirSync(cwd).toSorted()).toEqual(['.git', 'README.md']);
    expect(site.asked).toHaveLength(asked);
    expect((await runCli(few('--dry-run', '--output-file', 'md=README.md'), { cwd })).code).toBe(2);
    expect((await runCli(few('--dry-run', '--output-file', 'md=README.md/x.md'), { cwd })).code).not.toBe(0);
  });

  it('writes the report if the site is below the required score', async () => {
    const cwd = project();
    const run = await runCli(
      [site.url, '--fail-under', '100', '--output-file', 'sarif=s.sarif,comment=c.md'],
      {
        cwd,
      },
    );
    expect(run.code).toBe(1);
    const [log] = JSON.parse(read(cwd, 's.sarif')).runs;
    expect(log.invocations[0]).toMatchObject({ exitCode: 1, executionSuccessful: true });
    expect(log.results.length).toBeGreaterThan(5);
  });

  it('replaces earlier reports with the error if the audit failed', async () => {
    const cwd = project();
    const files = REPORT_FORMATS.map((format) => `${format}=${format}.report`).join(',');
    await runCli(few('-q', '--output-file', files), { cwd });
    const run = await runCli(['http://127.0.0.1:9', '-o', 'junit', '--output-file', files], { cwd });
    expect(run.code).toBe(69);
    expect(run.stdout).toContain('<error type="target_unreachable"');
    for (const format of REPORT_FORMATS) {
      const text = read(cwd, `${format}.report`);
      expect(text, format).toMatch(/could not be audited|target_unreachable|127\.0\.0\.1:9/);
      expect(text, format).not.toContain('robots');
    }
    const compared = await runCli(['compare', 'json.report', 'json.report', '--json'], { cwd });
    expect(errorOf(compared)).toMatchObject({ kind: 'invalid_scorecard' });
  });
});

describe('the configuration', () => {
  it('names output files relative to itself, and source files of site paths', async () => {
    const cwd = project({
      'web/agent-readiness.config.json': {
        target: site.url,
        outputFiles: { sarif: 'out/s.sarif', json: 'out/s.json' },
        files: { '/': 'src/index.html', '/llms.txt': 'public/llms.txt' },
        onlyFailures: true,
      },
      'web/deep/x': '',
    });
    await runCli(['-q'], { cwd: join(cwd, 'web', 'deep') });
    const [log] = JSON.parse(read(cwd, 'web/out/s.sarif')).runs;
    const at = new Set(
      log.results.map(
        (one: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
          one.locations[0]?.physicalLocation.artifactLocation.uri,
      ),
    );
    expect([...at]).toEqual(expect.arrayContaining(['web/src/index.html', 'web/public/llms.txt']));
    expect(JSON.parse(read(cwd, 'web/out/s.json')).scorecard.left_out).toBeDefined();
    await runCli(['-q', '--output-file', 'junit=j.xml'], { cwd: join(cwd, 'web', 'deep') });
    expect(existsSync(join(cwd, 'web/deep/j.xml'))).toBe(true);
  });

  it('replaces only earlier reports if found automatically, even with --force', async () => {
    const cwd = project({
      'agent-readiness.config.json': { outputFiles: { md: 'README.md', json: 'a.json' } },
      'README.md': '# My project\n',
    });
    const asked = site.asked.length;
    const refused = await runCli([site.url, '--force', '--json'], { cwd });
    expect(refused.code).toBe(78);
    expect(errorOf(refused)).toMatchObject({
      kind: 'configuration',
      message: 'agent-readiness.config.json may not replace README.md, which is not an earlier report (md).',
      hint: expect.stringContaining('type --output-file md=README.md --force'),
    });
    expect(site.asked).toHaveLength(asked);
    expect(
      (await runCli(few('-q', '--force', '--config', 'agent-readiness.config.json'), { cwd })).code,
    ).toBe(0);
    expect((await runCli(few('-q'), { cwd })).code).toBe(0);
  });

  it('is the file that reports point to by default', async () => {
    const cwd = project({ 'agent-readiness.config.json': '{}', 'README.md': '# x' });
    await runCli([site.url, '-q', '--output-file', 'github=q.txt'], { cwd });
    expect(read(cwd, 'q.txt')).toMatch(/\n::\w+ file=agent-readiness\.config\.json,/);
    await runCli([site.url, '-q', '--no-config', '--output-file', 'github=q.txt'], { cwd });
    expect(read(cwd, 'q.txt')).toMatch(/\n::\w+ file=README\.md,/);
  });

  it.each([
    ['an empty folder', {}, []],
    [
      'a configuration elsewhere',
      { 'README.md': '' },
      ['--config', join(filesIn({ 'c.json': '{}' }), 'c.json')],
    ],
    [
      'files elsewhere',
      { 'c.json': { files: { '/': '../index.html', '/robots.txt': '.' } } },
      ['--config', 'c.json'],
    ],
  ])('points SARIF into the repository with %s', async (_, files, args) => {
    const cwd = project(files);
    await runCli([site.url, ...args, '-q', '--output-file', 'sarif=s.sarif'], { cwd });
    expect(new Set(read(cwd, 's.sarif').match(/(?<="uri": ").*(?=")/g))).toEqual(new Set(['README.md']));
  });
});

describe('--only-failures', () => {
  it('leaves out passed checks but keeps counts, and compare reads the file', async () => {
    const cwd = project();
    const files = 'json=cut.json';
    const cut = await runCli([site.url, '--json', '--only-failures', '--output-file', files], { cwd });
    const envelope = failuresOnlySchema.parse(JSON.parse(cut.stdout));
    const { summary, left_out } = envelope.scorecard;
    expect(left_out.pass).toHaveLength(summary.pass);
    expect(left_out.antecedent_unmet.length + left_out.optional_absent.length).toBe(summary.n_a);
    await runCli([site.url, '-q', '--output-file', 'json=whole.json'], { cwd });
    const compared = JSON.parse(
      (await runCli(['compare', 'cut.json', 'whole.json', '--json'], { cwd })).stdout,
    );
    expect(compared).toMatchObject({
      changes: [],
      not_judged: [],
      unchanged: CHECK_COUNT,
      same_status_new_evidence: [],
    });
    const text = await runCli([site.url, '-v'], { cwd, env: { AUDIT_ONLY_FAILURES: '1' } });
    expect(text.stdout).not.toContain('robots.txt is published');
    expect((await runCli([site.url, '-v'], { cwd })).stdout).toContain('robots.txt is published');
  });
});

describe('--compact', () => {
  it('prints JSON on one line', async () => {
    const cwd = project();
    await runCli(few('-q', '--compact', '--output-file', 'json=a.json,sarif=a.sarif'), { cwd });
    expect(read(cwd, 'a.json').trimEnd()).not.toContain('\n');
    expect(read(cwd, 'a.sarif').trimEnd()).not.toContain('\n');
    const run = await runCli(few('--json'), { cwd, env: { AUDIT_COMPACT: '1' } });
    expect(run.stdout.trimEnd()).not.toContain('\n');
    expect((await runCli(few('--json'), { cwd })).stdout).toContain('\n  "kind"');
  });
});

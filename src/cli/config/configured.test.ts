/** How commands use the configuration of a project: real runs in real folders. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { type CliRun, runCli, smallSite } from '../../testing/cli.ts';
import { serveSite } from '../../testing/serve.ts';
import { projectsIn, shared } from '../../testing/shared.ts';

const filesIn = projectsIn('configured');
const site = shared(await smallSite());

/** Creates a repository with this configuration; returns its root and the subfolder in which commands run. */
function project(config: unknown): { root: string; below: string } {
  const root = filesIn({ '.git/HEAD': '', 'agent-readiness.config.json': config, 'a/b/c': '' });
  return { root, below: join(root, 'a/b') };
}

function envelopeOf({ stdout }: CliRun): Envelope {
  return JSON.parse(stdout) as Envelope;
}

function ran(run: CliRun): string[] {
  return envelopeOf(run)
    .scorecard.results.filter(({ status }) => status !== 'skip')
    .map(({ id }) => id);
}

describe('the configuration', () => {
  it('is found in a parent folder, and sets the target, options and checks', async () => {
    const { below } = project({
      target: site.url,
      siteType: 'api',
      only: ['robots', 'sitemap', 'llms-txt'],
      skip: ['sitemap'],
    });
    const run = await runCli(['--json'], { cwd: below });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(envelopeOf(run)).toMatchObject({
      target_url: `${site.url}/`,
      scorecard: { site_type: 'api' },
    });
    expect(ran(run)).toEqual(['robots', 'llms-txt']);
  });

  it('is read from --config or AUDIT_CONFIG, and not at all with --no-config', async () => {
    const { root, below: cwd } = project({ only: ['robots'] });
    writeFileSync(join(root, 'other.json'), JSON.stringify({ only: ['sitemap'] }));
    const env = { AUDIT_CONFIG: '../../other.json' };
    const args = [site.url, '--json'];
    expect(ran(await runCli([...args, '--config', '../../other.json'], { cwd }))).toEqual(['sitemap']);
    expect(ran(await runCli(args, { cwd, env }))).toEqual(['sitemap']);
    expect(ran(await runCli([...args, '--no-config'], { cwd, env })).length).toBeGreaterThan(10);
    const noConfig = { AUDIT_NO_CONFIG: '1' };
    expect(ran(await runCli(args, { cwd, env: noConfig })).length).toBeGreaterThan(10);
    const both = [...args, '--config', '../../other.json'];
    expect(ran(await runCli(both, { cwd, env: noConfig }))).toEqual(['sitemap']);
  });

  it('is refused before any request, and ignored by commands that do not audit', async () => {
    const { below: cwd } = project({ taget: 'x.example' });
    const asked = site.asked.length;
    const run = await runCli([site.url, '--json'], { cwd });
    expect(run).toMatchObject({ code: 78, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('../../agent-readiness.config.json'),
      hint: expect.stringContaining('Did you mean target?'),
      allowed: expect.arrayContaining(['target']),
    });
    expect(site.asked.length).toBe(asked);
    for (const args of [['--help'], ['--version'], ['schema'], ['checks'], ['examples']]) {
      expect((await runCli(args, { cwd })).code, args.join(' ')).toBe(0);
    }
  });

  it('names itself in the hint if it leaves no check to run', async () => {
    const { below: cwd } = project({ skip: ['robots'] });
    const run = await runCli([site.url, '--only', 'robots'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('--no-config');
  });

  it('may be TypeScript, without a module warning on stderr', async () => {
    const cwd = filesIn({
      'package.json': '{}',
      'agent-readiness.config.ts': `const only: readonly string[] = ['robots'];\nexport default { target: '${site.url}', only };\n`,
    });
    const run = await runCli(['--json'], { cwd });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(ran(run)).toEqual(['robots']);
  });

  it('sets headers, the resolver and the baseline', async () => {
    const sent: unknown[] = [];
    await using watched = await serveSite({
      '/': (request, response) => {
        sent.push(request.headers['x-preview']);
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>A</title><h1>A</h1>');
      },
    });
    const { root, below: cwd } = project({
      headers: ['X-Preview=env:PREVIEW'],
      resolver: 'off',
      baseline: 'base.json',
      skip: ['api'],
    });
    const base = await runCli([site.url, '--no-config', '--json']);
    writeFileSync(join(root, 'base.json'), base.stdout);
    const env = { PREVIEW: 'a-secret-of-mine', AUDIT_RESOLVER: '' };
    const run = await runCli([watched.url, '-o', 'comment'], { cwd, env });
    expect(run.code).toBe(1);
    expect(new Set(sent)).toEqual(new Set(['a-secret-of-mine']));
    expect(run.stdout).toMatch(/### Worse \(\d+\)/);
    const planned = await runCli([watched.url, '--dry-run', '--json'], { cwd, env });
    expect(JSON.parse(planned.stdout)).toMatchObject({ headers: ['x-preview'] });
    expect((JSON.parse(planned.stdout) as { checks: string[] }).checks).not.toContain('dns-aid');
  });

  it('does not send a secret header to a public target that only it names', async () => {
    const secret = { headers: ['X-Preview=env:PREVIEW'], resolver: 'off' };
    const env = { PREVIEW: 'a-secret-of-mine', AUDIT_RESOLVER: '' };
    const { root, below: cwd } = project({ ...secret, target: 'https://collector.example' });
    const refused = await runCli(['--dry-run'], { cwd, env });
    expect(refused).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('was found automatically'),
    });
    const config = join(root, 'agent-readiness.config.json');
    for (const args of [['https://collector.example'], ['--config', config]])
      expect(await runCli([...args, '--dry-run'], { cwd, env })).toMatchObject({ code: 0 });
    const own = project({ ...secret, target: site.url });
    expect(await runCli(['--dry-run'], { cwd: own.below, env })).toMatchObject({ code: 0 });
  });

  it('is not executed in a dry run, which says that it would be', async () => {
    const { root, below } = project({});
    const name = join('..', '..', 'agent-readiness.config.ts');
    rmSync(join(root, 'agent-readiness.config.json'));
    writeFileSync(
      join(root, 'agent-readiness.config.ts'),
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('./executed', import.meta.url), '');\nexport default {};`,
    );
    const planned = await runCli([site.url, '--dry-run'], { cwd: below });
    expect(planned).toMatchObject({ code: 0, stderr: expect.stringContaining(`Would execute ${name}`) });
    const { stdout } = await runCli([site.url, '--dry-run', '--json'], { cwd: below });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'plan', unread_configuration: name });
    expect(await runCli(['--dry-run'], { cwd: below })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`does not execute ${name}, which may name the site`),
    });
    expect(existsSync(join(root, 'executed'))).toBe(false);
    await runCli([site.url, '--only', 'robots'], { cwd: below });
    expect(existsSync(join(root, 'executed'))).toBe(true);
  });
});

describe('a project that is shared with Windows', () => {
  const rewrite = (path: string, change: (text: string) => Buffer) =>
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  it('accepts backslashes in paths and files in UTF-16', async () => {
    const { root } = project({
      target: site.url,
      only: ['robots', 'llms-txt'],
      baseline: 'ci\\known.json',
      outputFiles: { sarif: 'out\\site.sarif' },
      files: { '/llms.txt': 'public\\llms.txt' },
    });
    for (const folder of ['ci', 'out']) mkdirSync(join(root, folder));
    const run = (...args: string[]) => runCli(args, { cwd: root });
    expect((await run('--update-baseline')).code).toBe(0);
    expect((await run('--output-file', 'json=out\\site.json')).code).toBe(0);
    for (const path of ['agent-readiness.config.json', 'ci/known.json', 'out/site.json'])
      rewrite(join(root, path), utf16);
    expect(readFileSync(join(root, 'out/site.sarif'), 'utf8')).toContain('"public/llms.txt"');
    const again = await run('--json', '--output-file', 'json=out\\site.json');
    expect(JSON.parse(again.stdout)).toMatchObject({ gate: { baseline: { file: 'ci/known.json' } } });
    rewrite(join(root, 'out/site.json'), utf16);
    for (const name of ['out\\site.json', '.\\out\\site.json'])
      expect((await run('compare', name, 'out/site.json')).code).toBe(0);
  });

  it('refuses backslash paths that leave the project', async () => {
    const { root } = project({ target: site.url, baseline: '..\\known.json' });
    const { code, stderr } = await runCli([], { cwd: root });
    expect([code, stderr.split('\n')[0]]).toEqual([78, expect.stringContaining('outside of the project')]);
  });

  it('reports the encoding of an unreadable file', async () => {
    const { root } = project({});
    writeFileSync(join(root, 'x.json'), Buffer.from('{"kind":"web"}', 'utf16le'));
    writeFileSync(join(root, 'x.har'), Buffer.from([0x1f, 0x8b, 8]));
    for (const [args, why] of [
      [['compare', 'x.json', 'x.json'], 'x.json: it is UTF-16 without a byte order mark'],
      [[site.url, '--baseline', 'x.json'], 'x.json: it is UTF-16 without a byte order mark'],
      [['--replay', 'x.har'], 'x.har: it is compressed with gzip'],
    ] as const) {
      const { code, stderr } = await runCli(args, { cwd: root });
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${why}.\nSave it as UTF-8`)]);
      expect(stderr).toMatch(/^error: Cannot read /);
      expect(stderr).not.toContain('--json >');
    }
  });
});

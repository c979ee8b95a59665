/** From a verdict to its fix: `fix`, `explain --for` and `retest`, as they are typed. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAMED_ENDPOINT } from '../evidence/mcp-endpoint.ts';
import { runCli, smallSite } from '../testing/cli.ts';
import { serveSite, type TestSite } from '../testing/serve.ts';
import { scratchFolder } from '../testing/shared.ts';

const folder = scratchFolder('fix');
let site: TestSite;
/** The scorecard of the small site, of two checks: robots.txt is there, llms.txt is not. */
let card: string;
beforeAll(async () => {
  site = await smallSite();
  card = join(folder, 'card.json');
  writeFileSync(card, (await runCli([site.url, '--only', 'robots,llms-txt', '--json'])).stdout);
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('fix', () => {
  it('gives the prompts of a scorecard, of stdin, and of a site that it audits', async () => {
    const asked = site.asked.length;
    const fromFile = await runCli(['fix', card], { cwd: folder });
    expect(fromFile).toMatchObject({ code: 0, stderr: '' });
    expect(site.asked).toHaveLength(asked);
    expect(fromFile.stdout).toMatch(/^1\. llms\.txt \(\+\d+ points\): llms-txt SHOULD MISSING$/m);
    expect(fromFile.stdout).not.toContain('agent-readiness-catalog.example');
    const piped = { stdin: readFileSync(card, 'utf8'), cwd: folder };
    expect((await runCli(['fix'], piped)).stdout).toBe(fromFile.stdout);
    expect((await runCli(['fix', '-'], piped)).stdout).toBe(fromFile.stdout);
    const live = await runCli([
      'fix',
      site.url,
      '--only',
      'robots,llms-txt',
      '--concurrency',
      '4',
      '--jsonl',
    ]);
    expect(json(live)).toMatchObject({
      kind: 'fixes',
      fixes: [
        {
          checks: [{ check: 'llms-txt' }],
          verify: expect.stringContaining(`${site.url} --concurrency 4 --only llms-txt`),
        },
      ],
    });
    expect(site.asked.length).toBeGreaterThan(asked);
  });

  it('recognises what the project is made with, says so, and takes --for in its place', async () => {
    const project = mkdtempSync(join(folder, 'stack-'));
    const dependencies = { express: '^5', '@modelcontextprotocol/sdk': '^1' };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies, scripts: { next: 'x' } }));
    writeFileSync(join(project, 'requirements.txt'), 'fastapi-users\nDjango[bcrypt]>=5\n');
    writeFileSync(join(project, 'nginx.conf'), '');
    writeFileSync(join(project, 'config.toml'), "baseURL = 'https://example.org/'\n");
    const platforms = async (...args: string[]) =>
      json(await runCli(['fix', card, '--json', ...args], { cwd: project }));
    expect(await platforms()).toMatchObject({
      platforms: ['express', 'mcp-ts-v1', 'django', 'hugo', 'nginx'],
      recognised: 'package.json, requirements.txt, config.toml, nginx.conf',
    });
    expect(await platforms('--for', 'VitePress,nginx')).toMatchObject({
      platforms: ['vitepress', 'nginx'],
      recognised: null,
    });
    expect(await platforms('--for', 'none')).toMatchObject({ platforms: [] });
    const { stderr, stdout } = await runCli(['fix', card], { cwd: project });
    expect(stderr).toMatch(
      /^Made with Express, MCP TypeScript SDK v1, Django, Hugo, nginx, by package\.json,/,
    );
    expect(stdout).toContain("app.use(express.static('public'))");
    writeFileSync(join(project, 'pnpm-lock.yaml'), '');
    const envelope = JSON.parse(readFileSync(card, 'utf8'));
    envelope.scorecard.results = envelope.scorecard.results.map((one: { id: string }) =>
      one.id === 'llms-txt' ? { ...one, id: 'robots' } : { ...one, id: 'llms-txt' },
    );
    writeFileSync(join(project, 'robots.json'), JSON.stringify(envelope));
    expect(
      json(await runCli(['fix', 'robots.json', '--for', 'hono', '--json'], { cwd: project })),
    ).toMatchObject({ fixes: [{ change: 'robots-txt', install: ['pnpm add @hono/node-server'] }] });
    writeFileSync(join(project, 'package.json'), 'no JSON');
    expect(await platforms()).toMatchObject({ platforms: ['django', 'hugo', 'nginx'] });
    expect((await runCli(['fix', card, '--for', 'nginx,nope'], { cwd: project })).code).toBe(2);
  });

  it('takes what the audit saw where the folder shows nothing', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'));
    const envelope = JSON.parse(readFileSync(card, 'utf8'));
    envelope.scorecard.platforms = [{ id: 'nginx', by: 'Server: nginx' }];
    const seen = join(empty, 'seen.json');
    writeFileSync(seen, JSON.stringify(envelope));
    const run = async (...args: string[]) =>
      json(await runCli(['fix', seen, '--json', ...args], { cwd: empty }));
    expect(await run()).toMatchObject({ platforms: ['nginx'], recognised: 'Server: nginx' });
    expect(await run('--for', 'none')).toMatchObject({ platforms: [], recognised: null });
    writeFileSync(join(empty, 'Caddyfile'), '');
    expect(await run()).toMatchObject({ platforms: ['caddy'], recognised: 'Caddyfile' });
  });

  it('has the command that verifies a fix, and it does', async () => {
    const { fixes } = json(await runCli(['fix', card, '--json'])) as { fixes: { verify: string }[] };
    const [, ...words] = /^node scripts\/audit\.ts (.*)$/.exec(fixes[0]?.verify ?? '') ?? [];
    const run = await runCli([...(words[0] ?? '').split(' '), '--json']);
    expect(json(run)).toMatchObject({ scorecard: { summary: { absent: 1 } } });
  });

  it('takes what --only, --skip, --limit and --for choose', async () => {
    const total = async (...args: string[]) => json(await runCli(['fix', card, '--json', ...args])).total;
    expect(await total()).toBe(1);
    expect(await total('--only', 'robots')).toBe(0);
    expect(await total('--skip', 'llms-txt')).toBe(0);
    const markdown = (await runCli(['fix', card, '-o', 'md', '--for', 'express'])).stdout;
    expect(markdown).toContain('### Express');
    expect(markdown).not.toContain('Caddyfile');
    expect((await runCli(['fix', card], { env: { AUDIT_FOR: 'nope' } })).code).toBe(78);
    const whole = join(folder, 'whole.json');
    writeFileSync(whole, (await runCli([site.url, '--json'])).stdout);
    expect(json(await runCli(['fix', whole, '--limit', '2', '--json']))).toMatchObject({
      shown: 2,
      truncated: true,
    });
  });

  it('says so where nothing fails', async () => {
    const good = join(folder, 'good.json');
    writeFileSync(good, (await runCli([site.url, '--only', 'robots', '--json'])).stdout);
    const run = await runCli(['fix', good]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^Nothing to fix in what could be seen|^Nothing to fix: no check/);
  });

  it('writes a plan whole, once, and not over what differs', async () => {
    const plan = join(folder, 'fixes.md');
    const write = (...more: string[]) => runCli(['fix', card, '--plan', plan, '--json', ...more]);
    expect(json(await write('--dry-run'))).toMatchObject({ plan: { action: 'created', dry_run: true } });
    expect(readdirSync(folder)).not.toContain('fixes.md');
    expect(json(await write())).toMatchObject({ plan: { action: 'created', dry_run: false } });
    const text = readFileSync(plan, 'utf8');
    expect(text).toBe((await runCli(['fix', card, '-o', 'md'])).stdout);
    expect(text).toMatch(
      /- \[ \] mends:\n {2}- `llms-txt`[\s\S]*## When to use[\s\S]*--only llms-txt --fail-under 100\n/,
    );
    expect(text).toContain(`retest ${card} ${site.url}\n`);
    expect(json(await write())).toMatchObject({ plan: { action: 'unchanged' } });
    writeFileSync(plan, text.replace('[ ]', '[x]'));
    expect(await write()).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(plan, 'utf8')).toContain('[x]');
    expect(json(await write('--force'))).toMatchObject({ plan: { action: 'updated' } });
    expect(readdirSync(folder).filter((name) => name.includes('fixes'))).toEqual(['fixes.md']);
  });

  it('asks a site nothing in a dry run', async () => {
    await using watched = await smallSite();
    const plan = join(folder, 'dry.md');
    const run = await runCli(['fix', watched.url, '--plan', plan, '--dry-run', '--json']);
    expect(json(run)).toMatchObject({ kind: 'plan', writes: [plan] });
    expect(watched.asked).toEqual([]);
  });

  it('goes by the configuration: its target, and its files', async () => {
    const project = mkdtempSync(join(folder, 'project-'));
    const config = { target: site.url, files: { '/llms.txt': 'public/llms.txt' } };
    writeFileSync(join(project, 'agent-readiness.config.json'), JSON.stringify(config));
    const run = await runCli(['fix', '--only', 'llms-txt', '--json'], { cwd: project });
    expect(json(run)).toMatchObject({ fixes: [{ files: ['public/llms.txt'] }] });
    const waivers = [{ check: 'llms-txt', reason: 'no time', expires: '2999-12-31' }];
    writeFileSync(join(project, 'agent-readiness.config.json'), JSON.stringify({ ...config, waivers }));
    const waived = await runCli(['fix', card, '--json'], { cwd: project });
    expect(json(waived)).toMatchObject({ fixes: [], waived: [{ check: 'llms-txt', reason: 'no time' }] });
    const retested = await runCli(['retest', card], { cwd: project });
    expect(retested).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing failed') });
    expect(retested.stderr).toContain('Left out: llms-txt, waived until 2999-12-31 (“no time”).');
  });

  it('takes what looks like a file for a file', async () => {
    const run = await runCli(['fix', 'no-such.json'], { cwd: folder });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('Cannot read no-such.json');
  });
});

describe('explain --for', () => {
  it('gives the part for one platform', async () => {
    const run = await runCli(['explain', 'robots', '--for', 'nginx']);
    expect(run.stdout).toContain('How to fix it: nginx');
    expect(run.stdout).toContain('location = /robots.txt');
    expect(run.stdout).not.toContain('Caddyfile');
    expect((await runCli(['explain', 'robots'], { env: { AUDIT_FOR: 'NGINX' } })).stdout).toBe(run.stdout);
  });

  it('says which platforms there are', async () => {
    expect((await runCli(['explain', 'robots'])).stdout).toMatch(/--for shows snippets for: nginx, apache,/);
    const { platforms } = json(await runCli(['explain', 'robots', '--json']));
    expect(platforms).toContain('nextjs');
  });

  it('says so where the guide has no part for a platform', async () => {
    const run = await runCli(['explain', 'robots-ai-rules', '--for', 'rails', '-o', 'md']);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('The guide has no part for Rails; this is what holds everywhere');
    expect(run.stdout).toContain('User-agent: GPTBot');
    expect(json(await runCli(['explain', 'robots-ai-rules', '--for', 'rails', '--json']))).toMatchObject({
      guide: { own_part: false },
    });
  });

  it('answers an unknown platform with the nearest, and all', async () => {
    const run = await runCli(['explain', 'robots', '--for', 'nextj']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/Did you mean .*nextjs[\s\S]*Allowed: nginx, /);
  });
});

describe('retest', () => {
  const llms = '# Small\n\n> A small site.\n\n## Pages\n\n- [Home](/): all there is\n';

  it('audits only what failed, and says what still does', async () => {
    const asked = site.asked.length;
    const run = await runCli(['retest', card, site.url]);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/Still fails \(1\)[\s\S]*llms-txt · SHOULD[\s\S]*gives no score/);
    expect(run.stderr).toMatch(/Not all is fixed: 0 fixed, 1 check fails now\.\nType .* fix .*card\.json/);
    expect(site.asked.length).toBeGreaterThan(asked);
    expect(JSON.parse((await runCli(['retest', card, site.url, '--json'])).stderr)).toMatchObject({
      kind: 'below_threshold',
    });
  });

  it('ends with 0 where all of it is fixed, at another address too', async () => {
    await using mended = await serveSite({
      '/': {
        type: 'text/html',
        body: '<!doctype html><title>Small</title><h1>Small</h1><p>A small site.</p>',
      },
      '/llms.txt': { type: 'text/plain', body: llms },
    });
    const run = await runCli(['retest', card, mended.url, '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(json(run)).toMatchObject({ partial: true, counts: { fixed: 1, failing: 0 } });
    const markdown = await runCli(['retest', '-', mended.url, '-o', 'md'], {
      stdin: readFileSync(card, 'utf8'),
    });
    expect(markdown.stdout).toContain('**MISSING → PASS:**');
  });

  it('sends to the site where only now something fails: the old scorecard has nothing to say of it', async () => {
    const old = join(folder, 'no-llms.json');
    writeFileSync(old, (await runCli([site.url, '--only', 'llms-txt,llms-txt-links', '--json'])).stdout);
    await using dead = await serveSite({
      '/': { type: 'text/html', body: '<!doctype html><title>Small</title><h1>Small</h1>' },
      '/llms.txt': { type: 'text/plain', body: llms.replace('(/)', '(/gone)') },
    });
    const run = await runCli(['retest', old, dead.url]);
    expect(run.stdout).toMatch(/Applies now, and fails \(1\)[\s\S]*llms-txt-links/);
    expect(run.stderr).toContain(` fix ${dead.url}`);
  });

  it('has no verdict on what could not be seen', async () => {
    await using gone = await serveSite({
      '/': {
        type: 'text/html',
        body: '<!doctype html><title>Small</title><h1>Small</h1><p>A small site.</p>',
      },
      '/llms.txt': (_, response) => {
        response.destroy();
      },
    });
    const run = await runCli(['retest', card, gone.url, '--json']);
    const { counts } = json(run) as { counts: { unseen: number } };
    expect([run.code, counts.unseen]).toEqual([69, 1]);
    expect(JSON.parse(run.stderr)).toMatchObject({ kind: 'no_verdict' });
  });

  it('reads lines and recordings, and makes no audit where nothing failed', async () => {
    const har = join(folder, 'small.har');
    const lines = join(folder, 'lines.jsonl');
    writeFileSync(
      lines,
      (await runCli([site.url, '--only', 'robots,llms-txt', '--har', har, '--jsonl'])).stdout,
    );
    for (const path of [har, lines]) {
      expect(json(await runCli(['retest', path, site.url, '--only', 'llms-txt', '--json']))).toMatchObject({
        counts: { failing: 1 },
      });
    }
    const asked = site.asked.length;
    const run = await runCli(['retest', lines, '--only', 'robots', '--json']);
    expect(run.code).toBe(0);
    expect(json(run)).toMatchObject({ ran: 0, to: null, checks: [] });
    expect(site.asked).toHaveLength(asked);
  });

  /** A scorecard of which llms-txt failed, as somebody else may have written it. */
  function written(target: string, endpoint?: string): string {
    const envelope = JSON.parse(readFileSync(card, 'utf8'));
    envelope.target_url = target;
    if (endpoint !== undefined) {
      envelope.scorecard.mcp_discovery = [{ source: NAMED_ENDPOINT, endpoint, note: null }];
    }
    const path = join(folder, 'written.json');
    writeFileSync(path, JSON.stringify(envelope));
    return path;
  }

  const HEADER = ['--header', 'authorization=env:SECRET'];
  it.each([
    ['a site that is not public', () => site.url, [], 'asked only where it is a public site'],
    ['another port of this machine', () => 'http://localhost:9', [], 'asked only where it is a public site'],
    ['an address of a network', () => 'http://169.254.169.254', [], 'asked only where it is a public site'],
    ['a public site, with headers', () => 'https://example.com', HEADER, 'headers of your own go only to'],
    [
      'the site of the headers’ file',
      () => site.url,
      ['--header-file', '/dev/null'],
      'headers of your own go only to',
    ],
  ])('asks %s only where the caller names it', async (_, target, more, why) => {
    const asked = site.asked.length;
    const path = written(target());
    const run = await runCli(['retest', path, ...more], { env: { SECRET: 'a-secret-of-mine' } });
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(why) });
    expect(run.stderr).toContain(`retest ${path} ${target()}\n`);
    expect(site.asked).toHaveLength(asked);
  });

  it('asks the site that the configuration names too, with its headers', async () => {
    const project = mkdtempSync(join(folder, 'named-'));
    const config = { target: ['https://example.com', site.url], headers: ['authorization=env:SECRET'] };
    writeFileSync(join(project, 'agent-readiness.config.json'), JSON.stringify(config));
    const env = { SECRET: 'a-secret-of-mine' };
    const run = await runCli(['retest', written(site.url), '--json'], { cwd: project, env });
    expect(json(run)).toMatchObject({ counts: { failing: 1 } });
    const other = written('https://example.org');
    expect(await runCli(['retest', other], { cwd: project, env })).toMatchObject({ code: 2 });
  });

  it('calls an MCP endpoint that only the scorecard names where it is public or on the site', async () => {
    const run = (endpoint: string) => runCli(['retest', written(site.url, endpoint), site.url]);
    expect(await run('http://10.0.0.1/mcp')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name it with --mcp-endpoint'),
    });
    expect(await run(`${site.url}/mcp`)).toMatchObject({ code: 1 });
  });
});

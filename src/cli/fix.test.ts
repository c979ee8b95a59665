/** From a verdict to its fix: `fix` and `explain --for`, as they are typed. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli, smallSite } from '../testing/cli.ts';
import type { TestSite } from '../testing/serve.ts';
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

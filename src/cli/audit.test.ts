/** Behavior of the audit command beyond the standard's requirements, on real servers. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import type { RunAudit } from '../audit/isolation/run-audit.ts';
import { runningHere } from '../audit/isolation/run-job.ts';
import { type Envelope, envelopeSchema } from '../audit/scorecard/schema.ts';
import { runCli, smallSite } from '../testing/cli.ts';
import { serveSite } from '../testing/serve.ts';
import { scratchFolder, shared } from '../testing/shared.ts';

const folder = scratchFolder('audit');
const site = shared(await smallSite());

function envelopeOf(stdout: string): Envelope {
  return JSON.parse(stdout) as Envelope;
}

function statusOf(envelope: Envelope, id: string): string | undefined {
  return envelope.scorecard.results.find((result) => result.id === id)?.status;
}

describe('audit', () => {
  it('never passes CI commands from the audited site, and says that robots.txt declines', async () => {
    const robots = [
      'User-agent: AgentReadinessAuditor',
      'Disallow: /',
      'Sitemap: https://other.example/ ::stop-commands::x',
    ];
    await using hostile = await serveSite({
      '/': {
        type: 'text/html',
        body: '<!doctype html><title>a</title><h1>b</h1><link rel="sitemap" href="https://other.example/##[add-mask]y">',
      },
      '/robots.txt': {
        type: 'text/plain',
        body: `${robots.join('\n')}\nContent-Signal: ##[group]a ::warning::b\n`,
      },
    });
    for (const format of ['text', 'md', 'json', 'jsonl']) {
      const { stdout, stderr, code } = await runCli([hostile.url, '--output', format, '--verbose']);
      expect(code, format).toBe(0);
      if (format !== 'md') expect(stdout + stderr, format).toContain('add-mask');
      expect(stdout + stderr, format).toContain('::stop-commands::x');
      expect(stdout + stderr, format).not.toMatch(/^\s*::|##\w*\[/m);
      if (format === 'text' || format === 'md')
        expect(stderr).toContain('robots.txt declines audits by this auditor');
    }
  });

  it('accepts check names in any case', async () => {
    const { stdout } = await runCli([site.url, '--only', 'Robots,SITEMAP', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ checks: ['robots', 'sitemap'] });
    expect((await runCli(['explain', 'Robots'])).stdout).toBe((await runCli(['explain', 'robots'])).stdout);
  });

  it('runs the checks of --only minus those of --skip; the others are skip', async () => {
    const args = ['--only', 'bot-crawl-policy,robots', '--only', 'sitemap', '--skip', 'security-txt'];
    const envelope = envelopeOf((await runCli([site.url, '--json', ...args])).stdout);
    expect(statusOf(envelope, 'robots')).toBe('pass');
    expect(statusOf(envelope, 'sitemap')).not.toBe('skip');
    expect(statusOf(envelope, 'robots-ai-rules')).not.toBe('skip');
    expect(statusOf(envelope, 'security-txt')).toBe('skip');
    expect(statusOf(envelope, 'llms-txt')).toBe('skip');
    const nothing = await runCli([site.url, '--only', 'robots', '--skip', 'discoverability']);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('No checks are left');
  });

  it('fails if the deadline cut the audit short', async () => {
    const audit: RunAudit = async (job, hooks) => {
      const { envelope, ...outcome } = await runningHere()(job, hooks);
      return { ...outcome, envelope: { ...envelope, cut_short: true } };
    };
    const run = await runCli([site.url, '--jsonl', '--only', 'robots'], { audit });
    expect(run.code).toBe(69);
    const last = JSON.parse(run.stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({ cut_short: true, scorecard: { cut_short: true } });
    expect(JSON.parse(run.stderr)).toMatchObject({
      kind: 'audit_timeout',
      message: expect.stringContaining('cut short'),
    });
  });

  it.each([
    ['a target that cannot be parsed', ['http://'], 2, 'invalid_target'],
    ['a scheme that is not a site', ['ftp://x.example'], 2, 'invalid_target'],
    ['credentials in the target', ['http://me:secret@x.example'], 2, 'invalid_target'],
    ['a port where nothing listens', ['http://127.0.0.1:9'], 69, 'target_unreachable'],
    ['a name that does not resolve', ['no-such-host.invalid'], 69, 'target_unreachable'],
    [
      'a target that the network policy forbids',
      ['http://localhost:9', '--network', 'public'],
      77,
      'not_permitted',
    ],
    ['a replay that would also record', ['--replay', 'a', '--har', 'b'], 2, 'usage'],
  ])('refuses %s', async (_, args, code, kind) => {
    const run = await runCli([...args, '--json']);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({ error: true, kind });
    expect(run.stderr).not.toMatch(/\n\s+at |secret/);
  });

  it('links to guides at --base-url, but not to a page for a local site', async () => {
    const args = ['--base-url', 'https://catalog.example/', '--only', 'llms-txt', '--json'];
    const envelope = envelopeSchema.parse(JSON.parse((await runCli([site.url, ...args])).stdout));
    expect(envelope.auditor_url).toBe('https://catalog.example/score');
    const { host } = new URL(site.url);
    expect([envelope.scorecard_url, envelope.json_url]).toEqual(
      ['', '/json'].map((end) => `http://${host}/#/score/${host}${end}`),
    );
  });

  it('sends at most --concurrency requests at once', async () => {
    let now = 0;
    let most = 0;
    await using watched = await smallSite();
    watched.server.on('request', (_, response) => {
      most = Math.max(most, ++now);
      response.on('close', () => {
        now--;
      });
    });
    await runCli([watched.url, '--concurrency', '1', '--quiet']);
    expect(watched.asked.length).toBeGreaterThan(10);
    expect(most).toBe(1);
  });
});

describe('a terminal of few columns', () => {
  it.each([1, 7, 20])('shows the result in %i columns', async (columns) => {
    expect((await runCli([site.url, '--only', 'robots'], { columns })).stdout).toContain('of what applies');
    expect((await runCli(['checks', '--limit', '2'], { columns })).stdout).toContain('not shown');
    expect((await runCli(['help', 'nope'], { columns })).stderr).toContain('error:');
  });
});

describe('recordings', () => {
  it('replay to the identical scorecard without network access', async () => {
    const har = join(folder, 'site.har');
    const stopped = await smallSite();
    const live = await runCli([stopped.url, '--har', har, '--json']);
    await stopped[Symbol.asyncDispose]();
    expect(live.code).toBe(0);
    expect(readdirSync(folder)).toEqual(['site.har']);
    const replayed = await runCli(['--replay', har, '--json'], { env: { AUDIT_NETWORK: 'public' } });
    expect(replayed.stdout).toBe(live.stdout);
    const compared = await runCli(['compare', har, '-', '--json'], { stdin: live.stdout });
    expect(JSON.parse(compared.stdout)).toMatchObject({ kind: 'comparison', cause: 'nothing', changes: [] });
    const other = await runCli(['https://other.example', '--replay', har]);
    expect(other).toMatchObject({ code: 2, stdout: '' });
    const narrower = await runCli(['--replay', har, '--only', 'robots', '--json']);
    expect(statusOf(envelopeOf(narrower.stdout), 'sitemap')).toBe('skip');
  });

  it('report missing requests, and fail if a judged check needs them', async () => {
    const har = join(folder, 'whole.har');
    const cut = join(folder, 'cut.har');
    await runCli([site.url, '--har', har, '--json']);
    const recording = JSON.parse(readFileSync(har, 'utf8')) as {
      log: { entries: { request: { url: string } }[] };
    };
    const entries = recording.log.entries;
    const without = (drop: (url: string) => boolean) => {
      recording.log.entries = entries.filter(({ request }) => !drop(request.url));
      writeFileSync(cut, JSON.stringify(recording));
    };
    without((url) => url.endsWith('/robots.txt'));
    const run = await runCli(['--replay', cut, '--json']);
    expect(run.code).toBe(69);
    expect(envelopeOf(run.stdout)).not.toHaveProperty('cut_short');
    expect(statusOf(envelopeOf(run.stdout), 'robots')).toBe('skip');
    expect(statusOf(envelopeOf(run.stdout), 'llms-txt')).not.toBe('skip');
    expect(JSON.parse(run.stderr)).toMatchObject({
      kind: 'incomplete_recording',
      missing: [`GET ${site.url}/robots.txt`],
    });
    const text = await runCli(['--replay', cut]);
    expect(text.stdout).toMatch(new RegExp(`Partial audit: \\d+ of ${CHECK_COUNT} checks were not run`));
    expect(text.stderr).toContain(`\n  GET ${site.url}/robots.txt\n`);
    const compared = await runCli(['compare', har, cut, '--json']);
    expect(compared.code).toBe(69);
    expect(JSON.parse(compared.stdout)).toMatchObject({
      kind: 'comparison',
      to: { target: expect.anything() },
    });
    expect(JSON.parse(compared.stderr)).toMatchObject({ kind: 'incomplete_recording' });
    without(() => true);
    const nothing = await runCli(['--replay', cut, '--json']);
    expect(nothing).toMatchObject({ code: 69, stdout: '' });
    expect(JSON.parse(nothing.stderr)).toMatchObject({ kind: 'incomplete_recording' });
  });

  it('are refused if the file is not a recording', async () => {
    const file = join(folder, 'none.har');
    for (const text of ['', '{}', '[]', '{"log":{"entries":[]}}', 'text']) {
      writeFileSync(file, text);
      const run = await runCli(['--replay', file, '--json']);
      expect(run, text).toMatchObject({ code: 2, stdout: '' });
      expect(JSON.parse(run.stderr), text).toMatchObject({ kind: 'invalid_recording' });
    }
    rmSync(file);
  });
});

const NO_RESULTS =
  '{"target":"a.example","freshness":{"scored_at":"2026-01-01T00:00:00Z"},"scorecard":{"results":[]}}';

describe('compare', () => {
  it('reads the scorecard at the end of an event stream', async () => {
    const [before, after] = [join(folder, 'before.json'), join(folder, 'after.jsonl')];
    writeFileSync(before, (await runCli([site.url, '--json'])).stdout);
    const scorecard: unknown = JSON.parse(readFileSync(before, 'utf8'));
    const events = [{ event: 'started' }, { event: 'scorecard', scorecard }];
    writeFileSync(after, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    const { stdout } = await runCli(['compare', before, after, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ changes: [], unchanged: CHECK_COUNT });
  });

  it('names the input that is not a scorecard', async () => {
    const file = join(folder, 'wrong.json');
    for (const text of ['{}', 'null', '12', '[', '{"kind":"web"}', NO_RESULTS]) {
      writeFileSync(file, text);
      const run = await runCli(['compare', file, file, '--json']);
      expect(JSON.parse(run.stderr), text).toMatchObject({
        kind: 'invalid_scorecard',
        message: expect.stringContaining(file),
      });
      expect(run.code).toBe(2);
    }
    writeFileSync(file, '\u0013\u{e0001}\u{f0000}\u0010');
    const { stderr } = await runCli(['fix', file]);
    expect(stderr).toContain('neither a scorecard nor a recording');
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}]/u);
    expect((await runCli(['compare', '-', '-'])).stderr).toContain('stdin');
    expect((await runCli(['compare', folder, file])).stderr).toContain('folder');
    expect((await runCli(['compare', '-', file], { stdin: '[' })).stderr).toContain('stdin is neither');
    expect((await runCli(['compare', '-', file], { stdin: ' \n' })).stderr).toContain('stdin is empty');
  });
});

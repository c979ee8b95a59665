/** `--sitemap-sample` as the command prints it. */
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageSample } from '../../scorecard/page-sample.ts';
import { runCli } from '../../testing/cli.ts';
import { schemaErrors } from '../../testing/documents.ts';
import { page, pagedSite } from '../../testing/paged-site.ts';
import type { TestSite } from '../../testing/serve.ts';

let folder: string;
let site: TestSite;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-'));
  site = await pagedSite(['/bare', '/gone'], { '/bare': page('Bare') });
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const ONLY = ['--only', 'root-meta-description'];

function sampleIn(stdout: string): PageSample | undefined {
  return (JSON.parse(stdout) as { sitemap_sample?: PageSample }).sitemap_sample;
}

describe('--sitemap-sample', () => {
  it('prints a section below the scorecard, and as Markdown a table', async () => {
    const text = await runCli([site.url, ...ONLY, '--sitemap-sample', '5']);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('Pages of the sitemap');
    expect(text.stdout).toContain('root-meta-description: PASS on the home page, MISSING on 1');
    expect(text.stdout).toMatch(/could not see .*\/gone -> 404/);
    const md = await runCli([site.url, ...ONLY, '--sitemap-sample', '5', '-o', 'md']);
    expect(md.stdout).toContain('## Pages of the sitemap');
    expect(md.stdout).toContain('| `root-meta-description` | PASS | MISSING |');
  });

  it('stands beside the scorecard in JSON only where it is asked for, and is the same in a replay', async () => {
    const har = join(folder, 'site.har');
    const live = await runCli([site.url, ...ONLY, '--sitemap-sample', '5', '--har', har, '--json']);
    const sample = sampleIn(live.stdout);
    expect(schemaErrors('sitemap-sample', sample)).toEqual([]);
    expect(sample?.pages).toHaveLength(2);
    const replayed = await runCli(['--replay', har, '--json']);
    expect(replayed).toMatchObject({ code: 0, stderr: '' });
    expect(sampleIn(replayed.stdout)).toEqual(sample);
    expect(sampleIn((await runCli([site.url, ...ONLY, '--json'])).stdout)).toBeUndefined();
    const refused = await runCli(['--replay', har, '--sitemap-sample', '2']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('--sitemap-sample cannot be used with --replay');
  });

  it('is a line before the scorecard with jsonl, also of several sites', async () => {
    for (const several of [[], [site.url.replace('127.0.0.1', 'localhost')]]) {
      const run = await runCli([site.url, ...several, ...ONLY, '--sitemap-sample', '5', '--jsonl']);
      const lines = run.stdout.trimEnd().split('\n');
      const events = lines.map((line) => JSON.parse(line) as { event: string; target?: string });
      for (const event of events) expect(schemaErrors('events', event)).toEqual([]);
      const { host } = new URL(site.url);
      const own = events.filter(({ target }) => target === undefined || target === host);
      expect(own.slice(-2 - several.length).map(({ event }) => event)).toEqual(
        several.length === 0 ? ['sitemap_sample', 'scorecard'] : ['sitemap_sample', 'scorecard', 'summary'],
      );
    }
    const json = await runCli([site.url, 'http://localhost:9', ...ONLY, '--sitemap-sample', '5', '--json']);
    expect(schemaErrors('audits', JSON.parse(json.stdout))).toEqual([]);
  });

  it('comes from the environment and the configuration, is planned, and has its bounds', async () => {
    const env = { AUDIT_SITEMAP_SAMPLE: '3' };
    const planned = await runCli([site.url, '--dry-run', '--json'], { env });
    expect(JSON.parse(planned.stdout)).toMatchObject({ sitemap_sample: 3 });
    await writeFile(join(folder, 'agent-readiness.config.json'), JSON.stringify({ sitemapSample: 4 }));
    const configured = await runCli([site.url, '--dry-run', '--json'], { cwd: folder });
    expect(JSON.parse(configured.stdout)).toMatchObject({ sitemap_sample: 4 });
    expect((await runCli([site.url, '--sitemap-sample', '26'])).code).toBe(2);
    expect((await runCli([site.url, '--sitemap-sample', '0'])).code).toBe(2);
  });
});

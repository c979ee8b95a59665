/** How the command reaches a site that is not public, on real servers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ready } from '../../app/demo/ready/index.ts';
import { serveDemo } from '../../app/demo/server.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { type CliRun, runCli } from '../../testing/cli.ts';
import { byHand } from '../../testing/mcp-by-hand.ts';
import { serveSite } from '../../testing/serve.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';

const folder = scratchFolder('access');

const scorecardOf = ({ stdout }: CliRun) => (JSON.parse(stdout) as Envelope).scorecard;

function statusOf(run: CliRun, id: string): string | undefined {
  return scorecardOf(run).results.find((result) => result.id === id)?.status;
}

const production = 'https://tidewatch.example';
const preview = shared(
  await serveDemo({ ...ready, create: (_, startedAt) => ready.create(production, startedAt) }),
);
const site = shared(
  await serveSite({
    '/': { type: 'text/html', body: '<!doctype html><title>Home</title><h1>Home</h1>' },
    '/v2/tools': byHand(),
  }),
);

describe('--canonical-origin', () => {
  const some = ['--only', 'mcp-initialize,sitemap,openapi'];

  it('audits a preview in place of production, and says so in every format', async () => {
    const run = await runCli([preview.url, ...some, '--canonical-origin', production, '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(statusOf(run, 'mcp-initialize')).toBe('pass');
    expect(scorecardOf(run)).toMatchObject({
      target_url: `${preview.url}/`,
      canonical_origin: production,
      mcp_endpoint: `${preview.url}/mcp`,
    });
    const env = { AUDIT_CANONICAL_ORIGIN: production };
    expect((await runCli([preview.url, ...some], { env })).stdout).toContain(
      `${preview.url}/ in place of ${production}`,
    );
    const markdown = (await runCli([preview.url, ...some, '-o', 'md'], { env })).stdout;
    expect(markdown).toContain(`- **Audited:** <${preview.url}/> in place of <${production}/>, `);
  });

  it('is stored in the recording, which replays without the option', async () => {
    const har = join(folder, 'preview.har');
    const made = await runCli([
      preview.url,
      ...some,
      '--canonical-origin',
      production,
      '--json',
      '--har',
      har,
    ]);
    expect(readFileSync(har, 'utf8')).toContain(`"canonicalOrigin":"${production}"`);
    const again = await runCli(['--replay', har, '--json']);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(made.stdout));
  });

  it('drops a path, warns if it is the target itself, and refuses invalid URLs', async () => {
    const plan = (value: string, ...more: string[]) =>
      runCli([preview.url, '--dry-run', '--canonical-origin', value, ...more]);
    const withPath = await plan(`${production}/docs/`);
    expect(withPath.stderr).toContain(`${production} is used, without the rest of the URL`);
    expect(withPath.stdout).toContain(
      `Would audit ${preview.url}/ in place of ${production} over the network`,
    );
    const itself = await plan(preview.url);
    expect(itself.stderr).toContain('changes nothing');
    expect(itself.stdout).toContain(`Would audit ${preview.url}/ over the network`);
    expect(JSON.parse((await plan(production, '--json')).stdout)).toMatchObject({
      canonical_origin: production,
    });
    expect(JSON.parse((await plan(preview.url, '--json')).stdout)).toMatchObject({ canonical_origin: null });
    expect(await plan('tidewatch')).toMatchObject({ code: 2, stderr: expect.stringContaining('absolute') });
  });

  it('may be in the configuration, with no warning if production itself is audited', async () => {
    writeFileSync(
      join(folder, 'preview.config.json'),
      JSON.stringify({ canonicalOrigin: production, mcpEndpoint: '/mcp' }),
    );
    const args = ['--config', join(folder, 'preview.config.json'), '--dry-run'];
    expect(JSON.parse((await runCli([preview.url, ...args, '--json'])).stdout)).toMatchObject({
      canonical_origin: production,
      mcp_endpoint: '/mcp',
    });
    expect(await runCli([production, ...args])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('--mcp-endpoint', () => {
  const only = ['--only', 'mcp-initialize', '--json'];

  it('accepts a path or URL, as flag or variable, and is stored in the recording', async () => {
    const har = join(folder, 'endpoint.har');
    const run = await runCli([site.url, ...only, '--mcp-endpoint', '/v2/tools', '--har', har]);
    expect(statusOf(run, 'mcp-initialize')).toBe('pass');
    expect(scorecardOf(run).mcp_endpoint).toBe(`${site.url}/v2/tools`);
    const again = await runCli(['--replay', har, '--json']);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(run.stdout));
    const env = { AUDIT_MCP_ENDPOINT: `${site.url}/v2/tools#x` };
    expect(scorecardOf(await runCli([site.url, ...only], { env }))).toMatchObject({
      mcp_endpoint: `${site.url}/v2/tools`,
    });
  });

  it.each(['v2/tools', '//example.com/mcp', 'ftp://example.com/', 'https://user:secret@example.com/mcp', ''])(
    'refuses “%s” before any request',
    async (value) => {
      const run = await runCli(['http://127.0.0.1:9', '--mcp-endpoint', value]);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('--mcp-endpoint takes');
    },
  );
});

describe('a target with a path', () => {
  const only = ['--only', 'mcp-initialize', '--json'];

  it('names the MCP endpoint if it speaks MCP, and is stored in the recording', async () => {
    const har = join(folder, 'typed.har');
    const run = await runCli([`${site.url}/v2/tools`, ...only, '--har', har, '--quiet']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(scorecardOf(run).mcp_endpoint).toBe(`${site.url}/v2/tools`);
    expect(JSON.parse((await runCli(['--replay', har, '--json'])).stdout)).toEqual(JSON.parse(run.stdout));
    const brief = await runCli(['fix', `${site.url}/v2/tools`]);
    expect(brief.stdout).toContain(`${site.url} --mcp-endpoint /v2/tools`);
  });

  it('is otherwise audited as its origin, with a hint at --mcp-endpoint', async () => {
    const run = await runCli([`${site.url}/v1/tools?x`, '--only', 'mcp-initialize']);
    expect(run.stderr).toContain(`The origin ${site.url} was audited, not the path that you typed.`);
    expect(run.stderr).toContain('--mcp-endpoint');
  });
});

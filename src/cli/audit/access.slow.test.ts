/** How the command gets at a site that is no plain public one, on real servers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../../demo/ready/index.ts';
import { type ServedDemo, serveDemo } from '../../demo/server.ts';
import type { Envelope } from '../../scorecard/schema.ts';
import { type CliRun, cli } from '../../testing/cli.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'access-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scorecardOf = ({ stdout }: CliRun) => (JSON.parse(stdout) as Envelope).scorecard;

function statusOf(run: CliRun, id: string): string | undefined {
  return scorecardOf(run).results.find((result) => result.id === id)?.status;
}

describe('--canonical-origin', () => {
  const production = 'https://tidewatch.example';
  let preview: ServedDemo;
  beforeAll(async () => {
    preview = await serveDemo({ ...ready, create: (_, startedAt) => ready.create(production, startedAt) });
  });
  afterAll(() => preview.close());

  const some = ['--only', 'mcp-initialize,sitemap,openapi'];

  it('audits a preview in place of production, and says so in every form', async () => {
    const run = await cli([preview.url, ...some, '--canonical-origin', production, '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(statusOf(run, 'mcp-initialize')).toBe('pass');
    expect(scorecardOf(run)).toMatchObject({
      target_url: `${preview.url}/`,
      canonical_origin: production,
      mcp_endpoint: `${preview.url}/mcp`,
    });
    const env = { AUDIT_CANONICAL_ORIGIN: production };
    expect((await cli([preview.url, ...some], { env })).stdout).toContain(
      `${preview.url}/ in place of ${production}`,
    );
    const markdown = (await cli([preview.url, ...some, '-o', 'md'], { env })).stdout;
    expect(markdown).toContain(`- **Audited:** <${preview.url}/> in place of <${production}/>, `);
  });

  it('is in the recording, which replays without it', async () => {
    const har = join(folder, 'preview.har');
    const made = await cli([preview.url, ...some, '--canonical-origin', production, '--json', '--har', har]);
    expect(readFileSync(har, 'utf8')).toContain(`"canonicalOrigin":"${production}"`);
    const again = await cli(['--replay', har, '--json']);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(made.stdout));
    const beside = await cli(['--replay', har, '--canonical-origin', production]);
    expect(beside).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--canonical-origin cannot be used'),
    });
  });

  it('drops a path and says so, says that the target itself changes nothing, and refuses what is no URL', async () => {
    const plan = async (value: string) =>
      cli([preview.url, '--dry-run', '--json', '--canonical-origin', value]);
    const withPath = await plan(`${production}/docs/`);
    expect(withPath.stderr).toContain(`${production} is taken, without what follows it`);
    expect(JSON.parse(withPath.stdout)).toMatchObject({ canonical_origin: production });
    const itself = await plan(preview.url);
    expect(itself.stderr).toContain('changes nothing');
    expect(JSON.parse(itself.stdout)).toMatchObject({ canonical_origin: null });
    expect(await plan('tidewatch')).toMatchObject({ code: 2, stderr: expect.stringContaining('absolute') });
    const text = await cli([preview.url, '--dry-run', '--canonical-origin', production]);
    expect(text.stdout).toContain(`Would audit ${preview.url}/ in place of ${production} over the network`);
  });
});

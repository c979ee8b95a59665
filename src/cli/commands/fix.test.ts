/** From a verdict to its fix: the commands `fix` and `explain`. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { definitions } from '../../audit/check-texts/index.ts';
import { runCli, smallSite } from '../../testing/cli.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';

const folder = scratchFolder('fix');
const site = shared(await smallSite());
const card = join(folder, 'card.json');
writeFileSync(card, (await runCli([site.url, '--json'])).stdout);

const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('fix', () => {
  it('prints the same brief from a file, stdin or an audit', async () => {
    const before = site.asked.length;
    const fromFile = await runCli(['fix', card]);
    expect(fromFile).toMatchObject({ code: 0, stderr: '' });
    expect(site.asked).toHaveLength(before);
    expect(fromFile.stdout).toMatch(/^# Make `http.*` ready for AI agents: relative \d+% → \d+%, global/);
    expect(fromFile.stdout).toContain('`llms-txt`');
    expect((await runCli(['fix', '-'], { stdin: readFileSync(card, 'utf8') })).stdout).toBe(fromFile.stdout);
    const live = await runCli(['fix', site.url, '-o', 'md']);
    expect(live.stdout).toBe(fromFile.stdout);
  });

  it('prints the brief as JSON, with the site’s options in the verify command', async () => {
    const access = ['--header', 'x-preview=env:TOKEN', '--concurrency', '4'];
    const run = await runCli(['fix', site.url, ...access, '--json'], { env: { TOKEN: 'secret' } });
    expect(json(run)).toMatchObject({
      kind: 'fix',
      score_then: { relative: 100 },
      parts: expect.arrayContaining([
        expect.objectContaining({
          id: 'llms-txt',
          fails: [{ check: 'llms-txt', status: 'absent', keyword: 'should' }],
          begins: ['llms-txt-format', 'llms-txt-when-to-use', 'llms-txt-links'],
        }),
      ]),
      verify: expect.stringMatching(`${site.url} ${access.join(' ')}$`),
    });
  });

  it('formats the brief for a terminal, without Markdown syntax', async () => {
    const { stdout } = await runCli(['fix', card], { columns: 80 });
    expect(stdout.split('\n').filter((line) => line.length > 90 && !line.startsWith('    '))).toEqual([]);
    expect(stdout).not.toMatch(/^#|`/m);
    expect(stdout).toContain('  Ask the owner first');
  });

  it('appends the guide for a platform, and lists the platforms that have one', async () => {
    const whole = (await runCli(['fix', card, '--for', 'nginx'])).stdout;
    expect(whole.startsWith((await runCli(['fix', card])).stdout)).toBe(true);
    expect(whole).toMatch(/^```nginx /m);
    const wrong = await runCli(['fix', card, '--for', 'ngin']);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('nginx, apache, caddy') });
  });

  it('uses the configuration’s target and waivers', async () => {
    const project = mkdtempSync(join(folder, 'project-'));
    const waivers = [{ check: 'llms-txt', reason: 'no time', expires: '2999-12-31' }];
    writeFileSync(
      join(project, 'agent-readiness.config.json'),
      JSON.stringify({ target: site.url, waivers }),
    );
    const { stdout } = await runCli(['fix'], { cwd: project });
    expect(stdout).toContain('Declined by a waiver until 2999-12-31: `llms-txt` (no time).');
    expect(stdout).not.toContain('# <name of the site>');
  });

  it('names the checks that a partial scorecard does not cover', async () => {
    const partial = join(folder, 'partial.json');
    writeFileSync(partial, (await runCli([site.url, '--only', 'robots', '--json'])).stdout);
    const { code, stdout } = await runCli(['fix', partial]);
    expect([code, stdout.includes('Nothing that was checked fails.')]).toEqual([0, true]);
    expect(stdout).toContain('Not checked in this audit: ');
  });

  it.each([{}, { columns: 80 }])('asks for a site without an argument and input (%j)', async (options) => {
    const run = await runCli(['fix'], { cwd: folder, ...options });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(/Which site, .*\nType .+ fix http:\/\/localhost:3000, or /);
  });

  it('reads a name that looks like a file as a file', async () => {
    const run = await runCli(['fix', 'no-such.json'], { cwd: folder });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('Cannot read no-such.json');
  });
});

describe('explain', () => {
  it('explains every check in at most 2,000 characters', async () => {
    for (const { id } of definitions) {
      const { stdout } = await runCli(['explain', id, '-o', 'md']);
      expect(stdout.length, id).toBeLessThanOrEqual(2_000);
      expect(stdout, id).toContain('## Required responses');
    }
  });

  it('prints the same as JSON, and suggests the nearest name for an unknown check', async () => {
    const document = json(await runCli(['explain', 'robots', '--json']));
    expect(document).toMatchObject({ kind: 'check', check: { id: 'robots' } });
    expect(document.markdown).toContain(document.on_the_wire);
    expect(await runCli(['explain', 'robot'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('robots'),
    });
  });
});

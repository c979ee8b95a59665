import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { baselineText } from '../../report/gate/baseline.ts';
import { runCli, smallSite } from '../../testing/cli.ts';
import { baselineOf, scored } from '../../testing/gated.ts';
import { scratchFolder } from '../../testing/shared.ts';

const folder = scratchFolder('compare');

describe('a recording and a scorecard judged by other rules', () => {
  it('distinguishes changed rules from a changed site, in either order', async () => {
    await using site = await smallSite();
    const [har, now, old] = [join(folder, 'a.har'), join(folder, 'now.json'), join(folder, 'old.json')];
    const { stdout } = await runCli([site.url, '--har', har, '--json']);
    writeFileSync(now, stdout);
    const earlier = JSON.parse(stdout) as Envelope;
    Object.assign(earlier.scorecard, { rules: 1 });
    const { remediation } = earlier.scorecard.results.find(({ status }) => status === 'absent') ?? {};
    const broken = { status: 'broken', result: 'Present but broken (x)', remediation };
    Object.assign(earlier.scorecard.results.find(({ id }) => id === 'robots') ?? {}, broken);
    writeFileSync(old, JSON.stringify(earlier));
    const cause = async (...args: string[]) =>
      (JSON.parse((await runCli(['compare', ...args, '--json'])).stdout) as { cause: string }).cause;
    expect(await cause(old, now)).toBe('unclear');
    expect(await cause(old, now, '--from-recording', har)).toBe('rules');
    expect(await cause(now, old)).toBe('unclear');
    expect(await cause(now, old, '--to-recording', har)).toBe('rules');
    for (const format of ['md', 'comment'])
      expect((await runCli(['compare', old, now, '-o', format])).stdout).toMatch(
        /^<!-- agent-readiness -->\n/,
      );
  });
});

it('says what a baseline is for', async () => {
  const [baseline, card] = [join(folder, 'baseline.json'), join(folder, 'card.json')];
  writeFileSync(baseline, baselineText(baselineOf({})));
  writeFileSync(card, JSON.stringify(scored({})));
  const run = await runCli(['compare', baseline, card]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('baseline.json is a baseline, as --update-baseline writes it');
  expect(run.stderr).toContain('audit the site with --baseline');
});

describe('--fail-on-worse', () => {
  it('fails if a passed check no longer applies, unless a waiver accepts it', async () => {
    const [was, gone] = [join(folder, 'was.json'), join(folder, 'gone.json')];
    const waiver = { check: 'webmcp', reason: 'The form is retired', expires: '2099-01-01' };
    const config = join(folder, 'waived.config.json');
    writeFileSync(was, JSON.stringify(scored({})));
    writeFileSync(gone, JSON.stringify(scored({ webmcp: 'n_a' })));
    writeFileSync(config, JSON.stringify({ waivers: [waiver] }));
    const args = ['compare', was, gone, '--fail-on-worse'];
    expect(await runCli(args)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('webmcp'),
      stderr: expect.stringContaining('1 check is worse: webmcp (pass → n_a).'),
    });
    expect((await runCli(args.slice(0, 3))).code).toBe(0);
    expect((await runCli([...args, '--config', config])).code).toBe(0);
  });
});

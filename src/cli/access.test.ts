/** How the command reaches a site: targets without a scheme, `--resolver off`, and recordings of failed audits. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { runCli, smallSite } from '../testing/cli.ts';
import { type Routes, serveSite } from '../testing/serve.ts';
import { listen } from '../testing/servers.ts';
import { scratchFolder, shared } from '../testing/shared.ts';

const folder = scratchFolder('access');
const site = shared(await smallSite());

const ROBOTS = ['--only', 'robots'];
const hostOf = ({ url }: { url: string }) => new URL(url).host;

async function emptyPort(): Promise<string> {
  await using server = await listen(createServer(), 'http');
  return hostOf(server);
}

describe('a target without a scheme', () => {
  it('is audited over http if it does not speak TLS, with a note but the same scorecard', async () => {
    const typed = await runCli([site.url, '--json']);
    const guessed = await runCli([hostOf(site), '--json']);
    expect(guessed).toMatchObject({ code: 0, stderr: '' });
    const statuses = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as Envelope).scorecard.results.map(({ id, status, evidence }) => [
        id,
        status,
        evidence,
      ]);
    expect(statuses(guessed)).toEqual(statuses(typed));
    const { stderr } = await runCli([hostOf(site), ...ROBOTS]);
    expect(stderr).toContain(`${hostOf(site)} does not speak TLS: trying ${site.url}.`);
  });

  it('starts only once in the event stream', async () => {
    const { stdout } = await runCli([hostOf(site), ...ROBOTS, '--jsonl']);
    expect(stdout.match(/"event":"started"/g)).toHaveLength(1);
  });

  it('is reported once if neither scheme works', async () => {
    const host = await emptyPort();
    const { code, stderr, stdout } = await runCli([host, ...ROBOTS]);
    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
    const why = 'neither by https nor by http: no server accepts connections there.';
    expect(stderr).toContain(`${host} could not be reached, ${why}`);
    expect(stderr.split(why)[1]).not.toContain('accepts connections');
    expect(stderr).toContain('Check that the server is running');
  });

  it('is recorded with the scheme that was audited', async () => {
    const har = join(folder, 'guessed.har');
    expect((await runCli([hostOf(site), ...ROBOTS, '--har', har])).code).toBe(0);
    expect(JSON.parse(readFileSync(har, 'utf8'))).toMatchObject({
      log: { _agentReadiness: { target: `${site.url}/` } },
    });
  });
});

describe('--resolver off', () => {
  it('sends no DNS queries, and skips the one check that needs them', async () => {
    for (const given of [
      { args: ['--resolver', 'off'], env: {} },
      { args: [], env: { AUDIT_RESOLVER: 'off' } },
    ]) {
      const { code, stdout } = await runCli([site.url, '--json', ...given.args], { env: given.env });
      expect(code).toBe(0);
      const { results, summary } = (JSON.parse(stdout) as Envelope).scorecard;
      expect(results.find(({ id }) => id === 'dns-aid')).toMatchObject({ status: 'skip' });
      expect(summary.skip).toBe(1);
      expect(results).toHaveLength(CHECK_COUNT);
    }
  });

  it('fails if no check is left to run', async () => {
    const { code, stderr } = await runCli([site.url, '--only', 'dns-aid', '--resolver', 'off']);
    expect(code).toBe(2);
    expect(stderr).toContain('dns-aid needs a resolver, and --resolver is off');
  });
});

it.each<[string, Routes | undefined, string[], RegExp]>([
  ['cannot be reached', undefined, [], /could not be reached/],
  [
    'refuses everything',
    { '*': { status: 403, headers: { 'cf-mitigated': 'challenge' } } },
    [],
    /refuses all requests of the auditor.*Cloudflare/s,
  ],
  ['does not respond in time', { '*': () => undefined }, ['--timeout', '0.3'], /./],
])(
  'keeps the recording of a site that %s, and replays to the same error',
  async (name, routes, args, why) => {
    await using failing = await serveSite(routes ?? {});
    if (routes === undefined) await failing[Symbol.asyncDispose]();
    const har = join(folder, `${name}.har`);
    const live = await runCli([failing.url, '--har', har, ...args]);
    expect([live.code, live.stderr]).toEqual([69, expect.stringContaining(`Recorded in ${har}.`)]);
    const { log } = JSON.parse(readFileSync(har, 'utf8'));
    expect(log.entries[0].request.url).toBe(`${failing.url}/`);
    const replayed = await runCli(['--replay', har]);
    expect([replayed.code, replayed.stderr]).toEqual([69, expect.stringMatching(why)]);
  },
);

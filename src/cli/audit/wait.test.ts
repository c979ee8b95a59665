/** `--wait-for`: a server that is just starting, as in CI. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, smallSite } from '../../testing/cli.ts';
import { serveSite } from '../../testing/serve.ts';
import { listen } from '../../testing/servers.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';
import { TEST_CERT, TEST_KEY } from '../../testing/tls.ts';

/** A time limit in seconds that only a failing test reaches. In milliseconds, it is not a whole number (floating point). */
const LONG = '512.2';

const folder = scratchFolder('wait');
const site = shared(await smallSite());

describe('a server that is just starting', () => {
  it('waits for a status below 500, and keeps these requests out of the recording', async () => {
    const har = join(folder, 'late.har');
    let early = true;
    const server = createServer((_, response) => {
      response.statusCode = early ? 503 : 404;
      early = false;
      response.end();
    });
    const { url, [Symbol.asyncDispose]: close } = await listen(createServer(), 'http');
    await close();
    const args = [url, '--wait-for', LONG, '--only', 'robots,sitemap', '--har', har];
    const { code, stderr } = await runCli(args, {
      onStderr: (seen) => {
        if (seen.includes('no connection could be made') && !server.listening)
          server.listen(Number(new URL(url).port), '127.0.0.1');
      },
    });
    server.close();
    server.closeAllConnections();
    expect(code).toBe(0);
    expect(stderr).toContain(`Waiting for ${url}/: it responds with 503.`);
    expect(stderr.match(/Waiting/g)).toHaveLength(2);
    expect(readFileSync(har, 'utf8')).not.toContain('"status":503');
  });

  it('waits for another URL, which is requested only once if it responds', async () => {
    await using health = await serveSite({ '/ready': { status: 401 } });
    const args = [site.url, '--only', 'robots', '--wait-for', `${health.url}/ready`];
    expect(await runCli(args)).toMatchObject({ code: 0, stderr: '' });
    expect(health.asked).toEqual(['GET /ready']);
  });

  it('counts as up once its response begins, even if it never ends', async () => {
    await using endless = await serveSite({
      '/events': (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':'),
    });
    const run = await runCli([site.url, '--only', 'robots', '--wait-for', `${endless.url}/events`]);
    expect(run.code).toBe(0);
  });

  it('fails after --wait-timeout, with the last status', async () => {
    await using failing = await serveSite({ '*': { status: 502 } });
    const asked = site.asked.length;
    const run = await runCli([
      site.url,
      '--json',
      ...['--wait-for', failing.url, '--wait-timeout', '0.3', '--har', join(folder, 'none.har')],
    ]);
    expect(run).toMatchObject({ code: 69, stdout: '' });
    expect(JSON.parse(run.stderr)).toMatchObject({
      kind: 'target_unreachable',
      message: `${failing.url}/ did not respond within 0.3 s: it responds with 502.`,
      hint: expect.stringContaining('--wait-timeout'),
    });
    expect(site.asked.length).toBe(asked);
    const itself = await runCli(['http://no-such-host.invalid', '--wait-for', '0.3']);
    expect(itself).toMatchObject({
      code: 69,
      stderr: expect.stringMatching(
        /within 0\.3 s: the host name could not be resolved[\s\S]*A larger number for --wait-for/,
      ),
    });
  });

  it('does not wait if waiting cannot help: an untrusted certificate', async () => {
    const server = createHttpsServer({ key: TEST_KEY, cert: TEST_CERT }, (_, response) => response.end('x'));
    await using secure = await listen(server, 'https');
    const other = await runCli([site.url, '--wait-for', secure.url, '--wait-timeout', LONG]);
    expect(other).toMatchObject({ code: 69, stdout: '' });
    expect(other.stderr).toContain(
      "cannot be waited for: TLS failed because of a certificate (the server's certificate is self-signed",
    );
    // The audit of the target itself reports its errors, with hints.
    const itself = await runCli([secure.url, '--wait-for', LONG]);
    expect(itself).toMatchObject({ code: 69, stdout: '' });
    expect(itself.stderr).toContain('NODE_EXTRA_CA_CERTS');
  });
});

describe('--wait-for', () => {
  const plan = async (...args: string[]) =>
    JSON.parse((await runCli([site.url, '--dry-run', '--json', ...args])).stdout) as { wait: unknown };

  it('accepts seconds, a URL or nothing', async () => {
    expect((await plan('--wait-for', '90')).wait).toEqual({ url: null, timeout_s: 90 });
    const url = 'http://localhost:3000/health';
    expect((await plan('--wait-for', url)).wait).toEqual({ url, timeout_s: 60 });
    expect((await plan('--wait-for', url, '--wait-timeout', '5')).wait).toEqual({ url, timeout_s: 5 });
    for (const off of ['0', 'false', 'off']) expect((await plan('--wait-for', off)).wait).toBeNull();
    expect((await plan()).wait).toBeNull();
    const text = await runCli([site.url, '--dry-run', '--wait-for', '90']);
    expect(text.stdout).toContain('Waits first for the target, at most 90 s.');
  });

  it.each([
    [
      ['--wait-for', 'soon'],
      'takes a number of seconds up to 3600, or an absolute http or https URL, not “soon”',
    ],
    [['--wait-for', '3601'], 'takes a number of seconds up to 3600'],
    [['--wait-for', 'localhost:3000'], 'absolute http or https URL'],
    [['--wait-timeout', '0'], 'from 0.1 to 3600'],
    [['--wait-timeout', '5'], 'which is missing'],
  ])('refuses %j before any request', async (args, says) => {
    const asked = site.asked.length;
    expect(await runCli([site.url, ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(says),
    });
    expect(site.asked.length).toBe(asked);
  });

  it('does not name the target', async () => {
    const run = await runCli(['--wait-for', 'http://localhost:3000']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('http://localhost:3000 --wait-for 60');
  });
});

/** Proxies in the environment: used, announced, and distinguished from the site in errors. */
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { runCli, smallSite } from '../testing/cli.ts';
import { serveProxy } from '../testing/proxy.ts';
import { serveSite } from '../testing/serve.ts';

const ROBOTS = ['--only', 'robots'];
const SHOP = 'http://shop.test';

describe('HTTP_PROXY, HTTPS_PROXY and NO_PROXY', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
    '%s is used and reported, without credentials',
    async (name) => {
      await using site = await smallSite();
      await using proxy = await serveProxy({
        credentials: 'me:hidden',
        places: { 'shop.test': new URL(site.url).host },
      });
      const env = { [name]: proxy.url.replace('//', '//me:hidden@') };
      const { code, stdout, stderr } = await runCli([SHOP, ...ROBOTS, '--verbose'], { env });
      expect(code).toBe(0);
      expect(stderr).toContain(`shop.test is audited through the proxy ${proxy.url} of the environment.`);
      expect(stdout + stderr).not.toContain('hidden');
      expect(proxy.asked).toContain('GET http://shop.test/robots.txt');
      expect(site.asked).toContain('GET /robots.txt');
    },
  );

  it('lowercase names take precedence', async () => {
    await using site = await smallSite();
    await using proxy = await serveProxy({ places: { 'shop.test': new URL(site.url).host } });
    const env = { http_proxy: proxy.url, HTTP_PROXY: 'http://127.0.0.1:9' };
    expect((await runCli([SHOP, ...ROBOTS], { env })).code).toBe(0);
  });

  it('no proxy is used for NO_PROXY hosts and this machine', async () => {
    await using site = await smallSite();
    await using proxy = await serveProxy();
    const local = await runCli([site.url, ...ROBOTS, '--json'], {
      env: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url },
    });
    expect(local).toMatchObject({ code: 0, stderr: '' });
    const { stderr } = await runCli([SHOP, ...ROBOTS], {
      env: { HTTP_PROXY: proxy.url, NO_PROXY: 'other.example, .test' },
    });
    expect(stderr).toContain('could not be resolved');
    expect(proxy.asked).toEqual([]);
  });

  it('a failed proxy gives no verdict on the site', async () => {
    await using proxy = await serveProxy({ credentials: 'me:secret' });
    for (const [target, env, why] of [
      [SHOP, { HTTP_PROXY: proxy.url }, 'it requires credentials: 407'],
      ['https://shop.test', { HTTPS_PROXY: proxy.url }, 'it requires credentials: 407'],
      ['shop.test', { HTTPS_PROXY: 'http://127.0.0.1:9' }, 'ECONNREFUSED'],
    ] as const) {
      const { code, stdout, stderr } = await runCli([target, ...ROBOTS], { env });
      expect({ code, stdout }, target).toEqual({ code: 69, stdout: '' });
      expect(stderr).toContain('the proxy did not forward the request');
      expect(stderr).toContain(why);
      expect(stderr).toContain('This says nothing about the site');
    }
  });

  it('a proxy that fails during an audit makes a check error, never broken', async () => {
    const link = 'https://docs.shop.test/start.md';
    await using site = await serveSite({
      '/': { type: 'text/html', body: '<!doctype html><title>Shop</title><h1>Shop</h1>' },
      '/llms.txt': { type: 'text/plain', body: `# Shop\n\n> A shop.\n\n## Docs\n\n- [Start](${link})\n` },
    });
    await using proxy = await serveProxy({
      places: { 'shop.test': new URL(site.url).host, 'docs.shop.test:443': '127.0.0.1:9' },
    });
    const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    const { stdout } = await runCli([SHOP, '--only', 'llms-txt-links', '--json'], { env });
    const { results } = (JSON.parse(stdout) as Envelope).scorecard;
    const result = results.find(({ id }) => id === 'llms-txt-links');
    expect(proxy.asked).toContain('CONNECT docs.shop.test:443');
    expect(result).toMatchObject({
      status: 'error',
      evidence: expect.stringContaining('the proxy did not') as string,
    });
  });

  it.each([
    ['socks5://127.0.0.1:1080', /names a socks5 proxy/],
    ['http://', /is not the address of a proxy/],
  ])('refuses %s before any request', async (address, message) => {
    const { code, stderr } = await runCli([SHOP], { env: { HTTPS_PROXY: address } });
    expect(code).toBe(78);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('HTTPS_PROXY');
  });
});

import { connect } from 'node:http2';
import { describe, expect, it } from 'vitest';
import { TEST_CERT, TEST_KEY } from '../testing/tls.ts';
import { type ServedExchange, serveDemo } from './server.ts';
import type { DemoSite } from './site.ts';

const SITE: DemoSite = {
  name: 'echo',
  title: 'Echo',
  about: 'Says where it is.',
  verdicts: {},
  create: (origin) => (request) => new Response(`${origin} ${new URL(request.url).pathname}`),
};

describe('serveDemo', () => {
  it('tells the site its own address', async () => {
    await using demo = await serveDemo(SITE);
    expect(await (await fetch(`${demo.url}/a`)).text()).toBe(`${demo.url} /a`);
  });

  it('reports each exchange, and holds answers back', async () => {
    const seen: ServedExchange[] = [];
    await using demo = await serveDemo(SITE, { latencyMs: 30, onExchange: (one) => seen.push(one) });
    await Promise.all([fetch(`${demo.url}/a`), fetch(`${demo.url}/b`)]);
    expect(seen.map(({ method, url, status }) => `${method} ${url} ${status}`).sort()).toEqual([
      'GET /a 200',
      'GET /b 200',
    ]);
    // Timers may fire a moment early by the other clock.
    expect(Math.min(...seen.map(({ arrived, left }) => left - arrived))).toBeGreaterThan(25);
  });

  it('speaks HTTP/2 over TLS', async () => {
    await using demo = await serveDemo(SITE, { tls: { key: TEST_KEY, cert: TEST_CERT } });
    const session = connect(demo.url, { ca: TEST_CERT });
    const body = await new Promise<string>((resolve, reject) => {
      const stream = session.request({ ':path': '/a' });
      let text = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('end', () => resolve(text));
      stream.on('error', reject);
    });
    session.close();
    expect(body).toBe(`${demo.url} /a`);
  });

  it('closes while a request is under way', async () => {
    const arrived = Promise.withResolvers<void>();
    const stalled = (): Promise<Response> => {
      arrived.resolve();
      return new Promise(() => undefined);
    };
    const demo = await serveDemo({ ...SITE, create: () => stalled });
    const answer = fetch(demo.url).then(
      () => 'answered',
      () => 'cut off',
    );
    await arrived.promise;
    await demo.close();
    expect(await answer).toBe('cut off');
  });
});

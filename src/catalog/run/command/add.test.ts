import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { describe, expect, it, vi } from 'vitest';
import { blobStore, liveResultsOn, SERVICE_STORE } from '../../../service/blobs.ts';
import { liveKey } from '../../../service/live-records.ts';
import type { ConditionalStore } from '../../../service/store.ts';
import { SITE, serveBlobs, TOKEN } from '../../../service/testing/blobs.ts';
import { runCli } from '../../../testing/cli.ts';
import { serveSite } from '../../../testing/serve.ts';
import { listen } from '../../../testing/servers.ts';
import { emptiedFolder, shared } from '../../../testing/shared.ts';
import { readTargets } from '../../results/targets.ts';
import { runMain } from './main.ts';

const none = () => Promise.reject(new Error('not used here'));
const folder = emptiedFolder('list');
const targets = join(folder, 'targets');
const command = (args: readonly string[], stdin = '', env = {}) =>
  runCli(args, {
    program: 'catalog',
    env,
    stdin,
    main: (argv, context) =>
      runMain(argv, context, {
        serveDemos: none,
        openDatabase: none,
        migrateDatabase: none,
        openLive: async (access) => liveResultsOn(access),
      }),
  });
const add = (args: readonly string[], stdin = '') =>
  command(['add', '--targets', targets, '--network', 'any', ...args], stdin);

/** Serves a site whose home page has this head. */
const site = async (head: string) =>
  shared(await serveSite({ '/': { type: 'text/html', body: `<!doctype html><html>${head}<h1>x</h1>` } }));
const described = await site(
  '<title>Docs \u001b[31m&amp; more | Tea House</title><meta name="description" content="we  sell tea\u202e, and ##[error]cups">',
);
const bare = await site('<title>Only a title of this site</title>');
const silent = shared(await serveSite({ '/': { status: 500, type: 'text/plain', body: 'down' } }));
const hostOf = ({ url }: { url: string }) => new URL(url).host;

describe('add', () => {
  it('writes a valid file from the site’s title and description, safe to display', async () => {
    const { code, stdout } = await add([described.url, '--category', 'Tea shops']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^added +127\.0\.0\.1:\d+ +Docs & more +\S+\n$/),
    ]);
    expect(await readTargets(targets)).toEqual([
      {
        host: hostOf(described),
        name: 'Docs & more',
        description: 'We sell tea, and ## [error]cups.',
        category: 'Tea shops',
        url: described.url,
      },
    ]);
    expect(described.asked).toHaveLength(1);
  });

  it.each([
    ['reads', []],
    ['assumes without a request', ['--name', 'Tea', '--description', 'A shop for tea.']],
  ])('%s the scheme of a host on this machine', async (_, texts) => {
    expect((await add([hostOf(described), ...texts])).code).toBe(0);
    expect(await readTargets(targets)).toMatchObject([{ host: hostOf(described), url: described.url }]);
    const again = await add([described.url, ...texts]);
    expect(again.stdout).toMatch(
      /already listed in \S+; nothing was changed\. To change it, edit that file$/m,
    );
  });

  it('sends no request if --name and --description are given', async () => {
    const given = ['--name', 'Tea', '--description', 'A shop for tea.', '--site-type', 'content'];
    const before = described.asked.length;
    const { code, stdout } = await add([`${described.url}/shop`, ...given]);
    expect(code).toBe(0);
    expect(stdout).toContain(`check it: the origin ${described.url} is audited, not the path that you typed`);
    const [target] = await readTargets(targets);
    expect(target).toMatchObject({ name: 'Tea', description: 'A shop for tea.', category: 'other' });
    expect(described.asked).toHaveLength(before);
  });

  it('accepts a list on stdin, says what to review, and keeps existing files', async () => {
    const list = `# shops\n${described.url}\n\n${bare.url}\nhttp://127.0.0.1:9\n`;
    const first = await add([], list);
    expect(first.code).toBe(69);
    expect(first.stdout).toContain('check it: its home page (200) has no description');
    expect(first.stdout).toMatch(
      /failed +127\.0\.0\.1:9 could not be reached: .*Pass --name and --description/,
    );
    const files = () => readdirSync(targets).map((name) => [name, readFileSync(join(targets, name), 'utf8')]);
    const before = files();
    expect(before).toHaveLength(2);
    const { code, stdout } = await add(['--json', '-'], `${described.url}\n${bare.url}`);
    expect([code, JSON.parse(stdout).sites]).toEqual([
      0,
      expect.arrayContaining([expect.objectContaining({ outcome: 'listed', host: hostOf(bare) })]),
    ]);
    expect(files()).toEqual(before);
  });

  it('writes nothing in a dry run, and uses the host as name if there is no page', async () => {
    expect((await add([silent.url, '--dry-run'])).stdout).toMatch(/^planned/);
    expect(existsSync(targets)).toBe(false);
    expect((await add([silent.url])).code).toBe(0);
    expect((await readTargets(targets))[0]).toMatchObject({
      name: hostOf(silent),
      description: `The site at ${hostOf(silent)}.`,
    });
  });

  it.each([
    [['http://127.0.0.1:8', '--network', 'public'], 2, /pass --network any, here and to catalog run/],
    [['http://127.0.0.1:9'], 69, /Pass --name and --description to add it without a request/],
    [['a.example', 'b.example', '--name', 'Two'], 2, /--name and --description apply to a single site/],
    [['a.example', '--category', 'a|b'], 2, /is not 2 to 40 letters, digits, spaces and hyphens/],
    [[], 2, /No site was given/],
  ])('refuses %j', async (args, code, says) => {
    const run = await add(args);
    expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(says)]);
  });
});

describe('withdraw', () => {
  const withdraw = (...args: string[]) => {
    const names = ['targets', 'results', 'recordings'];
    const folders = names.flatMap((name) => [`--${name}`, join(folder, name)]);
    return command(['withdraw', ...folders, ...args]);
  };
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?!locks)/.test(name));
  const line = (host: string) => `${JSON.stringify({ host, at: '2026-01-01T00:00:00.000Z', of: 'x' })}\n`;

  it('removes only the target’s own file, results, recording and line', async () => {
    for (const name of ['targets', 'results', 'recordings']) mkdirSync(join(folder, name));
    for (const host of ['a.example', 'b.example']) {
      for (const name of ['targets', 'results']) writeFileSync(join(folder, name, `${host}.json`), '{');
      writeFileSync(join(folder, 'recordings', `${host}.har.gz`), '');
    }
    writeFileSync(join(folder, 'results/last-audits.jsonl'), line('a.example') + line('b.example'));
    const before = files();
    const planned = await withdraw('a.example', '--dry-run', '--json');
    expect(JSON.parse(planned.stdout)).toMatchObject({ host: 'a.example', removed: { length: 3 } });
    expect(files()).toEqual(before);
    expect((await withdraw('https://a.example/')).code).toBe(0);
    expect(
      files()
        .filter((name) => !name.includes('%last-audits'))
        .toSorted(),
    ).toEqual(before.filter((name) => !name.includes('a.example')).toSorted());
    expect(readFileSync(join(folder, 'results/last-audits.jsonl'), 'utf8')).toBe(line('b.example'));
    const again = await withdraw('a.example');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Did you mean b.example?')]);
  });

  describe('from Netlify', async () => {
    const blobs = shared(await serveBlobs());
    /** The bodies of requests to purge caches. */
    const purged: unknown[] = [];
    let purges = true;
    const api = shared(
      await listen(
        createServer(
          getRequestListener(async (request) => {
            const { pathname, search } = new URL(request.url);
            const { method, headers } = request;
            if (pathname !== '/api/v1/purge') {
              // The emulation misreads the query of lists requested through the API, so they are requested from the store.
              const path = pathname.replace(/^\/api\/v1\/blobs(?=\/[^/]+\/[^/]+$)/, '');
              return fetch(blobs.url + path + search, { method, headers });
            }
            purged.push([headers.get('authorization'), await request.json()]);
            return new Response('', { status: purges ? 202 : 401 });
          }),
        ),
        'http',
      ),
    );
    const env = { NETLIFY_AUTH_TOKEN: TOKEN, NETLIFY_SITE_ID: SITE, NETLIFY_API_URL: api.url };
    const onNetlify = (...args: string[]) =>
      command(
        [
          ...args,
          ...['targets', 'results', 'recordings'].flatMap((name) => [`--${name}`, join(folder, name)]),
        ],
        '',
        env,
      );
    /** Opens the store as the function does. */
    const inFunction = async <T>(work: (store: ConditionalStore) => Promise<T>) => {
      vi.stubEnv('NETLIFY_BLOBS_CONTEXT', blobs.context);
      try {
        return await work(blobStore(SERVICE_STORE));
      } finally {
        vi.unstubAllEnvs();
      }
    };
    const keys = () => inFunction(async (store) => (await store.keys('')).toSorted());
    const listed = () => {
      for (const name of ['targets', 'results', 'recordings'])
        mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, 'targets/a.example.json'), '{');
    };

    it('removes live results, shows the reason and empties caches, until the site is added again', async () => {
      listed();
      const others = [liveKey('a.example.org'), liveKey('b.example', 'api')];
      const own = [
        liveKey('a.example'),
        liveKey('a.example', 'api'),
        liveKey('a.example', null, '/v1/mcp'),
        liveKey('a.example', 'content', '/v1/mcp'),
      ];
      await inFunction(async (store) => {
        for (const key of [...own, ...others]) await store.write(key, '{}', 'new');
      });
      const planned = await onNetlify('withdraw', 'a.example', '--dry-run', '--json');
      expect(JSON.parse(planned.stdout)).toMatchObject({ removed: { length: 3 }, left: [], failed: [] });
      expect([await keys(), purged]).toEqual([[...own, ...others].toSorted(), []]);
      const done = await onNetlify('withdraw', 'a.example', '--why', 'Its owner asked.');
      expect([done.code, done.stderr]).toEqual([0, '']);
      expect(await keys()).toEqual([liveKey('a.example'), ...others].toSorted());
      const record = await inFunction((store) => store.read(liveKey('a.example')));
      expect(JSON.parse(record?.text ?? '')).toMatchObject({ withdrawn: { why: 'Its owner asked.' } });
      const body = { site_id: SITE, cache_tags: ['site-a.example', 'lists'] };
      expect(purged).toEqual([[`Bearer ${TOKEN}`, body]]);
      expect((await onNetlify('withdraw', 'a.example')).stdout).toBe(
        'a.example was withdrawn earlier.\nRemoved a.example:\n  cached responses on Netlify\n',
      );
      expect(await inFunction((store) => store.read(liveKey('a.example')))).toEqual(record);
      const texts = ['--name', 'Tea', '--description', 'A shop for tea.'];
      const added = await command(
        ['add', 'a.example', ...texts, '--network', 'any', '--targets', targets],
        '',
        env,
      );
      expect([added.code, added.stderr]).toEqual([0, '']);
      expect(await keys()).toEqual(others.toSorted());
    });

    it.each([
      [
        'caches',
        { purges: false },
        /Removed a\.example:\n.*its live results\n.*Failed.*\n.*caches.*status 401/s,
      ],
      [
        'the store',
        { NETLIFY_AUTH_TOKEN: 'other' },
        /Removed a\.example:\n.*cached.*Failed.*\n.*live results: .*403/s,
      ],
    ])('names what fails in %s, and does the rest', async (_, given, says) => {
      listed();
      purges = !('purges' in given);
      const { code, stdout } = await command(
        ['withdraw', 'a.example', '--targets', targets, '--results', join(folder, 'results')],
        '',
        { ...env, ...given },
      );
      purges = true;
      expect([code, stdout]).toEqual([74, expect.stringMatching(says)]);
      expect(existsSync(join(targets, 'a.example.json'))).toBe(false);
    });
  });
});

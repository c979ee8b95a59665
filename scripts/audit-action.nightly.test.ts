/** `.github/actions/audit`, run by its own steps on this machine: a site that it starts, audits and stops, and a GitHub on loopback. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { factsOf } from '../src/site/command-line/facts.ts';
import { packCli } from '../src/site/command-line/pack.ts';
import { COMMAND } from '../src/testing/cli.ts';
import { serveSite, type TestSite } from '../src/testing/serve.ts';
import { listen } from '../src/testing/servers.ts';
import { TEST_CERT, TEST_KEY } from '../src/testing/tls.ts';
import { type CompositeRun, runComposite, type Used } from './testing/composite.ts';

const ACTION = fileURLToPath(new URL('../.github/actions/audit/action.yml', import.meta.url));
const CERTIFICATE = fileURLToPath(new URL('../src/testing/tls/cert.pem', import.meta.url));
const REPOSITORY = 'someone/site';
const SITE = `
  import { existsSync, readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  createServer(({ url }, response) => {
    const file = 'public' + (url === '/' ? '/index.html' : url);
    if (!existsSync(file)) return response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
    const type = file.endsWith('.html') ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  }).listen(Number(process.argv[2]), '127.0.0.1');
`;
const GOOD = {
  'index.html':
    '<!doctype html><html lang="en"><title>Site</title><main><h1>Site</h1><p>A site.</p></main></html>',
  'robots.txt': 'User-agent: *\nAllow: /\n',
  'llms.txt': '# Site\n\n> A site.\n\n## Pages\n\n- [Home](/): what there is\n',
};

let folder: string;
let cache: string;
let port: number;
let github: TestSite;
/** Of the one pull request. */
let comments: {
  id: number;
  body: string;
  html_url: string;
  user: { type: string };
  author_association: string;
}[];
/** Whether the token may write. */
let writes: boolean;
/** Whether the site was up whenever the token was used. */
let wasUp: boolean[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-action-'));
  port = await freePort();
  github = await serveSite({ '*': (request, response) => void answer(request, response) });
});
afterAll(async () => {
  await github[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  comments = [];
  writes = true;
  wasUp = [];
  cache = mkdtempSync(join(folder, 'cache-'));
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The part of GitHub's REST API that the comment needs. */
const answer: (
  ...args: Parameters<Extract<Parameters<typeof serveSite>[0][string], (...args: never) => void>>
) => Promise<void> = async (request, response) => {
  const { method = '', url = '', headers } = request;
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const { pathname, searchParams } = new URL(url, 'http://github');
  if (headers.authorization !== 'Bearer ghs_secret') return void send(401, {});
  wasUp.push(await isUp());
  if (pathname === `/repos/${REPOSITORY}/commits/abc/pulls`)
    return void send(200, [{ number: 7, state: 'open', head: { sha: 'abc' } }]);
  const body = method === 'GET' ? '' : ((JSON.parse(await text(request)) as { body: string }).body ?? '');
  const page = Number(searchParams.get('page') ?? '1');
  const [, id] = new RegExp(`^/repos/${REPOSITORY}/issues/comments/(\\d+)$`).exec(pathname) ?? [];
  const known = comments.find((one) => one.id === Number(id));
  if (method !== 'GET' && !writes)
    return void send(403, { message: 'Resource not accessible by integration' });
  if (method === 'GET') return void send(200, comments.slice((page - 1) * 100, page * 100));
  if (method === 'PATCH' && known !== undefined) {
    known.body = body;
    return void send(200, known);
  }
  if (method !== 'POST') return void send(404, {});
  comments.push(comment(comments.length + 1, body));
  return void send(201, comments.at(-1));
};

function comment(id: number, body: string, user = 'Bot') {
  return {
    id,
    body,
    html_url: `https://github.example/${id}`,
    user: { type: user },
    author_association: 'NONE',
  };
}

/** A checkout of the site, with what is given in place of what is good; `undefined` leaves a file out. */
function checkout(changed: Readonly<Record<string, string | undefined>> = {}, config: object = {}): string {
  const cwd = mkdtempSync(join(folder, 'checkout-'));
  mkdirSync(join(cwd, 'public'));
  for (const [name, content] of Object.entries({ ...GOOD, ...changed }))
    if (content !== undefined) writeFileSync(join(cwd, 'public', name), content);
  writeFileSync(join(cwd, 'site.mjs'), SITE);
  writeFileSync(
    join(cwd, 'agent-readiness.config.json'),
    JSON.stringify({
      target: `http://127.0.0.1:${port}`,
      only: ['robots', 'llms-txt', 'sitemap'],
      ...config,
    }),
  );
  return cwd;
}

const PULL = {
  env: { GITHUB_EVENT_NAME: 'pull_request', GITHUB_BASE_REF: 'main', GITHUB_REF_NAME: '7/merge' },
  event: { pull_request: { number: 7, head: { repo: { full_name: REPOSITORY } } } },
};
const PUSH = { env: { GITHUB_EVENT_NAME: 'push', GITHUB_BASE_REF: '', GITHUB_REF_NAME: 'main' }, event: {} };

let runs = 0;
/** What other actions were given. */
let uploads: { readonly action: string; readonly given: Readonly<Record<string, string>> }[] = [];

/** The action as a workflow of the site uses it. */
function action(
  cwd: string,
  { env, event }: { readonly env: Readonly<Record<string, string>>; readonly event: unknown },
  inputs: Readonly<Record<string, string>> = {},
): Promise<CompositeRun> {
  runs += 1;
  uploads = [];
  const note =
    (name: string): Used =>
    (given) =>
      void uploads.push({ action: name, given });
  return runComposite(ACTION, {
    cwd,
    inputs: {
      cli: `${process.execPath}\n${COMMAND}`,
      start: `node site.mjs ${port}`,
      'wait-for': `http://127.0.0.1:${port}/`,
      'wait-timeout': '30',
      ...inputs,
    },
    event,
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      AUDIT_RESOLVER: 'http://127.0.0.1:9/dns-query',
      GITHUB_API_URL: github.url.replace(/\/$/, ''),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: String(runs),
      GITHUB_RUN_ATTEMPT: '1',
      RUNNER_TEMP: join(folder, 'runner-temp'),
      ...env,
    },
    uses: {
      'actions/cache/save': ({ path = '', key = '' }) =>
        cpSync(path, join(cache, encodeURIComponent(key)), { recursive: true }),
      'actions/cache/restore': ({ path = '', 'restore-keys': prefix = '' }) => {
        const key = readdirSync(cache).findLast((name) => decodeURIComponent(name).startsWith(prefix));
        if (key !== undefined) cpSync(join(cache, key), path, { recursive: true });
      },
      'actions/upload-artifact': note('artifact'),
      'github/codeql-action/upload-sarif': note('sarif'),
    },
  });
}

async function isUp(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

describe('a push to main', () => {
  it('starts the site, audits it, reports, stops it, and keeps the result for pull requests', async () => {
    const run = await action(checkout(), PUSH);
    expect([run.log, run.code]).toEqual([expect.any(String), 0]);
    expect(run.outputs).toMatchObject({ 'exit-code': '0', gate: 'passed' });
    expect(Number(run.outputs.relative)).toBeGreaterThan(0);
    expect(Number(run.outputs.global)).toBeLessThanOrEqual(Number(run.outputs.relative));
    expect(run.summary).toContain('sitemap');
    expect(run.log).toMatch(/^::(?:warning|error|notice) /m);
    expect(run.ran).toContain('Stop the site');
    expect(await isUp()).toBe(false);
    expect(readdirSync(cache)).toEqual([encodeURIComponent(`agent-readiness:main:${runs}.1`)]);
    expect(JSON.parse(readFileSync(run.outputs.json ?? '', 'utf8'))).toMatchObject({ kind: 'web' });
    for (const name of ['markdown', 'sarif', 'junit'])
      expect(existsSync(run.outputs[name] ?? ''), name).toBe(true);
  });

  it('says nothing in the summary and in annotations where that is not wanted', async () => {
    const run = await action(checkout(), PUSH, { summary: 'false', annotations: 'false', base: 'none' });
    expect([run.log, run.code]).toEqual([expect.not.stringMatching(/^::/m), 0]);
    expect(run.summary).toBe('');
    expect(readdirSync(cache)).toEqual([]);
  });
});

describe('a pull request', () => {
  const commented = { comment: 'true', token: 'ghs_secret' };

  it('is compared with the base branch, fails last, and has one comment that is updated', async () => {
    await action(checkout(), PUSH);
    const inputs = { ...commented, sarif: 'true', artifact: 'audit' };
    const worse = await action(checkout({ 'llms.txt': undefined }), PULL, inputs);
    expect([worse.log, worse.code]).toEqual([expect.any(String), 1]);
    expect(worse.outputs).toMatchObject({ 'exit-code': '1', gate: 'failed' });
    expect(worse.ran.at(-1)).toBe('Verdict');
    expect(uploads.map((one) => one.action)).toEqual(['artifact', 'sarif']);
    expect(uploads[1]?.given).toEqual({ sarif_file: worse.outputs.sarif, category: 'agent-readiness' });
    // Not even while it comments: the site is the pull request's own code, and could read the token.
    expect(wasUp.length).toBeGreaterThan(0);
    expect(wasUp).not.toContain(true);
    expect(await isUp()).toBe(false);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).toMatch(/^<!-- agent-readiness -->\n/);
    expect(comments[0]?.body).toContain('llms-txt');
    const first = comments[0]?.body;
    // The result of a pull request is not what others are compared with.
    expect(readdirSync(cache)).toHaveLength(1);

    const mended = await action(checkout(), PULL, inputs);
    expect([mended.log, mended.code]).toEqual([expect.stringContaining('Updated'), 0]);
    expect(comments).toHaveLength(1);
    expect(comments[0]?.body).not.toBe(first);
  });

  it('is audited without a base where none was kept', async () => {
    const run = await action(checkout(), PULL);
    expect([run.log, run.code]).toEqual([expect.stringContaining('no result of the base branch'), 0]);
  });

  it('is compared with a file as it is on the base branch', async () => {
    const pushed = await action(checkout(), PUSH, { base: 'none' });
    const remote = join(mkdtempSync(join(folder, 'remote-')), 'remote.git');
    const cwd = checkout({ 'llms.txt': undefined });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.example', ...args], {
        cwd,
        stdio: 'pipe',
      });
    cpSync(pushed.outputs.json ?? '', join(cwd, 'base.json'));
    git('init', '--quiet', '--initial-branch=main');
    git('add', 'base.json');
    git('commit', '--quiet', '--message', 'base');
    git('clone', '--quiet', '--bare', '.', remote);
    git('remote', 'add', 'origin', remote);
    writeFileSync(join(cwd, 'base.json'), 'what the pull request has made of it');
    const run = await action(cwd, PULL, { base: 'base.json' });
    expect([run.log, run.code]).toEqual([expect.any(String), 1]);
    expect(run.summary).toContain('llms-txt');
  });

  it('from a fork gets the summary, and is told why there is no comment', async () => {
    const event = { pull_request: { number: 7, head: { repo: { full_name: 'stranger/site' } } } };
    const run = await action(checkout(), { ...PULL, event }, commented);
    expect([run.log, run.code]).toEqual([expect.stringContaining('from a fork'), 0]);
    expect(github.asked).not.toContainEqual(expect.stringContaining('stranger'));
    expect(comments).toEqual([]);
    expect(run.summary).not.toBe('');
  });

  it('does not fail for a token that may not write', async () => {
    writes = false;
    const run = await action(checkout(), PULL, commented);
    expect([run.log, run.code]).toEqual([expect.stringContaining('pull-requests: write'), 0]);
    expect(run.log).not.toContain('ghs_secret');
  });

  it('finds its comment on a later page, and lets those of strangers alone', async () => {
    comments = Array.from({ length: 120 }, (_, i) => comment(i, 'talk'));
    comments.unshift(comment(500, '<!-- agent-readiness -->\nforged', 'User'));
    comments.push(comment(501, '<!-- agent-readiness -->\nours'));
    await action(checkout(), PULL, commented);
    expect(comments).toHaveLength(122);
    expect(comments[0]?.body).toContain('forged');
    expect(comments.at(-1)?.body).not.toContain('ours');
  });

  it('is found by its commit after a deployment', async () => {
    const env = { GITHUB_EVENT_NAME: 'status', GITHUB_BASE_REF: '', GITHUB_REF_NAME: 'main' };
    const run = await action(checkout(), { env, event: { sha: 'abc' } }, { ...commented, name: 'preview' });
    expect([run.log, run.code]).toEqual([expect.stringContaining('Commented'), 0]);
    expect(comments[0]?.body).toMatch(/^<!-- preview -->\n/);
  });
});

describe('what cannot pass', () => {
  it('below what the configuration asks for, the job fails with 1', async () => {
    const run = await action(checkout({ 'llms.txt': undefined }, { thresholds: { relative: 100 } }), PUSH);
    expect([run.log, run.code]).toEqual([expect.stringContaining('below 100'), 1]);
    expect(run.outputs).toMatchObject({ 'exit-code': '1', gate: 'failed' });
    // A verdict, if not a good one: pull requests are compared with it.
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('without a site that answers there is no verdict: 69, after the reports', async () => {
    const start = 'echo "::warning::not a command" ; echo "port in use" ; exit 3';
    const run = await action(checkout(), PUSH, { start });
    expect([run.log, run.code]).toEqual([expect.stringContaining('has ended before'), 69]);
    expect(run.log).toMatch(/::stop-commands::(\w+)\n::warning::not a command\nport in use\n::\1::/);
    expect(run.outputs).toMatchObject({ 'exit-code': '69', gate: 'none', relative: '' });
    expect(run.ran).toContain('Stop the site');
    expect(run.summary).toContain('could not be reached');
    expect(readdirSync(cache)).toEqual([]);
  });

  it('a site that does not end when it is asked to is ended', async () => {
    const start = `trap '' TERM; node site.mjs ${port} & wait; wait`;
    expect((await action(checkout(), PUSH, { start })).code).toBe(0);
    expect(await isUp()).toBe(false);
  });

  it.each([
    ['the input cli', { cli: ' ' }, 'cli is missing'],
    ['a name that would be a path', { name: '../x' }, 'letters, digits and hyphens'],
    ['a timeout that is a command', { 'wait-timeout': 'a[$(touch pwned)]' }, 'whole number'],
    ['a URL to wait for', { 'wait-for': 'site' }, 'takes the URL'],
  ])('refuses %s, and stops the site', async (_, inputs, says) => {
    const cwd = checkout();
    const run = await action(cwd, PUSH, inputs);
    expect([run.log, run.code]).toEqual([expect.stringContaining(says), 2]);
    expect(run.ran).not.toContain('Audit');
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
    expect(await isUp()).toBe(false);
  });
});

describe('the command line', () => {
  it('is downloaded, and run only with the digest that was named', async () => {
    const tarball = await packCli('https://catalog.example');
    await using site = await serveSite({ '/cli.tgz': { type: 'application/gzip', body: tarball } });
    const cli = `${site.url.replace(/\/$/, '')}/cli.tgz`;
    const { integrity } = factsOf(tarball, 'https://catalog.example');
    const good = await action(checkout(), PUSH, { cli, integrity });
    expect([good.log, good.code]).toEqual([expect.any(String), 0]);

    const other = await action(checkout(), PUSH, { cli, integrity: integrity.replace(/.{4}==$/, 'AAAA==') });
    expect([other.log, other.code]).toEqual([expect.stringContaining('was not run'), 77]);
    expect(other.ran).not.toContain('Audit');
    expect(other.ran).toContain('Stop the site');
    const missing = await action(checkout(), PUSH, { cli: `${cli}x.tgz`, integrity });
    expect([missing.log, missing.code]).toEqual([expect.stringContaining('HTTP 404'), 69]);
  });

  it('is not downloaded over http without a digest, nor where https leads to that', async () => {
    await using site = await serveSite({ '/cli.tgz': { type: 'application/gzip', body: 'not asked for' } });
    const cli = `${site.url}/cli.tgz`;
    const server = createHttpsServer({ key: TEST_KEY, cert: TEST_CERT }, (_, response) =>
      response.writeHead(302, { location: cli }).end(),
    );
    await using secure = await listen(server, 'https');
    const trusting = { ...PUSH, env: { ...PUSH.env, NODE_EXTRA_CA_CERTS: CERTIFICATE } };
    for (const address of [cli, `${secure.url}/cli.tgz`]) {
      const run = await action(checkout(), trusting, { cli: address });
      expect([run.log, run.code]).toEqual([expect.stringContaining('input integrity'), 2]);
      expect(run.ran).not.toContain('Audit');
    }
    expect(site.asked).toEqual([]);
  });
});

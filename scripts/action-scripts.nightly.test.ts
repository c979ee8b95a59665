/** Tests the scripts of `.github/actions/audit`, run like the steps of both actions, with a GitHub API on loopback. */
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:https';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Envelope } from '../src/audit/scorecard/schema.ts';
import { factsOf } from '../src/site/command-line/facts.ts';
import { packCli } from '../src/site/command-line/pack.ts';
import { COMMAND } from '../src/testing/cli.ts';
import { serveSite } from '../src/testing/serve.ts';
import { listen } from '../src/testing/servers.ts';
import { scratchFolder } from '../src/testing/shared.ts';
import { TEST_CERT, TEST_KEY } from '../src/testing/tls.ts';

const ACTION = fileURLToPath(new URL('../.github/actions/audit', import.meta.url));
const CERTIFICATE = fileURLToPath(new URL('../src/testing/tls/cert.pem', import.meta.url));
const CLI = [process.execPath, COMMAND];
const folder = scratchFolder('action');

/** The files through which a step passes values to later steps; each variable names one. */
const FILES = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'];

function step(script: string, env: Readonly<Record<string, string>>) {
  const program = script.endsWith('.sh') ? 'bash' : process.execPath;
  return run([program, join(ACTION, script)], env);
}

/** Runs a command as a step; returns its exit code, log and outputs, and the content of all files that it may write to. */
async function run(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = folder,
) {
  const own = mkdtempSync(join(folder, 'step-'));
  for (const name of FILES) writeFileSync(join(own, name), '');
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      ...Object.fromEntries(FILES.map((name) => [name, join(own, name)])),
      GITHUB_ACTION_PATH: ACTION,
      RUNNER_TEMP: folder,
      NAME: 'audit',
      AUDIT_RESOLVER: 'http://127.0.0.1:9/',
      ...env,
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const log = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const files = FILES.map((name) => readFileSync(join(own, name), 'utf8'));
  const lines = (files[0] ?? '').split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]));
  return { code: await ended, log, outputs, files };
}

const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().default('') })),
  runs: z.object({
    steps: z.array(
      z.object({
        name: z.string().optional(),
        id: z.string().optional(),
        if: z.string().default('always()'),
        run: z.string().optional(),
        env: z.record(z.string(), z.string()).default({}),
        'working-directory': z.string().default('.'),
        with: z.record(z.string(), z.string().or(z.boolean())).default({}),
      }),
    ),
  }),
});

/** Runs the steps of the audit like a runner: checks their conditions, and passes their inputs as environment variables. */
async function runAction(
  given: Readonly<Record<string, string>>,
  {
    token,
    root = folder,
    env = {},
  }: { token: string; root?: string; env?: Readonly<Record<string, string>> },
) {
  const { inputs, runs } = actionSchema.parse(load(readFileSync(join(ACTION, 'action.yml'), 'utf8')));
  const context = new Map([
    ['runner.temp', folder],
    ['github.token', token],
    ...Object.entries(inputs).map(
      ([name, { default: usual }]) => [`inputs.${name}`, given[name] ?? usual] as const,
    ),
  ]);
  const filled = (value: string) => value.replace(/\$\{\{ (\S+) \}\}/g, (_, path) => context.get(path) ?? '');
  const holds = (term: string) => {
    const [path = '', operator, value = ''] = term.trim().split(/ (==|!=) /);
    return (
      operator === undefined || ((context.get(path) ?? '') === value.slice(1, -1)) === (operator === '==')
    );
  };
  const done = [];
  for (const one of runs.steps) {
    if (!one.if.split('||').some((all) => all.split('&&').every(holds))) continue;
    const inputsOf = Object.entries(one.with).map(([name, value]) => [`INPUT_${name}`, filled(`${value}`)]);
    const set = { ...Object.fromEntries(inputsOf), ...one.env };
    const ended = await run(
      ['bash', '-c', one.run ?? 'sleep 0.3'],
      {
        ...env,
        ...Object.fromEntries(Object.entries(set).map(([name, value]) => [name, filled(`${value}`)])),
      },
      join(root, filled(one['working-directory'])),
    );
    for (const [name, value] of Object.entries(ended.outputs))
      context.set(`steps.${one.id}.outputs.${name}`, value);
    done.push({ ...one, ...ended });
  }
  return done;
}

it('starts a site, audits it, compares it with the base, and stops it even if it ignores SIGTERM', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const ended = await step('start.sh', {
    START: 'echo "::warning::not a command"',
    WAIT_FOR: url,
    WAIT_TIMEOUT: '30',
  });
  // `stop-commands` makes the runner show this output as text.
  expect(ended.log).toMatch(/ended before[\s\S]*::stop-commands::(\w+)\n::warning::not a command\n::\1::/);
  const server = `process.on('SIGTERM', () => {});
    require('http').createServer((_, r) => r.end('<title>A</title>')).listen(${port}, '127.0.0.1')`;
  const START = `node -e "${server}"`;
  const started = await step('start.sh', { START, WAIT_FOR: url, WAIT_TIMEOUT: '30' });
  expect([started.log, started.code]).toEqual([`${url} answers.\n`, 0]);

  const prepared = await step('prepare.ts', {
    CLI: CLI.join('\n'),
    BASE: 'cache',
    GITHUB_REF_NAME: 'a/b',
    GITHUB_RUN_ID: '1',
    GITHUB_RUN_ATTEMPT: '2',
  });
  expect(prepared.outputs).toMatchObject({ save: 'audit:a%2Fb:1.2', command: JSON.stringify(CLI) });
  const { folder: FOLDER = '', command: COMMAND = '' } = prepared.outputs;
  const audit = { TARGET: url, FOLDER, COMMAND, ANNOTATIONS: 'true', SUMMARY: 'true', ARGS: '--only=robots' };
  const { log, outputs, files } = await step('audit.ts', audit);
  expect(log).toMatch(/^::(?:warning|error|notice) /m);
  expect(outputs).toMatchObject({
    'exit-code': '0',
    gate: 'passed',
    relative: expect.stringMatching(/^\d+$/),
  });
  for (const name of ['json', 'md', 'sarif', 'junit', 'base'])
    expect(existsSync(outputs[name] ?? ''), name).toBe(true);
  expect(files.join()).toContain('robots');

  const better = JSON.parse(readFileSync(outputs.base ?? '', 'utf8')) as Envelope;
  for (const result of better.scorecard.results.filter(({ remediation }) => remediation !== undefined))
    Object.assign(result, {
      status: 'pass',
      result: 'Verified',
      remediation: undefined,
      unprobed: undefined,
    });
  writeFileSync(outputs.base ?? '', JSON.stringify(better));
  const worse = await step('audit.ts', { ...audit, FAIL_ON: 'worse' });
  expect(worse.outputs).toMatchObject({ 'exit-code': '1', gate: 'failed' });

  await step('stop.sh', { PID: started.outputs.pid ?? '' });
  await expect(fetch(url)).rejects.toThrow();
  const gone = await step('audit.ts', audit);
  expect(gone.outputs).toMatchObject({ 'exit-code': '69', gate: 'none', relative: '' });
  expect(gone.outputs.base).toBeUndefined();
});

it.each([
  ['start.sh', { WAIT_FOR: 'http://a.example', WAIT_TIMEOUT: 'a[$(touch pwned)]' }, 'whole number'],
  ['start.sh', { WAIT_FOR: 'site', WAIT_TIMEOUT: '1' }, 'takes the URL'],
  ['prepare.ts', { CLI: ' ' }, 'cli is missing'],
  ['prepare.ts', { CLI: 'a', NAME: '../x' }, 'letters, digits and hyphens'],
  ['report/sarif.ts', { NAME: '../x' }, 'letters, digits and hyphens'],
])('%s refuses %j', async (script, env, says) => {
  const { code, log } = await step(script, env);
  expect([log, code]).toEqual([expect.stringContaining(says), 2]);
  expect(existsSync(join(folder, 'pwned'))).toBe(false);
});

it('runs a downloaded package only if it matches the given digest', async () => {
  const tarball = await packCli('https://catalog.example');
  await using site = await serveSite({ '/cli.tgz': { type: 'application/gzip', body: tarball } });
  const url = `${site.url.replace(/\/$/, '')}/cli.tgz`;
  const { integrity: INTEGRITY } = factsOf(tarball, 'https://catalog.example');
  const good = await step('prepare.ts', { CLI: url, INTEGRITY });
  expect(existsSync(JSON.parse(good.outputs.command ?? '[]')[1])).toBe(true);
  const other = await step('prepare.ts', { CLI: url, INTEGRITY: INTEGRITY.replace(/.{4}==$/, 'AAAA==') });
  expect([other.code, other.outputs.command]).toEqual([77, undefined]);
  expect((await step('prepare.ts', { CLI: `${url}x.tgz`, INTEGRITY })).code).toBe(69);

  const asked = site.asked.length;
  await using secure = await listen(
    createServer({ key: TEST_KEY, cert: TEST_CERT }, (_, response) =>
      response.writeHead(302, { location: url }).end(),
    ),
    'https',
  );
  for (const address of [url, `${secure.url}/cli.tgz`]) {
    const { code, log } = await step('prepare.ts', { CLI: address, NODE_EXTRA_CA_CERTS: CERTIFICATE });
    expect([log, code]).toEqual([expect.stringContaining('input integrity'), 2]);
  }
  expect(site.asked).toHaveLength(asked);
});

it('keeps the token and later steps out of reach of processes left by the start command', async () => {
  const port = await freePort();
  const found = join(folder, 'found');
  writeFileSync(found, '');
  // The brackets keep the pattern from matching itself, because this start command is in the environment of its step.
  const START = `
    for file in "\${GITHUB_ENV:-}" "\${GITHUB_PATH:-}" "\${GITHUB_OUTPUT:-}" "\${GITHUB_STATE:-}" "\${GITHUB_STEP_SUMMARY:-}"; do
      [ -z "$file" ] || echo "evil=/evil" >>"$file"
    done
    setsid bash -c 'echo $$ >${folder}/spy; while :; do grep -lz "ghs_[s]ecret" /proc/[0-9]*/environ >>${found}; done' 2>/dev/null &
    node -e "require('http').createServer((_, r) => r.end('<title>A</title>')).listen(${port}, '127.0.0.1')"`;
  const url = `http://127.0.0.1:${port}/`;
  const given = {
    cli: CLI.join('\n'),
    name: 'spied',
    start: START,
    'wait-for': url,
    target: url,
    args: '--only=robots',
  };
  try {
    const steps = await runAction(given, { token: 'ghs_secret' });
    const named = Object.fromEntries(steps.map((one) => [one.name, one]));
    expect(steps.map(({ name, code }) => [name, code])).toEqual(steps.map(({ name }) => [name, 0]));
    expect(named['Start the site']?.files.slice(1)).toEqual(['', '', '', '']);
    expect(Object.keys(named['Start the site']?.outputs ?? {})).toEqual(['pid']);
    expect(named.Audit?.outputs.gate).toBe('passed');
    expect(named['Settle Node']?.outputs.node).toBe(process.execPath);
    await expect(fetch(url)).rejects.toThrow();
    expect(readFileSync(found, 'utf8')).toBe('');
    // Checks the spy itself: it finds a token in the environment of a step.
    await run(['sleep', '1'], { TOKEN: 'ghs_secret' });
    expect(readFileSync(found, 'utf8')).toMatch(/environ/);
  } finally {
    process.kill(Number(readFileSync(join(folder, 'spy'), 'utf8')), 'SIGKILL');
  }
});

it('audits two sites of one repository separately, against the base branch, with paths from its root', async () => {
  await using site = await serveSite({ '/': { type: 'text/html', body: '<!doctype html><title>A</title>' } });
  const root = mkdtempSync(join(folder, 'repository-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...args], { cwd: root });
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', root);
  for (const name of ['docs', 'shop']) {
    mkdirSync(join(root, 'sites', name), { recursive: true });
    const config = {
      target: site.url,
      only: ['robots', 'llms-txt'],
      files: { '/robots.txt': 'public/robots.txt' },
    };
    writeFileSync(join(root, 'sites', name, 'agent-readiness.config.json'), JSON.stringify(config));
  }
  const audit = (name: string, base: string) =>
    runAction(
      { cli: CLI.join('\n'), name, base, 'working-directory': `sites/${name}` },
      { token: '', root, env: base === 'none' ? {} : { GITHUB_BASE_REF: 'main' } },
    );
  await audit('docs', 'none');
  // Only `docs` has a base, which exists on the base branch but not in the pull request.
  copyFileSync(join(folder, 'docs/reports/scorecard.json'), join(root, 'sites/docs/base.json'));
  git('add', '.');
  git('commit', '--quiet', '--message=Base');
  rmSync(join(root, 'sites/docs/base.json'));
  for (const [name, compared] of [
    ['docs', true],
    ['shop', false],
  ] as const) {
    const log = (await audit(name, 'base.json')).map((one) => one.log).join('');
    expect(log.includes('There is no base.json on the branch main'), log).toBe(!compared);
    const files = [`sites/${name}/public/robots.txt`, `sites/${name}/agent-readiness.config.json`];
    const annotated = new Set(log.match(/(?<=^::\w+ file=)[^,]*/gm));
    expect(annotated).toEqual(new Set(compared ? [] : files));
    const sarif = readFileSync(join(folder, name, 'reports/report.sarif'), 'utf8');
    expect(new Set(sarif.match(/(?<="uri": ").*(?=")/g))).toEqual(new Set(files));
    expect(sarif.includes('"baselineState": "unchanged"')).toBe(compared);
    expect(readFileSync(join(folder, name, 'base/scorecard.json'), 'utf8')).toContain(site.url);
  }
});

async function freePort(): Promise<string> {
  await using server = await serveSite({});
  return new URL(server.url).port;
}

it('keeps one comment, leaves those of other users alone, and does not fail without permission', async () => {
  const comment = (id: number, body: string, type = 'Bot') => ({ id, body, user: { type } });
  const comments = [comment(500, '<!-- audit -->\nforged', 'User')];
  for (let id = 0; id < 120; id += 1) comments.push(comment(id, 'talk'));
  let status = 200;
  await using github = await serveSite({
    '*': async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://github');
      const send = (body: unknown) => void response.writeHead(status).end(JSON.stringify(body));
      const page = Number(searchParams.get('page') ?? '1');
      if (request.method === 'GET') return send(comments.slice((page - 1) * 100, page * 100));
      const { body } = JSON.parse(await text(request)) as { body: string };
      const known = comments.find(({ id }) => pathname.endsWith(`/comments/${id}`));
      if (known === undefined) comments.push(comment(900, body));
      else known.body = body;
      return send({ html_url: 'https://github.example/900' });
    },
  });
  const commentOn = (report: string, repository = 'someone/site') => {
    const event = { pull_request: { number: 7, head: { repo: { full_name: repository } } } };
    artifact({ 'comment.md': report });
    writeFileSync(join(folder, 'event'), JSON.stringify(event));
    return step('report/comment.ts', {
      GITHUB_API_URL: github.url.replace(/\/$/, ''),
      GITHUB_REPOSITORY: 'someone/site',
      GITHUB_EVENT_PATH: join(folder, 'event'),
      TOKEN: 'ghs_secret',
    });
  };
  expect((await commentOn('first')).log).toContain('Commented');
  expect((await commentOn('second')).log).toContain('Updated');
  expect(comments).toHaveLength(122);
  expect([comments[0]?.body, comments[121]?.body]).toEqual([
    '<!-- audit -->\nforged',
    '<!-- audit -->\nsecond',
  ]);
  const hostile = [
    '<!-- agent-readiness -->\n<!-- other --> <script>x</script><img src=x> ![](https://evil.example/x.png)',
    '@admin \\@admin &#64;admin &commat;admin &amp;#64;admin `@admin` someone/site#1 #2 &#35;3 https://github.com/a/b/issues/4',
    '<details><summary>a</summary>\u0000\u202e</details>\n\n[guide](<https://catalog.example/fix/robots>) ## b &lt;i&gt;',
    'x'.repeat(100_000),
  ].join('\n\n');
  await commentOn(hostile);
  const body = comments[121]?.body ?? '';
  expect(body.length).toBeLessThan(65_536);
  const html = new MarkdownIt({ html: true }).render(body);
  expect(html.match(/<(?!\/?p>|\/?code>)[^>]*>/g)).toEqual([
    '<!-- audit -->',
    ...['<a href="https://evil.example/x.png">', '</a>'],
    ...['<details>', '<summary>', '</summary>', '</details>'],
    ...['<a href="https://catalog.example/fix/robots">', '</a>'],
  ]);
  expect(html).not.toMatch(/[@#](?=\w)|\/issues\/|[\0\u202e]/);
  status = 403;
  const refused = await commentOn('third');
  expect([refused.code, refused.log]).toEqual([0, expect.stringContaining('pull-requests: write')]);
  expect(refused.log).not.toContain('ghs_secret');
  const asked = github.asked.length;
  expect((await commentOn('third', 'stranger/site')).log).toContain('from a fork');
  expect(github.asked).toHaveLength(asked);
});

function artifact(files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, 'audit'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'audit', name), text);
}

it('uploads the log of this audit to code scanning, and nothing else', async () => {
  const driver = { name: 'agent-readiness', rules: [] };
  const log = (...runs: readonly object[]) => JSON.stringify({ version: '2.1.0', runs });
  artifact({
    'report.sarif': log({
      tool: { driver, extensions: [{}] },
      automationDetails: { id: 'codeql/' },
      results: [{}],
    }),
  });
  const { outputs } = await step('report/sarif.ts', {});
  expect(JSON.parse(readFileSync(outputs.file ?? '', 'utf8')).runs).toEqual([
    { tool: { driver }, automationDetails: { id: 'audit/' }, results: [{}] },
  ]);
  for (const text of [
    log({ tool: { driver: { name: 'CodeQL' } }, results: [] }),
    log({ tool: { driver }, results: [] }, { tool: { driver }, results: [] }),
    log({ tool: { driver }, results: Array.from({ length: 501 }, () => ({})) }),
    log(),
    'null',
    '[',
  ]) {
    artifact({ 'report.sarif': text });
    const refused = await step('report/sarif.ts', {});
    expect([refused.code, refused.outputs], text.slice(0, 80)).toEqual([2, {}]);
    expect(refused.log).toContain('Nothing was uploaded');
  }
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync('/etc/passwd', join(folder, 'elsewhere', 'report.sarif'));
  const linked = await step('report/sarif.ts', { NAME: 'elsewhere' });
  expect([linked.code, linked.outputs]).toEqual([0, {}]);
});

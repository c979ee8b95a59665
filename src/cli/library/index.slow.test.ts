/** The package as a library, installed without a registry in an empty project that has vitest and Node's types. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_NAME } from '../../base/package.ts';
import { packCli } from '../../site/command-line/pack.ts';
import { smallSite } from '../../testing/cli.ts';
import { until } from '../../testing/clock.ts';
import { serveSite } from '../../testing/serve.ts';
import { scratchFolder, shared } from '../../testing/shared.ts';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const folder = scratchFolder('library');
const site = shared(await smallSite());

beforeAll(async () => {
  writeFileSync(join(folder, 'cli.tgz'), await packCli('https://catalog.test'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', './cli.tgz', '--offline', '--no-audit', '--loglevel=error']);
  for (const name of ['vitest', '@types'])
    symlinkSync(join(MODULES, name), join(folder, 'node_modules', name));
});

interface Ended {
  readonly code: number;
  readonly text: string;
}

/** Runs a program in the project and waits until it exits. */
function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // Remove the variables of this test's runner, which a user's environment does not have.
  const { NODE_TEST_CONTEXT: _, VITEST: __, ...own } = process.env;
  const options = { cwd: folder, env: { ...own, SITE: site.url, NO_COLOR: '1', ...env }, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? -1), text: stdout + stderr }),
    );
  });
}

function node(
  code: string,
  args: readonly string[] = [],
  env?: Readonly<Record<string, string>>,
): Promise<Ended> {
  writeFileSync(
    join(folder, 'file.js'),
    `import { audit, AuditError, compare, expectAgentReady } from '${PACKAGE_NAME}';\n${code}`,
  );
  return run(process.execPath, [...args, 'file.js'], env);
}

/** Returns the processes that run audits for this project. */
function auditing(): readonly string[] {
  return globSync('/proc/[0-9]*/cmdline').flatMap((path) => {
    try {
      const line = readFileSync(path, 'utf8').replaceAll('\0', ' ');
      return line.includes(join(folder, 'node_modules')) ? [line] : [];
    } catch {
      return [];
    }
  });
}

const SUITE = `
const { SITE } = process.env;
test('is read', () => expectAgentReady(SITE, { checks: ['robots'], resolver: 'off' }));
test('is not', () => expectAgentReady(SITE, { checks: ['llms-txt', 'openapi'], resolver: 'off' }));
const site = await audit(SITE, { only: ['robots', 'llms-txt'], resolver: 'off' });
for (const { id, status } of site.scorecard.results) {
  test.skipIf(['n_a', 'skip'].includes(status))(id, () => expectAgentReady(site, { checks: [id] }));
}
`;

it('runs in node:test with one test per check and fixes in failures, and exits', async () => {
  const skipIf = 'test.skipIf = (skip) => (name, body) => test(name, { skip }, body);';
  const { code, text } = await node(`import test from 'node:test';\n${skipIf}${SUITE}`, [
    '--test',
    '--test-reporter=tap',
  ]);
  expect(code, text).toBe(1);
  for (const line of [
    /^ok \d+ - is read$/m,
    /^not ok \d+ - is not$/m,
    /^ok \d+ - robots$/m,
    /^not ok \d+ - llms-txt$/m,
    /^ok \d+ - openapi # SKIP/m,
    /llms-txt must pass and is absent/,
    /Fix: Serve a Markdown file at \/llms\.txt/,
    /openapi must pass and does not apply/,
  ]) {
    expect(text).toMatch(line);
  }
  expect(auditing()).toEqual([]);
});

describe('an audit', () => {
  it('sends headers, and ignores the command’s configuration and variables', async () => {
    const seen: unknown[] = [];
    await using preview = await serveSite({
      '*': ({ headers: { 'x-token': token, 'x-later': later } }, response) => {
        seen.push([token, later]);
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>A</title><h1>A</h1>');
      },
    });
    writeFileSync(join(folder, 'agent-readiness.config.json'), '{ "skip": ["robots"] }');
    const { text } = await node(
      `const { scorecard, gate } = await audit(new URL(process.env.SITE), {
        only: ['robots'], headers: { 'X-Token': 'secret-value', 'x-later': async () => 'later-value' },
        siteType: 'api', timeout: 30_000, resolver: 'off',
      });
      console.log(gate, scorecard.site_type, scorecard.results.filter(({ status }) => status !== 'skip').map(({ id }) => id).join());`,
      [],
      { SITE: preview.url, AUDIT_FAIL_UNDER: '100' },
    );
    rmSync(join(folder, 'agent-readiness.config.json'));
    expect(text).toBe('undefined api robots\n');
    expect(new Set(seen.map(String))).toEqual(new Set(['secret-value,later-value']));
  });

  it.each([
    ['of a site that nobody serves', `'http://127.0.0.1:9'`, 'target_unreachable true'],
    ['that looks like an option', `'--only=robots'`, 'invalid_target false'],
    [
      'with a value that cannot be sent',
      `process.env.SITE, { headers: { 'x-token': '' } }`,
      'configuration false',
    ],
    [
      'of a private address, where none may be asked',
      `process.env.SITE, { network: 'public' }`,
      'not_permitted false',
    ],
  ])('%s throws an AuditError', async (_, args, said) => {
    const { text } = await node(
      `await audit(${args}).catch((error) => console.log(error.kind, /ECONNREFUSED/.test(error.quote), error instanceof AuditError));`,
    );
    expect(text).toBe(`${said} true\n`);
  });

  it('names its own options in errors, not those of the command', async () => {
    const { text } = await node(
      `await audit('a.example', { only: ['robots'], skip: ['robots'] }).catch(({ message, hint }) => console.log(message, hint));`,
    );
    expect(text).toBe(
      'No checks are left to run: skip leaves out everything that only selects. Name fewer checks in skip.\n',
    );
  });

  it('stops on its signal, together with its process', async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    await using hanging = await serveSite({
      '/': { type: 'text/html', body: '<!doctype html><title>A</title><h1>A</h1>' },
      '/robots.txt': () => asked(),
      '/once-asked': (_, response) => void isAsked.then(() => response.end()),
    });
    const { text } = await node(
      `const stop = new AbortController();
      const audited = audit(process.env.SITE, { signal: stop.signal, resolver: 'off' });
      fetch(process.env.SITE + '/once-asked').then(() => stop.abort());
      await audited.catch(({ kind }) => console.log(kind));
      await audit(process.env.SITE, { signal: AbortSignal.abort() }).catch(({ kind }) => console.log(kind));`,
      [],
      { SITE: hanging.url },
    );
    expect(text).toBe('interrupted\ninterrupted\n');
    // An audit that continued would repeat the hanging request.
    expect(hanging.asked.filter((one) => one === 'GET /robots.txt')).toHaveLength(1);
    expect(await until(() => auditing().length === 0)).toBe(true);
  });
});

it('has types that need nothing but TypeScript', async () => {
  writeFileSync(
    join(folder, 'user.ts'),
    `import { audit, AuditError, compare, type Envelope, expectAgentReady, type Result } from '${PACKAGE_NAME}';
    const before: Envelope = await audit('https://example.com', { only: ['mcp', 'robots'], signal: AbortSignal.timeout(9), headers: { a: async () => 'b' } });
    const after = await expectAgentReady(new URL('https://example.com'), { checks: { openapi: 'pass', mcp: 'pass-if-applicable' } });
    const same: Envelope = await expectAgentReady(before, { checks: ['llms-txt'] });
    const fixes: string[] = same.scorecard.results.flatMap((result: Result) => result.status === 'absent' ? [result.remediation.fix] : []);
    const worse: boolean = compare(before, after).changes.some(({ direction }) => direction === 'worse');
    const isTyped: 'target_blocked' | undefined = new AuditError('usage', 'x').kind === 'target_blocked' ? 'target_blocked' : undefined;
    // @ts-expect-error
    await audit('https://example.com', { siteType: 'shop' });
    // @ts-expect-error
    await expectAgentReady('https://example.com', { checks: { openapi: 'passes' } });
    // @ts-expect-error
    await expectAgentReady(before, { timeout: 3 });
    console.log(fixes, worse, isTyped);`,
  );
  expect(await compile(['user.ts'], '')).toEqual({ code: 0, text: '' });
});

it('works as its page shows', async () => {
  const page = readFileSync(new URL('../../../content/pages/pipeline.mdx', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/^```ts\n(.+?)^```/gms)].map(([, code = '']) => code);
  const files = examples.map((code, i) => {
    writeFileSync(join(folder, `example-${i}.ts`), code.replaceAll('<cli_name>', PACKAGE_NAME));
    return `example-${i}.ts`;
  });
  expect(files.length).toBeGreaterThan(3);
  // The types of vitest import types of other packages, so library types are not checked.
  expect(await compile([...files, '--skipLibCheck'], 'node')).toEqual({ code: 0, text: '' });
});

function compile(files: readonly string[], types: string): Promise<Ended> {
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--types', types];
  const program = join(MODULES, 'typescript/bin/tsc');
  return run(process.execPath, [program, ...strict, ...target, ...files]);
}

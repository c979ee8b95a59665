/** `init` as it is typed, in folders as projects have them. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from '../../gate/config.ts';
import { runCli, smallSite } from '../../testing/cli.ts';

const CONFIG = 'agent-readiness.config.json';
const WORKFLOW = '.github/workflows/agent-readiness.yml';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project with these files. */
function project(files: Readonly<Record<string, string>>): string {
  const cwd = mkdtempSync(join(folder, 'project-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return cwd;
}

const scripts = (given: Readonly<Record<string, string>>) => JSON.stringify({ scripts: given });
const NPM = {
  'package.json': scripts({ build: 'next build', start: 'next start' }),
  'package-lock.json': '{}',
};
const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8');

describe('init', () => {
  it('writes the configuration and a workflow, says what is next, and changes nothing the second time', async () => {
    const cwd = project(NPM);
    const first = await runCli(['init'], { cwd });
    expect(first).toMatchObject({ code: 0, stdout: `created   ${CONFIG}\ncreated   ${WORKFLOW}\n` });
    expect(first.stderr).toMatch(
      /Next:\n {2}1\. WARNING.*--base-url.*\n {2}2\. .*npm run start\n {2}3\. .*--update-baseline\n/,
    );
    const config = configSchema.parse(JSON.parse(read(cwd, CONFIG)));
    expect(config).toMatchObject({ target: 'http://localhost:3000', failOn: ['broken', 'worse'] });
    expect(config.$schema).toBeUndefined();
    expect(read(cwd, WORKFLOW)).toContain('run: npm ci\n');
    const second = await runCli(['init'], { cwd });
    expect(second).toMatchObject({ code: 0, stdout: `unchanged ${CONFIG}\nunchanged ${WORKFLOW}\n` });
  });

  it('runs the command line of the catalog that is named', async () => {
    const cwd = project(NPM);
    const run = await runCli(['init', '--base-url', 'https://catalog.test.net/'], { cwd });
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('WARNING') });
    expect(read(cwd, WORKFLOW)).toContain('npx --yes --allow-remote=root https://catalog.test.net/cli.tgz\n');
    expect(JSON.parse(read(cwd, CONFIG)).$schema).toBe('https://catalog.test.net/schema/config.schema.json');
  });

  it('expects what the site offers to stay, and says what it protects', async () => {
    await using site = await smallSite();
    const cwd = project(NPM);
    const run = await runCli(['init', '--target', site.url], { cwd });
    expect(run.stderr).toMatch(
      /Protected from now on:\n {2}robots: .*\n {2}assistants: .*\n {2}the scores: at least \d+% of what applies/,
    );
    const { assertions, thresholds, failOn } = configSchema.parse(JSON.parse(read(cwd, CONFIG)));
    expect({ assertions, failOn }).toEqual({
      assertions: { robots: 'pass' },
      failOn: ['broken', 'worse', 'below'],
    });
    expect((thresholds?.relative ?? 1) % 5).toBe(0);
    expect((await runCli(['--update-baseline'], { cwd })).code).toBe(0);
  });

  it('warns where the pipeline cannot reach that catalog', async () => {
    const run = await runCli(['init', '--base-url', 'http://localhost:8801'], { cwd: project(NPM) });
    expect(run.stderr).toContain('WARNING: http://localhost:8801 is not an address that the pipeline has');
  });

  it('writes nothing with --dry-run', async () => {
    const cwd = project(NPM);
    const run = await runCli(['init', '--dry-run'], { cwd });
    expect(run).toMatchObject({ code: 0, stdout: `would create ${CONFIG}\nwould create ${WORKFLOW}\n` });
    expect(readdirSync(cwd).toSorted()).toEqual(Object.keys(NPM).toSorted());
  });

  it('keeps a configuration that is there, and goes by its target', async () => {
    const cwd = project({ ...NPM, [CONFIG]: '{"target":"http://localhost:4000","siteType":"api"}' });
    const run = await runCli(['init', '--json'], { cwd });
    expect(JSON.parse(run.stdout)).toMatchObject({
      kind: 'init',
      ci: 'github',
      files: [
        { path: CONFIG, action: 'kept' },
        { path: WORKFLOW, action: 'created' },
      ],
      next: expect.arrayContaining([expect.stringContaining('http://localhost:4000')]),
    });
    expect(read(cwd, CONFIG)).toContain('api');
    expect((await runCli(['init', '--force'], { cwd })).stdout).toContain(`updated   ${CONFIG}`);
    expect(read(cwd, CONFIG)).not.toContain('api');
  });

  it('replaces a pipeline that differs with --force only', async () => {
    const cwd = project(NPM);
    mkdirSync(join(cwd, '.github/workflows'), { recursive: true });
    writeFileSync(join(cwd, WORKFLOW), 'precious');
    const refused = await runCli(['init'], { cwd });
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--force') });
    expect(read(cwd, WORKFLOW)).toBe('precious');
    expect(readdirSync(cwd)).not.toContain(CONFIG);
    expect((await runCli(['init'], { cwd, env: { AUDIT_FORCE: '1' } })).code).toBe(0);
    expect(read(cwd, WORKFLOW)).toContain('runs-on');
  });

  it('writes for GitLab where there is its pipeline, beside it', async () => {
    const cwd = project({ ...NPM, '.gitlab-ci.yml': 'test:\n  script: [make]\n' });
    const run = await runCli(['init'], { cwd });
    expect(run.stdout).toContain('created   .gitlab/agent-readiness.yml');
    expect(run.stderr).toContain('include: { local: .gitlab/agent-readiness.yml }');
    expect(read(cwd, '.gitlab-ci.yml')).not.toContain('agent');
    const own = project(NPM);
    for (const action of ['created', 'unchanged'])
      expect((await runCli(['init', '--ci', 'gitlab'], { cwd: own })).stdout).toContain(
        `${action.padEnd(9)} .gitlab-ci.yml`,
      );
  });

  it.each([
    [
      'pnpm and Astro',
      { 'package.json': scripts({ preview: 'astro preview' }), 'pnpm-lock.yaml': '' },
      /pnpm install --frozen-lockfile[\s\S]*pnpm run preview/,
      'http://localhost:4321',
    ],
    [
      'VitePress, by the names of its own guide',
      {
        'package.json': scripts({ 'docs:build': 'vitepress build', 'docs:preview': 'vitepress preview' }),
        'package-lock.json': '',
      },
      /run: npm run docs:build\n[\s\S]*npm run docs:preview/,
      'http://localhost:4173',
    ],
    [
      'yarn and Vite',
      { 'package.json': scripts({ preview: 'vite preview' }), 'yarn.lock': '' },
      /yarn install --immutable[\s\S]*yarn run preview/,
      'http://localhost:4173',
    ],
    [
      'no lock file',
      { 'package.json': scripts({ serve: 'http-server' }) },
      /run: npm install\n[\s\S]*npm run serve/,
      'http://localhost:8080',
    ],
  ])('knows %s', async (_, files, workflow, target) => {
    const cwd = project(files);
    expect((await runCli(['init'], { cwd })).code).toBe(0);
    expect(read(cwd, WORKFLOW)).toMatch(workflow);
    expect(JSON.parse(read(cwd, CONFIG))).toMatchObject({ target });
  });

  it('takes what is started, where, and into which folder', async () => {
    const cwd = project({});
    const args = [
      'init',
      '--dir',
      cwd,
      '--start',
      'make serve',
      '--target',
      'http://127.0.0.1:8000/path?q=$(x)',
    ];
    expect((await runCli(args)).code).toBe(0);
    expect(read(cwd, WORKFLOW)).toContain('(make serve) > site.log');
    expect(JSON.parse(read(cwd, CONFIG))).toMatchObject({ target: 'http://127.0.0.1:8000' });
    const env = {
      AUDIT_START: 'make up',
      AUDIT_TARGET: 'http://localhost:1',
      AUDIT_DIR: cwd,
      AUDIT_CI: 'gitlab',
    };
    expect((await runCli(['init'], { env })).code).toBe(0);
    expect(read(cwd, '.gitlab-ci.yml')).toContain('(make up)');
  });

  it('audits what Netlify deploys, given the address of production', async () => {
    const cwd = project(NPM);
    expect((await runCli(['init', '--ci', 'netlify', '--target', 'https://example.com'], { cwd })).code).toBe(
      0,
    );
    expect(read(cwd, WORKFLOW)).toContain('--canonical-origin https://example.com');
  });

  it.each([
    [[], /how http:\/\/localhost:3000 is started.*\n.*--start/],
    [['--ci', 'netlify'], /production.*\n.*--target https:\/\/example\.com/],
    [['--start', 'a\nb'], /one line/],
    [['--ci', 'jenkins'], /Allowed: github, gitlab, netlify, none/],
    [['--output', 'md'], /no output format/],
  ])('refuses %j in a folder that says nothing', async (args, says) => {
    const cwd = project({});
    const run = await runCli(['init', ...args], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(says) });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('refuses a package.json that is none', async () => {
    const run = await runCli(['init'], { cwd: project({ 'package.json': '{' }) });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('package.json') });
  });

  it('writes no pipeline where none is wanted', async () => {
    const cwd = project({});
    expect((await runCli(['init', '--ci', 'none'], { cwd })).stdout).toBe(`created   ${CONFIG}\n`);
  });
});

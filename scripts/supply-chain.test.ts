/** Checks third-party code: the packages in the lock file, and the actions that workflows use. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { OLDEST_NODE } from '../src/base/package.ts';

const ROOT = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      optional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
      // In old packages, `engines` is a list.
      engines: z.record(z.string(), z.string()).or(z.array(z.string())).optional(),
    }),
  ),
});

type Entry = z.infer<typeof lockSchema>['packages'][string];

/** The platform of the workflows and of Netlify's builds. */
const JOBS = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const;

const fits = (entry: Entry) =>
  (['os', 'cpu', 'libc'] as const).every((part) => entry[part]?.includes(JOBS[part]) ?? true);

describe.each(['package-lock.json', 'src/testing/nightly/package-lock.json'])('%s', (file) => {
  const { packages } = lockSchema.parse(JSON.parse(read(file)));
  const entries = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true);

  it('has a digest for every package that the jobs install', () => {
    expect(entries.length).toBeGreaterThan(500);
    const without = entries.filter(
      ([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
    );
    for (const [path, entry] of without) {
      // An archive's digest covers the packages inside it. Other packages without a digest are for platforms that the
      // registry did not serve (`npm run lock:complete -- --integrity`).
      const parent = packages[path.slice(0, path.lastIndexOf('/node_modules/'))];
      const covered = entry.inBundle === true && parent?.integrity !== undefined;
      expect([path, covered || (entry.optional === true && !fits(entry))]).toEqual([path, true]);
    }
  });

  it('has only packages from the registry', () => {
    const elsewhere = entries.filter(
      ([, { resolved, version }]) =>
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) ||
        !/^\d+\.\d+\.\d+[\w.+-]*$/.test(version ?? ''),
    );
    expect(elsewhere).toEqual([]);
  });
});

/** Returns the packages that a bundle of these files contains. */
async function packagesOf(input: string[]): Promise<Set<string>> {
  const shipped = new Set<string>();
  await using bundle = await rolldown({
    cwd: fileURLToPath(ROOT),
    input,
    external(id, from) {
      // Skips paths, and the bundler's own modules.
      if (/^[./\0]|^[a-z]:\\/i.test(id) || from === undefined || id.startsWith('@oxc-project/')) return false;
      if (id.startsWith('node:') || builtinModules.includes(id)) return true;
      shipped.add(/^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id);
      return true;
    },
  });
  await bundle.generate();
  return shipped;
}

it('dependencies are exactly the packages that ship, or that database workers load', async () => {
  const scripts = globSync('src/site/browser/*.ts', { cwd: fileURLToPath(ROOT) });
  const shipped = await packagesOf([
    'src/app/netlify.ts',
    'functions/edge/markdown.ts',
    'scripts/audit.ts',
    'src/audit/isolation/auditor.ts',
    ...scripts.filter((path) => !path.endsWith('.test.ts')),
  ]);
  const workers = await packagesOf(['src/catalog/database/open.ts']);
  const { dependencies } = JSON.parse(read('package.json'));
  expect([...workers].filter((name) => !shipped.has(name)).toSorted()).toEqual(['pg-boss']);
  expect([...new Set([...shipped, ...workers])].toSorted()).toEqual(Object.keys(dependencies));
});

describe('install scripts', () => {
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(JSON.parse(read('package.json')));
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));

  it('run only for reviewed packages, because npm refuses others', () => {
    expect(read('.npmrc')).toMatch(/^strict-allow-scripts=true$/m);
    const names = Object.entries(packages)
      .filter(([path, { hasInstallScript }]) => path !== '' && hasInstallScript === true)
      .map(([path]) => path.split('node_modules/').at(-1) ?? '');
    expect(names).toContain('esbuild');
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});

const stepSchema = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']));

const workflowSchema = z.object({
  permissions: permissionsSchema,
  jobs: z.record(
    z.string(),
    z.object({
      permissions: permissionsSchema.optional(),
      container: z.string().optional(),
      services: z.record(z.string(), z.object({ image: z.string() })).optional(),
      steps: z.array(stepSchema),
    }),
  ),
});

const FOLDER = new URL('.github/workflows/', ROOT);
const names = readdirSync(fileURLToPath(FOLDER));
const ACTIONS = ['.github/actions/audit/action.yml', '.github/actions/audit/report/action.yml'];

it('workflows and actions pin every action to one commit, with its version in a comment', () => {
  const texts = [...ACTIONS.map(read), ...names.map((name) => read(`.github/workflows/${name}`))];
  const all = new Set(texts.flatMap((text) => text.match(/(?<=\buses: ).*/g) ?? []));
  for (const uses of all) expect(uses).toMatch(/^[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  const actions = [...all].map((uses) => uses.split('@')[0]);
  expect(actions).toEqual([...new Set(actions)]);
});

describe.each(names)('the workflow %s', (name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');
  const { permissions, jobs } = workflowSchema.parse(load(text));
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('pins every image by version and digest', () => {
    const images = Object.values(jobs).flatMap(({ container, services = {} }) => [
      ...(container === undefined ? [] : [container]),
      ...Object.values(services).map(({ image }) => image),
    ]);
    const pinned = /^[\w./-]+:\d+\.\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/;
    expect(images.filter((image) => !pinned.test(image))).toEqual([]);
  });

  it('writes no cache if it may run an outsider’s commit', () => {
    expect(/^ {2}deployment_status:/m.test(text) && /^ +cache:/m.test(text)).toBe(false);
  });

  it('leaves no token behind for later steps', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@') === true);
    expect(checkouts.length).toBeGreaterThan(0);
    for (const step of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
  });

  it('has read-only permissions, except for one job, which runs only git', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const [id, job] of Object.entries(jobs)) {
      if (job.permissions === undefined) {
        for (const { run = '', env = {} } of job.steps)
          expect(`${run}${Object.values(env)}`).not.toMatch(/token/i);
        continue;
      }
      expect([id, job.permissions]).toEqual(['publish', { contents: 'write' }]);
      for (const { uses = '', run = '' } of job.steps) {
        if (uses !== '') expect(uses).toMatch(/^actions\/(?:checkout|download-artifact)@/);
        expect(run).not.toMatch(/\b(?:npm|npx|node)\b/);
      }
    }
  });

  it('inserts no expression into a command', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('installs without install scripts, or with reviewed ones only', () => {
    const installs = steps.flatMap(({ run = '' }) => run.match(/npm (?:ci|i|install)\b.*/g) ?? []);
    // A workflow without such a command runs `.ci/run`, which installs packages by the reviewed list.
    expect(installs.length > 0 || steps.some(({ run }) => run === '.ci/run')).toBe(true);
    for (const command of installs)
      expect(command).toMatch(name === 'nightly.yml' ? /^npm ci\b/ : /^npm ci .*--ignore-scripts/);
  });
});

describe('Node', () => {
  const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
  const version = packages['node_modules/node']?.version;

  it('has the same version for version managers, workflows and packages', () => {
    expect(read('.node-version').trim()).toBe(version);
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(read('package.json')));
    const [major] = version?.split('.') ?? [];
    // The package contains undici, and runs on all versions of Node that undici supports.
    const [oldest] = /[\d]+\.[\d]+/.exec(JSON.stringify(packages['node_modules/undici']?.engines)) ?? [];
    expect(engines.node).toBe(`>=${oldest}`);
    expect(read('netlify.toml')).toContain(`NODE_VERSION = "${major}"`);
    for (const action of ACTIONS) expect(read(action)).toContain(`node-version: "${major}"`);
    expect(read('.github/actions/audit/node.sh')).toContain(`>= ${major}`);
    expect(read('.github/workflows/nightly.yml')).toContain(`container: node:${version}-`);
  });

  it('has no other version in any workflow', () => {
    const named = names.flatMap(
      (name) => read(`.github/workflows/${name}`).match(/node-version(?:-file)?: .*/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(0);
    const elsewhere = named.filter((one) => one !== 'node-version-file: .node-version');
    expect(elsewhere).toEqual([`node-version: \${{ matrix.node }}`]);
    const { jobs } = z
      .object({
        jobs: z.object({
          package: z.object({ strategy: z.object({ matrix: z.record(z.string(), z.array(z.unknown())) }) }),
        }),
      })
      .parse(load(read('.github/workflows/check.yml')));
    expect(jobs.package.strategy.matrix.node).toContain(OLDEST_NODE);
  });
});

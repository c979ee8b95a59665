/** The jobs of the workflows, as their files have them, in clones of this repository: no internet, no token that counts. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SITES } from '../src/demo/index.ts';
import { storedSchema } from '../src/scorecard/record.ts';
import { listen } from '../src/testing/servers.ts';
import { type JobRun, WorkflowRun } from './testing/workflow.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SLOW = 300_000;
const BRANCH = 'main';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workflow-jobs-'));
  git(folder, 'clone', '--quiet', '--bare', `file://${ROOT}`, 'remote');
  git(join(folder, 'remote'), 'branch', '--force', BRANCH, 'HEAD');
}, SLOW);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** What a job begins with, but for the packages, which are there already. */
function checkout(name: string, ref = BRANCH): string {
  git(folder, 'clone', '--quiet', `file://${folder}/remote`, name);
  const cwd = join(folder, name);
  git(cwd, 'checkout', '--quiet', '--detach', ref === BRANCH ? `origin/${BRANCH}` : ref);
  symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  return cwd;
}

const env = { AUDIT_RESOLVER: 'http://127.0.0.1:9/', GITHUB_SERVER_URL: 'https://git.example' };
/** Sites of this machine, in place of those of the list. */
const offline = { ...env, AUDIT_DEMO: '1' };
/** The results, without what is kept beside them. */
const resultsOf = (files: readonly string[] = []) =>
  files.filter((file) => file.endsWith('.json')).toSorted();
const DEMOS = DEMO_SITES.map(({ name }) => `${name}.demo.json`).toSorted();

describe('the catalog’s run', () => {
  const run = new WorkflowRun('catalog.yml');

  it('audits in shards, merges what they found, and publishes it', { timeout: SLOW }, async () => {
    const given = {
      'inputs.only': '',
      'vars.CATALOG_URL': 'https://catalog.example',
      'secrets.AUDIT_SIGNING_KEY': '',
      "inputs.only == '' && '1' || '0'": '1',
    };
    const shards = await run.matrixOf('audit', checkout, { values: given, env });
    expect(shards.length).toBeGreaterThan(0);
    for (const [i, values] of shards.entries()) {
      const cwd = checkout(`shard-${i}`);
      const audit = await run.job('audit', { cwd, values, env: offline });
      expect([audit.log, audit.ok]).toEqual([expect.stringMatching(/\d targets? audited/), true]);
    }
    expect(resultsOf(Object.values(run.artifacts()).flat())).toEqual(DEMOS);

    const merging = checkout('merge');
    const merge = await run.job('merge', { cwd: merging, values: { 'github.ref_name': BRANCH }, env });
    expect([merge.log, merge.ok]).toEqual([expect.any(String), true]);
    expect(merge.outputs).toEqual({ base: git(merging, 'rev-parse', 'HEAD') });
    expect(resultsOf(run.artifacts().catalog)).toEqual(DEMOS);

    const published = await publish(run, merge.outputs.base ?? '');
    expect([published.log, published.ok]).toEqual([expect.any(String), true]);
    const after = checkout('after');
    expect(resultsOf(readdirSync(join(after, 'content/scorecards')))).toEqual(DEMOS);
    const file = join(after, 'content/scorecards/ready.demo.json');
    const stored = storedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(stored.latest?.scorecard_url).toBe('https://catalog.example/score/ready.demo');
  });

  function publish(of: WorkflowRun, base: string): Promise<JobRun> {
    const values = {
      'github.ref_name': BRANCH,
      'github.token': 'ghs_secret',
      'needs.merge.outputs.base': base,
    };
    return of.job('publish', { cwd: checkout('publish', base), values, env });
  }

  it('merges nothing where no shard has left anything', { timeout: SLOW }, async () => {
    const cwd = checkout('nothing');
    const empty = new WorkflowRun('catalog.yml');
    const { ok, log, outputs } = await empty.job('merge', {
      cwd,
      values: { 'github.ref_name': BRANCH },
      env,
    });
    expect([ok, log]).toEqual([true, 'No shard has left any results.\n']);
    expect(outputs).toEqual({ base: '' });
  });
});

describe('the verification of a deployment', () => {
  const DEPLOYED = 'inputs.url || github.event.deployment_status.environment_url || vars.CATALOG_URL';
  const PUBLISHED = 'vars.CATALOG_URL || inputs.url';
  let cwd: string;
  beforeAll(() => {
    cwd = checkout('verify');
  });
  const verify = (deployed: string, published: string, audited = '') =>
    new WorkflowRun('verify.yml').job('verify', {
      cwd,
      values: { [DEPLOYED]: deployed, [PUBLISHED]: published, 'inputs.audit': audited },
    });

  it('says that there is nothing to verify', async () => {
    const { ok, log } = await verify('', '');
    expect([ok, log]).toEqual([true, expect.stringContaining('CATALOG_URL')]);
  });

  it('fails for a deployment that is off, and says what is', async () => {
    await using site = await listen(
      createServer((_, response) => response.writeHead(418).end('tea')),
      'http',
    );
    const { ok, log } = await verify(site.url, 'https://catalog.example', 'site.example');
    expect(ok).toBe(false);
    expect(log).toMatch(/Live audit: 1 off[\s\S]*expectations of \d+ answers hold/);
  });
});

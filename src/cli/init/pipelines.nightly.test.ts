/** The step by which the workflow for Netlify waits for its preview, run in bash. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { netlifyWorkflow, type PipelineFacts } from './pipelines.ts';

const FACTS: PipelineFacts = {
  origin: 'https://catalog.example',
  project: { install: ['echo installed >> order'], build: 'echo built >> order', port: 3000 },
  target: 'http://localhost:3000',
  start: 'echo started >> order',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipelines-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A folder with programs that stand for others, by their scripts. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const bin = mkdtempSync(join(folder, 'bin-'));
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return `${bin}${delimiter}${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
}

describe('the workflow for Netlify', () => {
  const workflow = z.object({
    jobs: z.object({
      audit: z.object({
        steps: z.array(z.object({ id: z.string().optional(), run: z.string().optional() })),
      }),
    }),
  });
  const steps = workflow.parse(load(netlifyWorkflow({ ...FACTS, target: 'https://example.com' }))).jobs.audit
    .steps;
  const wait = steps.find(({ id }) => id === 'preview')?.run ?? '';

  /** What the step does while `gh` answers so, one answer after the other. */
  const waited = (...answers: readonly string[]) => {
    const cwd = mkdtempSync(join(folder, 'netlify-'));
    mkdirSync(join(cwd, 'answers'));
    for (const [i, answer] of answers.entries())
      writeFileSync(join(cwd, 'answers', String(i)), `${answer}\n`);
    const PATH = programs({
      gh: 'echo "$2" >> asked; first=$(ls answers | head -1); answer=$(cat "answers/$first"); rm "answers/$first"; [ "$answer" != none ] && echo "$answer"',
      sleep: 'echo slept >> asked',
    });
    const run = spawnSync('bash', ['-e', '-c', wait], {
      cwd,
      encoding: 'utf8',
      env: {
        PATH,
        GITHUB_OUTPUT: join(cwd, 'output'),
        GITHUB_REPOSITORY: 'someone/site',
        COMMIT: 'abc',
        NUMBER: '7',
      },
    });
    const read = (name: string) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), 'utf8') : '');
    return { code: run.status, log: run.stdout, output: read('output'), asked: read('asked') };
  };

  it('waits until Netlify has deployed this commit, and audits where its preview is', () => {
    const run = waited(
      // No answer from GitHub is no answer of Netlify.
      'none',
      'null null',
      'pending netlify/my-site/deploy-preview',
      'success netlify/my-site/deploy-preview',
    );
    expect(run).toMatchObject({ code: 0, output: 'url=https://deploy-preview-7--my-site.netlify.app\n' });
    const asked = 'repos/someone/site/commits/abc/status\n';
    expect(run.asked).toBe(`${asked}slept\n${asked}slept\n${asked}slept\n${asked}`);
  });

  it('fails where Netlify does', () => {
    expect(waited('failure netlify/my-site/deploy-preview')).toMatchObject({
      code: 1,
      output: '',
      log: expect.stringContaining('could not deploy'),
    });
  });
});

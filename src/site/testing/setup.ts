/** Creates a folder for a test run, in which the first test that needs the built site builds it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    siteRun: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-readiness-site-'));
  project.provide('siteRun', folder);
  return () => rm(folder, { recursive: true, force: true });
}

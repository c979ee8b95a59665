import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runningHere } from '../audit/isolation/run-job.ts';
import type { ListedTarget } from '../catalog/results/scored.ts';
import { eachListed } from '../testing/listed.ts';
import { docs } from './demo/docs.ts';
import type { DemoSite } from './demo/site.ts';
import { spa } from './demo/spa.ts';
import { renderFailure } from './demo/summary.ts';
import { auditDemos } from './demo-run.ts';

const LIST = resolve(import.meta.dirname, '../../content/targets');
/** A short limit that only the site that never responds exceeds. */
const HURRIED_MS = 200;

it('lists a demo site that does not respond in time as failed, and continues with the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stalled: DemoSite = { ...spa, create: () => () => new Promise(() => undefined) };
  const here = runningHere();
  const limits: number[] = [];
  const audited = await auditDemos([docs, stalled], {
    list: LIST,
    folder: join(folder, 'demo'),
    baseUrl: 'https://catalog.example',
    signal: new AbortController().signal,
    runAudit: (job, hooks) => {
      limits.push(job.limits.auditMs, job.limits.requestMs);
      const isHurried = job.target.name === 'spa.demo';
      return here(isHurried ? { ...job, limits: { ...job.limits, auditMs: HURRIED_MS } } : job, hooks);
    },
  });
  const [seen, late] = audited;
  expect(seen).toMatchObject({ site: docs, envelope: { target: 'docs.demo' } });
  if (late === undefined || !('failure' in late))
    throw new Error('The site that never answers has no failure.');
  expect(renderFailure(stalled, late.failure, { color: false, width: 80 })).toMatch(
    /Gridnote[\s\S]*No scorecard: spa\.demo /,
  );
  // Not even a busy laptop exceeds these limits: requests and audits have minutes.
  expect(Math.min(...limits)).toBeGreaterThan(60_000);
  const listed = new Map<string, ListedTarget>();
  await eachListed(join(folder, 'demo'), (one) => void listed.set(one.target.host, one));
  expect(listed.get('docs.demo')?.latest).not.toBeNull();
  expect(listed.get('spa.demo')).toMatchObject({ latest: null, listingState: { state: 'unreachable' } });
});

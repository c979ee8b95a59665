/** A process of the bench: the same audit in this process and in one of its own, and audits that have to be ended. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Auditors, type RunAudit } from '../isolation/auditors.ts';
import type { AuditJob } from '../isolation/job.ts';
import { runningHere } from '../isolation/run-job.ts';
import { LIMITS } from '../limits.ts';
import { parseTarget } from '../target.ts';
import { misbehavingEnv, upsettingSite } from '../testing/misbehaving.ts';
import { timed } from './measure.ts';

/** What the process is told to do, as its argument. */
export interface IsolatedOrder {
  readonly url: string;
  readonly times: number;
}

/** What it says when it is done. Durations are milliseconds, sizes bytes. */
export interface IsolatedReport {
  readonly here: readonly number[];
  readonly kept: readonly number[];
  readonly fresh: readonly number[];
  /** Of a process that has audited once, and of one that has audited `times` times: its peak. */
  readonly peakFirst: number;
  readonly peakLast: number;
  /** How long after its deadline an audit that hangs has ended, and after its caller has left. */
  readonly overruns: readonly number[];
  readonly leavings: readonly number[];
  /** The longest that anything else had to wait in this process meanwhile. */
  readonly stall: number;
}

const WARM_UPS = 4;
const ENDED = 5;
const DEADLINE_MS = 4_000;

const order = JSON.parse(process.argv[2] ?? '{}') as IsolatedOrder;

function jobOf(url: string): AuditJob {
  return {
    target: parseTarget(url),
    limits: LIMITS,
    source: { kind: 'network', network: 'any', resolver: 'http://127.0.0.1:9/' },
    baseUrl: 'https://catalog.example',
    siteType: null,
  };
}

/** The peak of the one process that this one has started; 0 where the system does not tell. */
function peakOfChild(): number {
  try {
    const [child] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const [, kib = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? [];
    return Number(kib) * 1024;
  } catch {
    return 0;
  }
}

async function speeds(): Promise<Omit<IsolatedReport, 'overruns' | 'leavings' | 'stall'>> {
  const job = jobOf(order.url);
  const times = { times: order.times, warmUps: WARM_UPS };
  const fresh = new Auditors({ kept: 0, most: 1 });
  const freshTimes = await timed(() => fresh.audit(job), { ...times, warmUps: 1 });
  await using kept = new Auditors({ kept: 1, most: 1 });
  await kept.audit(job);
  const peakFirst = peakOfChild();
  const keptTimes = await timed(() => kept.audit(job), times);
  const peakLast = peakOfChild();
  const hereTimes = await timed(() => runningHere()(job), times);
  return { here: hereTimes, kept: keptTimes, fresh: freshTimes, peakFirst, peakLast };
}

async function endings(): Promise<Pick<IsolatedReport, 'overruns' | 'leavings' | 'stall'>> {
  Object.assign(process.env, misbehavingEnv('bench'));
  const auditors = new Auditors({ kept: 0, most: 1 });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const overruns: number[] = [];
  const leavings: number[] = [];
  for (let i = 0; i < ENDED; i++) {
    overruns.push((await overrun(auditors.audit)) - DEADLINE_MS);
    leavings.push(await leaving(auditors.audit));
  }
  delay.disable();
  return { overruns, leavings, stall: delay.max / 1e6 };
}

async function overrun(runAudit: RunAudit): Promise<number> {
  await using site = await upsettingSite('hangs', 0);
  const began = performance.now();
  await runAudit({ ...jobOf(site.url), limits: { ...LIMITS, auditMs: DEADLINE_MS } }).catch(() => undefined);
  return performance.now() - began;
}

async function leaving(runAudit: RunAudit): Promise<number> {
  await using site = await upsettingSite('hangs', 0);
  const stop = new AbortController();
  const audit = runAudit(jobOf(site.url), { signal: stop.signal }).catch(() => undefined);
  while (!site.asked.includes('GET /robots.txt')) await sleep(10);
  await sleep(200);
  const left = performance.now();
  stop.abort();
  await audit;
  return performance.now() - left;
}

const report: IsolatedReport = { ...(await speeds()), ...(await endings()) };
process.send?.(report);
process.disconnect();

/**
 * Runs audits in separate processes with a memory limit. A process is killed at the audit's deadline, when the caller cancels
 * the audit, and when this program ends. So code that reads a site's data cannot hang or crash this program.
 *
 * Threads would not be enough. V8 aborts the whole process if an array, map or parsed document outgrows a thread's heap limit.
 * All threads share one pool for DNS lookups and file access. A thread cannot be stopped while it runs native code. And a
 * process starts as fast as a thread.
 */
import pLimit, { type LimitFunction } from 'p-limit';
import { AuditError, interrupted } from '../../base/errors.ts';
import { MOST_AT_ONCE } from '../../base/limits.ts';
import { untilAborted } from '../../base/until-aborted.ts';
import type { Target } from '../target.ts';
import { AuditorProcess, type End, PartialResult, type ProcessEnd } from './auditor-process.ts';
import type { AuditJob, ProcessMessage } from './job.ts';
import type { AuditHooks, JobOutcome, RunAudit } from './run-audit.ts';

/** The maximum number of audits in one process, so memory leaks cannot add up. */
const AUDITS_EACH = 25;
/** The maximum memory, in MiB, of a process that is kept after an audit. An audit of a large site needs 150. */
const KEPT_MIB = 190;
/** The time after which an idle process ends, in milliseconds. */
const IDLE_MS = 60_000;

export class Auditors implements AsyncDisposable {
  readonly #mostIdle: number;
  readonly #turns: LimitFunction;
  #waiting = 0;
  readonly #idle = new Map<AuditorProcess, NodeJS.Timeout>();
  readonly #all = new Set<AuditorProcess>();

  /** Keeps up to `mostIdle` idle processes for later audits, and runs up to `most` audits at once. Other audits wait. */
  constructor({ mostIdle, most }: { readonly mostIdle: number; readonly most: number }) {
    this.#mostIdle = mostIdle;
    this.#turns = pLimit(most);
  }

  /** Starts a process in advance, for the first audit. */
  prepare(): void {
    if (this.#idle.size < this.#mostIdle) this.#keep(this.#start());
  }

  /**
   * Runs one audit in a process that runs no other audit at the same time. The audit's time limit includes the wait for other
   * audits and the start of a process.
   *
   * If a site has not responded after three seconds and other audits are waiting, its audit is stopped and restarted later. So
   * sites that never respond do not delay others for long. The second run is not stopped, because the site may just be slow.
   *
   * @throws AuditError the same errors as `audit`; `audit_timeout` if the deadline passed before any result; `no_verdict` if the
   *   site's data took too much memory; `internal` if the process crashed for another reason
   */
  readonly audit: RunAudit = async (job, hooks = {}) => {
    const { target, limits } = job;
    const { signal } = hooks;
    const began = performance.now();
    const late = AbortSignal.timeout(Math.ceil(limits.auditMs));
    const over = signal === undefined ? late : AbortSignal.any([signal, late]);
    for (let isFirst = true; ; isFirst = false) {
      const turn = Promise.withResolvers<void>();
      const ended = this.#turns(() => {
        turn.resolve();
        return over.aborted ? undefined : this.#run(job, hooks, { began, isFirst });
      });
      await this.#wait(turn.promise, over).catch(() => {
        throw signal?.aborted === true ? interrupted(target.name) : busy(target);
      });
      const outcome = await ended;
      if (outcome !== undefined) return outcome;
    }
  };

  async #wait(turn: Promise<void>, over: AbortSignal): Promise<void> {
    this.#waiting += 1;
    try {
      await untilAborted(turn, over);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Runs one audit. Returns `undefined` if the audit was stopped so that a waiting audit could run. */
  async #run(
    job: AuditJob,
    hooks: AuditHooks,
    turn: { readonly began: number; readonly isFirst: boolean },
  ): Promise<JobOutcome | undefined> {
    const auditor = this.#take();
    const isKept = auditor.audits > 0;
    const partialResult = new PartialResult(job);
    const recording: Uint8Array[] = [];
    hooks.onBegin?.(() => partialResult.envelope());
    const isTurnWanted = () => turn.isFirst && this.#waiting > 0;
    const end = await auditor.audit(job, hooks, {
      partialResult,
      recording,
      began: turn.began,
      isTurnWanted,
    });
    if (this.#idle.size < this.#mostIdle && mayGoOn(auditor, end)) this.#keep(auditor);
    else auditor.kill();
    // A reused process ended before this audit began, so this site is not the cause. Retry in another process.
    if (end.by === 'process' && isKept && partialResult.isEmpty) return this.#run(job, hooks, turn);
    if (end.by === 'turn') return undefined;
    return outcomeOf(
      end,
      job,
      { partialResult, recording: job.record === true ? recording : undefined },
      hooks,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((one) => one.end()));
  }

  #take(): AuditorProcess {
    for (const [one, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(one);
      if (!one.isGone) return one;
    }
    return this.#start();
  }

  #start(): AuditorProcess {
    const started = new AuditorProcess();
    this.#all.add(started);
    void started.gone.then(() => this.#all.delete(started));
    return started;
  }

  #keep(one: AuditorProcess): void {
    const end = () => {
      this.#idle.delete(one);
      one.kill();
    };
    this.#idle.set(one, setTimeout(end, IDLE_MS).unref());
  }
}

function mayGoOn({ audits }: AuditorProcess, end: End): boolean {
  if (end.by !== 'itself' || end.report.type === 'fault') return false;
  return audits < AUDITS_EACH && end.report.residentMib <= KEPT_MIB;
}

function outcomeOf(
  end: Exclude<End, { readonly by: 'turn' }>,
  job: AuditJob,
  {
    partialResult,
    recording,
  }: { readonly partialResult: PartialResult; readonly recording: readonly Uint8Array[] | undefined },
  { onMissing, onFailedRecording }: AuditHooks,
): JobOutcome {
  const { target } = job;
  switch (end.by) {
    case 'error':
      throw end.error;
    case 'caller':
      throw interrupted(target.name);
    case 'process':
      throw processFailed(target, end.ending);
    case 'deadline': {
      const envelope = partialResult.envelope();
      if (envelope === undefined) throw timedOut(target);
      // The audit was stopped before it could report whether the site's owner declines audits.
      return { envelope, declined: false };
    }
    case 'itself': {
      const { report } = end;
      if (report.type === 'fault') throw faultOf(report);
      onMissing?.(report.missing);
      if (report.type === 'failed') {
        if (recording !== undefined && recording.length > 0) onFailedRecording?.(recording);
        throw failureOf(report);
      }
      return { ...report.outcome, recording };
    }
  }
}

function failureOf(report: ProcessMessage & { type: 'failed' }): AuditError {
  return new AuditError(report.kind, report.message, report);
}

/** Returns an error for a bug in the auditor itself, with the stack trace from the audit process. */
function faultOf({ message, stack }: ProcessMessage & { type: 'fault' }): Error {
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}

function timedOut({ name }: Target): AuditError {
  return new AuditError('audit_timeout', `${name} did not respond before the audit's deadline.`, {
    hint: 'Try again, or allow more time with --timeout.',
  });
}

function busy({ name }: Target): AuditError {
  return new AuditError(
    'audit_timeout',
    `The auditor was busy with other sites until the deadline for ${name}.`,
    {
      hint: 'Try again in a minute.',
    },
  );
}

function processFailed({ name }: Target, { outOfMemory, how }: ProcessEnd): AuditError {
  return outOfMemory
    ? new AuditError(
        'no_verdict',
        `The audit of ${name} was stopped because the site's responses needed more memory than an audit may use.`,
        { hint: 'Look for documents on the site that are huge or deeply nested.' },
      )
    : new AuditError(
        'internal',
        `The audit of ${name} failed because its process ended unexpectedly (${how}).`,
      );
}

/** Runs the audits of the command line and the service. Keeps one idle process for the next audit. */
export const sharedAuditors = new Auditors({ mostIdle: 1, most: MOST_AT_ONCE });

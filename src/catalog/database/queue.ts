/**
 * Queues targets that are due for an audit as jobs of pg-boss. Under the policy `singleton`, only one job for each key runs at
 * a time across all workers; the key is the target's registrable domain. A job is retried later if its worker stops
 * responding, or if the job fails for a reason other than the site.
 */
import { createHash } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { Auditors } from '../../audit/isolation/auditors.ts';
import type { ListedHost } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { plain } from '../../base/text.ts';
import type { HeldTarget, ResultStore } from '../results/store.ts';
import type { WorkOptions, WorkRecord } from '../run/command/database-tasks.ts';
import type { RunOutcome } from '../run/outcome.ts';
import { BEING_AUDITED, failedOutcome, runCatalog, skipped } from '../run/run.ts';
import { type DatabaseSettings, databaseError, isFull } from './connect.ts';
import { loggedOnce, PauseWatch } from './lost-connection.ts';
import { MIGRATION_WAITS, migrationNeeded } from './schema.ts';
import { AUDIT_QUEUE, dueValues, FAILED_QUEUE, FROM_DUE, MAX_LISTED } from './status.ts';
import type { RowStore } from './store.ts';

/** The time without a heartbeat after which a worker counts as dead, in seconds. Workers are checked twice in this time. */
const HEARTBEAT_S = 30;
/** The time limit for a job, in seconds. It is longer than the longest possible audit. */
const EXPIRE_S = 2 * 3600;
/** How long finished jobs are kept, in seconds. In this time, a failed job is not queued again. */
const KEPT_S = 24 * 3600;
const RETRIES = { retryLimit: 6, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 } as const;
/** How long a stopping worker waits for its running audits, in milliseconds. */
const GRACE_MS = 25_000;
const BATCH = 1000;
/**
 * The maximum number of jobs that one call queues, most overdue first. Workers on eight machines run this number in an hour,
 * and the next call queues more. Without the limit, queueing a list of a million sites takes minutes and 500 MB.
 */
const MOST_DUE = 50_000;
/** The priority of a target that was never audited, higher than any number of minutes that a target can be overdue. */
const NEVER_AUDITED = 2_000_000_000;

interface AuditJob {
  readonly host: string;
}

interface DueRow {
  readonly host: string;
  readonly domain: string;
  /** The time at which the site was added to the list. */
  readonly added: Date;
  /** The time of the last audit, successful or not. */
  readonly attempted: Date | null;
  readonly due: Date | null;
}

/**
 * @param supervised whether this process maintains the queue, for example retries the jobs of dead workers; true for workers
 * @throws AuditError `configuration` if the queue is missing or was created by an older version
 */
export async function openQueue(
  connection: DatabaseSettings,
  { supervised, onFault }: { readonly supervised: boolean; readonly onFault: (message: string) => void },
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: supervised ? 4 : 2,
    migrate: false,
    schedule: false,
    supervise: supervised,
    superviseIntervalSeconds: HEARTBEAT_S / 2,
    monitorIntervalSeconds: HEARTBEAT_S / 2,
    registerInstance: supervised,
  });
  boss.on('error', loggedOnce(onFault));
  try {
    await boss.start();
  } catch (error) {
    throw NEEDS_MIGRATION.test(Object(error).message) ? migrationNeeded() : error;
  }
  return boss;
}

/** Matches pg-boss's errors for missing or outdated tables. */
const NEEDS_MIGRATION = /not installed|requires migrations/;

/** Creates the tables of pg-boss and the queues, or updates older ones. */
export async function createQueues(connection: DatabaseSettings): Promise<void> {
  const boss = new PgBoss({ ...connection, max: 2, schedule: false, supervise: false });
  // The calls below throw the same errors, so this listener ignores them.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    const retention = { deleteAfterSeconds: KEPT_S, retentionSeconds: 14 * KEPT_S };
    await boss.createQueue(FAILED_QUEUE, retention);
    await boss.createQueue(AUDIT_QUEUE, {
      ...retention,
      ...RETRIES,
      policy: 'singleton',
      deadLetter: FAILED_QUEUE,
      expireInSeconds: EXPIRE_S,
      heartbeatSeconds: HEARTBEAT_S,
    });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Returns the targets to queue, highest priority first.
 * @throws AuditError `usage` if `only` contains hosts that are not listed
 */
export async function dueTargets(
  pool: Pool,
  { only, limit }: { readonly only: readonly string[]; readonly limit: number | undefined },
  now: Date,
): Promise<DueRow[]> {
  const { rows: unlisted } = await pool.query<{ host: string }>(
    'SELECT host FROM unnest($1::text[]) AS host WHERE NOT EXISTS (SELECT FROM catalog.targets t WHERE t.host = host.host)',
    [only],
  );
  if (unlisted.length > 0) {
    const hosts = unlisted.slice(0, MAX_LISTED).map(({ host }) => plain(host, 60));
    throw new AuditError('usage', `Not in the list of the database: ${hosts.join(', ')}.`, {
      hint: 'Add the site first, or correct the host in --only.',
    });
  }
  const { rows } = await pool.query<DueRow>(
    `SELECT t.host, t.domain, t.added, r.attempted, r.due ${FROM_DUE} AND ($4::text[] IS NULL OR t.host = ANY($4))
      ORDER BY COALESCE(r.attempted <= $1, false), COALESCE(r.due, r.attempted), t.host LIMIT $5`,
    [...dueValues(now), only.length === 0 ? null : only, Math.min(limit ?? MOST_DUE, MOST_DUE)],
  );
  return rows;
}

/**
 * Queues a job for each due target; returns the number of new jobs. Equal jobs have equal ids, so none is queued twice. The id
 * includes `added`, so a site that is removed and added again gets a new job even while its old job still exists.
 */
export async function putJobs(boss: PgBoss, due: readonly DueRow[], now: Date): Promise<number> {
  let put = 0;
  for (let start = 0; start < due.length; start += BATCH) {
    const jobs = due.slice(start, start + BATCH).map(({ host, domain, added, attempted, due: since }) => ({
      id: uuidOf([host, added.toISOString(), attempted?.toISOString()].join(' ')),
      data: { host } satisfies AuditJob,
      singletonKey: domain,
      priority:
        attempted === null || attempted > now
          ? NEVER_AUDITED
          : Math.max(0, Math.floor((now.getTime() - (since ?? attempted).getTime()) / 60_000)),
    }));
    put += (await boss.insert(AUDIT_QUEUE, jobs, { returnId: true }))?.length ?? 0;
  }
  return put;
}

/** Moves jobs that have no retries left back into the queue; returns the number of jobs. */
export async function redriveDead(boss: PgBoss): Promise<number> {
  let put = 0;
  for (let moved = -1; moved !== 0; put += moved) moved = await boss.redrive(FAILED_QUEUE, { limit: BATCH });
  return put;
}

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Returns a store for one job. It rejects a result if this process was paused, or if another worker now has the job. */
function storeOf(store: RowStore, requireJob: () => Promise<void>): ResultStore {
  return {
    now: () => store.now(),
    read: (host) => store.read(host),
    async claim(host) {
      const claim = await store.claim(host);
      if (claim === undefined) return undefined;
      const update: HeldTarget['update'] = async (...change) => {
        await requireJob();
        return await claim.update(...change);
      };
      return { ...claim, update };
    },
  };
}

const IS_HELD = `SELECT FROM pgboss.job WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`;
/** Adds a retry, because pg-boss also counts attempts that failed for a reason outside of the job. */
const GIVE_BACK = `UPDATE pgboss.job SET retry_limit = retry_limit + 1 WHERE name = $1 AND id = $2 AND state < 'completed'`;

interface WorkerParts {
  readonly boss: PgBoss;
  readonly pool: Pool;
  readonly store: RowStore;
  readonly target: (host: string) => Promise<ListedHost | undefined>;
  readonly onFault: (message: string) => void;
}

/** The interval at which a worker checks for a waiting migration, in milliseconds. */
const MIGRATION_MS = 2_000;

/** Resolves when a migration waits for all workers to exit, or when `signal` aborts. */
async function migrationWaits(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(MIGRATION_MS, undefined, { signal, ref: false })) {
      const found = await pool.query(MIGRATION_WAITS).catch(() => undefined);
      if (found?.rowCount === 1) return;
    }
  } catch {
    // `signal` aborted, so the wait ends.
  }
}

/**
 * Runs jobs until `stop` resolves or a migration waits for this worker. Running audits may then finish within the grace
 * period; jobs that do not finish return to the queue.
 * @throws AuditError `io` if the disk is full, because further audits would request sites without storing a result
 */
export async function workOn(
  { boss, pool, store, target, onFault }: WorkerParts,
  options: WorkOptions,
): Promise<void> {
  const { concurrency, stop, onRecord } = options;
  await using auditors = new Auditors({ mostIdle: concurrency, most: concurrency });
  const { runAudit = auditors.audit } = options;
  using watch = new PauseWatch();
  const full = Promise.withResolvers<never>();
  const heed = (error: unknown) => {
    if (isFull(error)) full.reject(databaseError('Cannot use the database', error));
  };
  boss.on('error', heed);
  const audit = async (job: JobWithMetadata<AuditJob>, paused: AbortSignal): Promise<RunOutcome> => {
    const { host } = job.data;
    const requireJob = async () => {
      watch.signal();
      paused.throwIfAborted();
      const { rowCount } = await pool.query(IS_HELD, [AUDIT_QUEUE, job.id, job.retryCount]);
      if (rowCount !== 1) throw new AuditError('internal', 'The job was given to another worker.');
    };
    const listed = await target(host);
    if (listed === undefined) return skipped(host, 'it is no longer in the list');
    const since = job.createdOn.toISOString();
    const signal = AbortSignal.any([job.signal, paused]);
    const run = { ...options, store: storeOf(store, requireJob), concurrency: 1, runAudit, signal, since };
    const [outcome = skipped(host, BEING_AUDITED)] = await runCatalog([listed], run);
    return outcome;
  };
  await boss.work(
    AUDIT_QUEUE,
    {
      includeMetadata: true,
      localConcurrency: concurrency,
      pollingIntervalSeconds: 1,
      burstWhenReadyExceeds: concurrency,
    },
    async ([job]: JobWithMetadata<AuditJob>[]) => {
      if (job === undefined) throw new Error('pg-boss returned no job');
      const began = performance.now();
      const paused = watch.signal();
      const giveBack = () => pool.query(GIVE_BACK, [AUDIT_QUEUE, job.id]);
      const tell = (outcome: RunOutcome, again: boolean) => onRecord(recordOf(job, outcome, began, again));
      let outcome: RunOutcome;
      try {
        outcome = await audit(job, paused);
      } catch (error) {
        const cause = paused.aborted ? paused.reason : error;
        tell(failedOutcome(job.data.host, cause), true);
        heed(cause);
        if (paused.aborted) await giveBack();
        throw cause;
      }
      const again = isOurs(outcome);
      tell(outcome, again);
      if (outcome.outcome === 'skipped' && again) await giveBack();
      if (again) throw new AuditError('internal', 'message' in outcome ? outcome.message : outcome.outcome);
      return outcome;
    },
  );
  const ended = new AbortController();
  const migration = migrationWaits(pool, ended.signal).then(() => {
    if (!ended.signal.aborted)
      onFault('A database migration is waiting for this worker, so the worker exits.');
  });
  try {
    await Promise.race([stop, full.promise, migration]);
  } finally {
    ended.abort();
    await boss.stop({ timeout: GRACE_MS });
  }
}

/** Returns whether the outcome says nothing about the site. If so, the job is retried. */
function isOurs(outcome: RunOutcome): boolean {
  if (outcome.outcome === 'skipped') return outcome.message === BEING_AUDITED;
  return outcome.outcome === 'failed' && (outcome.kind === 'internal' || outcome.kind === 'io');
}

function recordOf(
  { retryCount }: JobWithMetadata<AuditJob>,
  outcome: RunOutcome,
  began: number,
  again: boolean,
): WorkRecord {
  const ms = Math.round(performance.now() - began);
  const at = new Date().toISOString();
  return { at, ms, attempt: retryCount + 1, ...(again ? { again } : {}), ...outcome };
}

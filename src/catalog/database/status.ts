/** Reads the state of a catalog's database and of its queue, without pg-boss. */
import type { QueryResult } from 'pg';
import type { QueueStatus } from '../run/command/database-tasks.ts';
import { dueBounds } from '../run/due.ts';
import { DEMO } from './lists.ts';

export const AUDIT_QUEUE = 'audits';
/** The queue of jobs that have no retries left. */
export const FAILED_QUEUE = 'audits-failed';

export const MAX_LISTED = 100;

/** The part of a query that selects the targets due for an audit; `dueValues` returns its parameters. */
export const FROM_DUE = `
  FROM catalog.targets t LEFT JOIN catalog.results r USING (host)
  WHERE NOT t.demo
    AND (r.due IS NULL OR r.due <= $1 OR r.due > $2)
    AND (r.attempted IS NULL OR r.attempted <= $3 OR r.attempted > $1)`;

export function dueValues(now: Date): string[] {
  const by = dueBounds(now);
  return [by.now, by.due, by.attempted];
}

/** Returns counts of due targets, jobs and audits, and lists of the workers and of the newest jobs. */
export async function queueStatus(
  query: (text: string, values: unknown[]) => Promise<QueryResult>,
  now: Date,
): Promise<QueueStatus> {
  const ask = async (text: string, values: unknown[]) => (await query(text, values)).rows;
  const [jobs] = await ask(
    `SELECT count(*) FILTER (WHERE state = 'created')::int AS waiting, count(*) FILTER (WHERE state = 'retry')::int AS again,
            count(*) FILTER (WHERE state = 'active')::int AS running, count(*) FILTER (WHERE state = 'completed')::int AS done,
            count(*) FILTER (WHERE state = 'completed' AND completed_on > now() - interval '1 hour')::int AS per_hour
       FROM pgboss.job WHERE name = $1`,
    [AUDIT_QUEUE],
  );
  // A row has `due` only if it has a scorecard, so `count(due)` counts scorecards.
  const [stored] = await ask(
    `SELECT (SELECT count(*)::int FROM catalog.targets) AS targets,
            (SELECT count(*)::int FROM catalog.listed WHERE state = ${DEMO}) AS demos,
            count(*)::int AS results, count(due)::int AS scorecards,
            (SELECT count(*)::int FROM pgboss.job WHERE name = $1) AS dead
       FROM catalog.results WHERE body IS NOT NULL`,
    [FAILED_QUEUE],
  );
  const [due] = await ask(
    `SELECT count(*)::int AS due,
            min(CASE WHEN r.due <= $1 THEN r.due WHEN r.due IS NULL AND r.attempted IS NULL THEN t.added END) AS oldest_due ${FROM_DUE}`,
    dueValues(now),
  );
  const failed = await ask(
    `SELECT kind, count(*)::int AS sites
       FROM (SELECT DISTINCT ON (data->>'host') output->>'outcome' AS outcome, output->>'kind' AS kind
               FROM pgboss.job WHERE name = $1 AND state = 'completed'
              ORDER BY data->>'host', completed_on DESC) AS latest
      WHERE outcome = 'failed' GROUP BY kind ORDER BY sites DESC, kind`,
    [AUDIT_QUEUE],
  );
  const workers = await ask(
    `SELECT host AS machine, pid, started_on AS since, heartbeat_on AS heartbeat,
            heartbeat_on > now() - 3 * heartbeat_seconds * interval '1 second' AS live
       FROM pgboss.instance WHERE stopped_on IS NULL AND heartbeat_on > now() - interval '1 day'
      ORDER BY started_on, id LIMIT $1`,
    [MAX_LISTED],
  );
  const running = await ask(
    `SELECT data->>'host' AS host, started_on AS since FROM pgboss.job
      WHERE name = $1 AND state = 'active' ORDER BY started_on LIMIT $2`,
    [AUDIT_QUEUE, MAX_LISTED],
  );
  const failures = await ask(
    `SELECT data->>'host' AS host, created_on AS at, COALESCE(source_output->>'message', source_output#>>'{value,message}', source_output->>'value', '') AS message
       FROM pgboss.job WHERE name = $1 ORDER BY created_on DESC LIMIT $2`,
    [FAILED_QUEUE, MAX_LISTED],
  );
  const hasJobs = jobs.waiting + jobs.again + jobs.running > 0;
  const hours = hasJobs && jobs.per_hour > 0 ? due.due / jobs.per_hour : undefined;
  return {
    kind: 'catalog-queue',
    ...stored,
    ...due,
    ...jobs,
    expected_end: hours === undefined ? null : new Date(now.getTime() + Math.ceil(hours * 3_600_000)),
    failed: Object.fromEntries(failed.map(({ kind, sites }) => [kind, sites])),
    workers,
    now_running: running,
    failures,
  };
}

type Sample = readonly [value: number, labels?: Readonly<Record<string, string | number>>];

/** Returns the state of the queue in the OpenMetrics text format, version 1.0.0. */
export function openMetrics(status: QueueStatus): string {
  const { waiting, again, running, oldest_due } = status;
  const metric = (name: string, help: string, ...samples: readonly Sample[]) => {
    const full = `audit_catalog_${name}`;
    const lines = samples.map(([value, labels = {}]) => `${full}${labelsText(labels)} ${value}`);
    return [`# TYPE ${full} gauge`, `# HELP ${full} ${help}`, ...lines];
  };
  const seconds = (time: Date) => time.getTime() / 1000;
  return [
    ...metric('targets', 'Sites in the list.', [status.targets]),
    ...metric('results', 'Sites with a stored result: a scorecard, or only a failed audit.', [
      status.results,
    ]),
    ...metric('scorecards', 'Sites with a stored scorecard.', [status.scorecards]),
    ...metric('due', 'Sites to audit now.', [status.due]),
    ...metric(
      'oldest_due_timestamp_seconds',
      'When the most overdue site became due.',
      ...(oldest_due === null ? [] : [[seconds(oldest_due)] as const]),
    ),
    ...metric(
      'jobs',
      'Jobs in the queue.',
      [waiting, { state: 'waiting' }],
      [again, { state: 'again' }],
      [running, { state: 'running' }],
    ),
    ...metric('done_last_hour', 'Jobs completed in the last hour.', [status.per_hour]),
    ...metric('done_last_day', 'Jobs completed in the last day.', [status.done]),
    ...metric(
      'failed',
      'Sites whose latest audit in the last day failed.',
      ...Object.entries(status.failed).map(([reason, sites]) => [sites, { reason }] as const),
    ),
    ...metric('dead', 'Abandoned jobs: no retries are left.', [status.dead]),
    ...metric('workers', 'Workers with a recent heartbeat.', [
      status.workers.filter(({ live }) => live).length,
    ]),
    ...metric(
      'worker_heartbeat_timestamp_seconds',
      'The last heartbeat of each worker.',
      ...status.workers.map(({ machine, pid, heartbeat }) => [seconds(heartbeat), { machine, pid }] as const),
    ),
    '# EOF',
  ].join('\n');
}

function labelsText(labels: Readonly<Record<string, string | number>>): string {
  const escaped = (value: string | number) =>
    `${value}`.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

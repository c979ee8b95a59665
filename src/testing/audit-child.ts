/**
 * Audits the site whose URL is the first argument, in a process of its own, and prints one line of JSON: what came of it,
 * how long it took and how much memory the process needed at its peak. The second argument is the deadline in milliseconds.
 */
import { readFileSync } from 'node:fs';
import { audit } from '../audit.ts';
import type { Status } from '../catalogue/vocabulary.ts';
import { AuditError } from '../errors.ts';
import { liveIo } from '../io/live.ts';
import { LIMITS } from '../limits.ts';
import { parseTarget } from '../target.ts';

/** What the child says. */
export interface ChildReport {
  /** `undefined` where the audit failed. */
  readonly summary?: Readonly<Record<Status, number>>;
  readonly cutShort?: boolean;
  /** The kind of a typed error, or `untyped: …`. */
  readonly error?: string;
  readonly ms: number;
  /** Peak resident memory, in MiB. */
  readonly mib: number;
  /** Ids of the checks by status, for messages. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
}

const [url = '', deadline = '5000'] = process.argv.slice(2);
const target = parseTarget(url);
const limits = {
  ...LIMITS,
  auditMs: Number(deadline),
  requestMs: Math.min(LIMITS.requestMs, Number(deadline) / 2),
};
const io = liveIo({
  limits,
  network: 'any',
  targetHost: target.hostname,
  resolver: 'http://127.0.0.1:9/dns-query',
});

const began = performance.now();
const report = await run();
await io.close();
const ms = Math.round(performance.now() - began);
const mib = Math.round(peakKib() / 1024);
process.stdout.write(`${JSON.stringify({ ...report, ms, mib })}\n`);

async function run(): Promise<Omit<ChildReport, 'ms' | 'mib'>> {
  try {
    const { envelope } = await audit(target, { io, limits });
    const { summary, results } = envelope.scorecard;
    const byStatus = Map.groupBy(results, ({ status }) => status);
    const ids = Object.fromEntries([...byStatus].map(([status, of]) => [status, of.map(({ id }) => id)]));
    return { summary, cutShort: envelope.cut_short === true, ids };
  } catch (error) {
    const untyped = error instanceof Error ? error.stack : String(error);
    return { error: error instanceof AuditError ? error.kind : `untyped: ${untyped}` };
  }
}

/** Linux hands `maxRSS` on from the process that started this one; VmHWM is this process's own. */
function peakKib(): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kib !== undefined) return Number(kib);
  } catch {
    // Only Linux has /proc.
  }
  return process.resourceUsage().maxRSS;
}

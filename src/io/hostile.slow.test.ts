import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { checks } from '../checks/index.ts';
import type { ChildReport } from '../testing/audit-child.ts';
import { HOSTILE } from '../testing/hostile.ts';
import { listen } from '../testing/servers.ts';

const CHILD = fileURLToPath(new URL('../testing/audit-child.ts', import.meta.url));
const DEADLINE_MS = 3000;
/** What is left to do when the deadline has passed: judging what was seen, and starting the process before it, on a busy machine. */
const GRACE_MS = 6000;
const MAX_MIB = 300;
/** The flags of node that the command line runs with. */
const FLAGS =
  /^node ((?:--\S+ )*)scripts\/audit\.ts/.exec(manifest.scripts.audit)?.[1]?.split(' ').filter(Boolean) ?? [];

const run = promisify(execFile);

async function auditOf(what: string): Promise<ChildReport> {
  await using site = await listen(createServer(HOSTILE[what]), 'http');
  const { stdout, stderr } = await run(process.execPath, [...FLAGS, CHILD, site.url, String(DEADLINE_MS)]);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as ChildReport;
}

describe('a site that', () => {
  it.each(Object.keys(HOSTILE))('%s', { timeout: 30_000 }, async (what) => {
    const report = await auditOf(what);
    expect(report.ms).toBeLessThan(DEADLINE_MS + GRACE_MS);
    expect(report.mib).toBeLessThan(MAX_MIB);
    if (report.summary === undefined) {
      expect(report.error).toMatch(/^(target_unreachable|target_blocked|audit_timeout)$/);
    } else {
      const counts = Object.values(report.summary);
      expect(counts.reduce((sum, count) => sum + count)).toBe(checks.length);
    }
    EXPECTED[what]?.(report);
  });
});

/** What must hold beside ending in time and memory. */
const EXPECTED: Readonly<Record<string, (report: ChildReport) => void>> = {
  'never answers': ({ error }) => expect(error).toBe('target_unreachable'),
  'resets every connection': ({ error }) => expect(error).toBe('target_unreachable'),
  'drips one byte a second': ({ error }) => expect(error).toBe('target_unreachable'),
  'redirects in circles': ({ error }) => expect(error).toBe('target_unreachable'),
  'never answers beneath its home page': ({ summary, cutShort }) => {
    expect(cutShort).toBe(true);
    expect(summary?.broken).toBe(0);
    expect(summary?.skip).toBeGreaterThan(10);
  },
  'resets every connection beneath its home page': ({ summary }) => {
    expect(summary?.broken).toBe(0);
    expect(summary?.skip).toBe(0);
    expect(summary?.error).toBeGreaterThan(30);
  },
  'fails everywhere': ({ error }) => expect(error).toBe('target_unreachable'),
  'challenges everyone': ({ error }) => expect(error).toBe('target_blocked'),
  'answers everything with its home page': ({ ids }) => {
    expect(ids?.broken).toEqual(['agent-friendly-404']);
    expect(ids?.absent).toContain('robots');
  },
  'redirects in circles beneath its home page': ({ summary }) => expect(summary?.skip).toBe(0),
  'redirects everything to a forbidden address': ({ summary }) => expect(summary?.skip).toBe(0),
};

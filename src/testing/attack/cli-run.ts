/** Audits of hostile sites by the command line: a process each, watched from outside. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AuditLine } from '../../cli/documents.ts';
import { COMMAND } from '../cli.ts';
import { textsIn } from './injection.ts';
import { fromEnvelope, type Report } from './report.ts';
import { processesWith, watch } from './watch.ts';

const CERT = fileURLToPath(new URL('../tls/loopback-cert.pem', import.meta.url));
/** A command that goes on for so long after its deadline has none at all, in milliseconds. */
const PATIENCE_MS = 20_000;
/** It cannot clean up behind itself when it is killed; the system takes a moment to do so, in milliseconds. */
const REAPED_MS = 500;

export interface CliAttack {
  readonly deadlineMs: number;
  /** `jsonl` where left out, which alone tells the statuses. */
  readonly output?: 'text' | 'md';
}

/** Audits the site at `url`. */
export async function attackCli(url: string, { deadlineMs, output }: CliAttack): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'attack-cli-'));
  const [work, home, temporary] = ['work', 'home', 'tmp'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([work, home, temporary].map((path) => mkdir(path)));
  const mark = randomUUID();
  const args = [url, '--timeout', String(deadlineMs / 1000), '--verbose', '--no-interactive'];
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=4', COMMAND, ...args, '--output', output ?? 'jsonl'],
    {
      cwd: work,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        TMPDIR: temporary,
        ATTACK_RUN: mark,
        AUDIT_RESOLVER: 'http://127.0.0.1:9/dns-query',
        NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
        NODE_EXTRA_CA_CERTS: CERT,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said = { out: '', err: '' };
  const spawned = performance.now();
  const watched = watch(child.pid ?? 0);
  const killer = setTimeout(() => child.kill('SIGKILL'), deadlineMs + PATIENCE_MS);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? signal ?? -1));
  });
  const ended = performance.now();
  clearTimeout(killer);
  const peaks = watched.end();
  const until = performance.now() + REAPED_MS;
  while (processesWith(mark).length > 0 && performance.now() < until) await sleep(REAPED_MS / 10);
  const left = processesWith(mark).map((pid) => `process ${pid} goes on`);
  const files = (await Promise.all([work, home, temporary].map((path) => readdir(path)))).flat();
  left.push(...files.map((name) => `the file ${name} is left`));
  await rm(folder, { recursive: true });
  // The deadline's time begins where the audit's own process is started.
  const ms = ended - (watched.startedAt() ?? spawned);
  const both = [said.out, said.err];
  return output === undefined
    ? { ms, peaks, left, ...readLines(said, code) }
    : { ms, peaks, left, end: `code ${code}`, statuses: {}, evidence: {}, texts: both };
}

interface ErrorLine {
  readonly event: 'error';
  readonly kind: string;
  readonly message: string;
}

function readLines(said: { out: string; err: string }, code: number | string) {
  const read = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as AuditLine | ErrorLine | { readonly event: 'started' | 'check' });
  let lines: ReturnType<typeof read>;
  try {
    lines = [...read(said.out), ...read(said.err)];
  } catch {
    return { end: `lines that are cut (${code})`, statuses: {}, evidence: {}, texts: [said.err] };
  }
  const card = lines.find((line) => line.event === 'scorecard');
  const error = lines.find((line) => line.event === 'error');
  const texts = [...textsIn(lines.filter((line) => line !== card)), said.err];
  if (card === undefined || !('scorecard' in card)) {
    const kind = error !== undefined && 'kind' in error ? error.kind : undefined;
    const end =
      kind === 'internal' ? `internal: ${(error as ErrorLine).message}` : (kind ?? `nothing (${code})`);
    return { end, statuses: {}, evidence: {}, texts };
  }
  const { texts: own, ...rest } = fromEnvelope(card.scorecard);
  return { end: card.cut_short ? 'cut_short' : 'scored', ...rest, texts: own };
}

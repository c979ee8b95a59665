/** Audits of hostile sites by the service: one process that serves, watched from outside, one audit at a time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { envelopeSchema } from '../../scorecard/schema.ts';
import { type Health, watchHealth } from './health.ts';
import { ended } from './hosting.ts';
import { textsIn } from './injection.ts';
import { fromEnvelope, type Report } from './report.ts';
import type { ServiceState, ServiceUp } from './service-process.ts';
import { childrenOf, resetPeaks, watch } from './watch.ts';

const CERT = fileURLToPath(new URL('../tls/loopback-cert.pem', import.meta.url));
/** A call that is not answered for so long after its deadline has none at all, in milliseconds. */
const PATIENCE_MS = 20_000;
/** What an audit has started has ended by then, in milliseconds; one process is kept for the next audit. */
const ENDING_MS = 1_000;
const KEPT = 1;

export interface AttackedService extends AsyncDisposable {
  /** Audits the site at `url` as a caller with an address of its own. */
  attack(url: string, deadlineMs: number): Promise<Report>;
  /** How its health was since this was asked last. */
  health(): Promise<Health>;
}

/** @param site the folder of the built site */
export async function startService(site: string): Promise<AttackedService> {
  const child = fork(new URL('./service-process.ts', import.meta.url), [site], {
    execArgv: ['--max-semi-space-size=4'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: CERT },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answer = async <T>() => (await once(child, 'message'))[0] as T;
  const pid = child.pid ?? 0;
  const { url: service } = await answer<ServiceUp>();
  const state = (deadlineMs: number) => {
    const told = answer<ServiceState>();
    child.send({ deadlineMs });
    return told;
  };
  const health = watchHealth(service);
  return {
    async attack(url, deadlineMs) {
      await state(deadlineMs);
      resetPeaks(pid);
      const watched = watch(pid);
      const began = performance.now();
      const said = await call(service, url, deadlineMs + PATIENCE_MS);
      const ms = performance.now() - began;
      const peaks = watched.end();
      const { faults, claimed, endless } = await state(deadlineMs);
      const left = [
        ...faults.map((fault) => `the service logged ${fault}`),
        ...claimed.map((key) => `${key} is claimed`),
        ...endless.map((key) => `${key} has no end`),
      ];
      const until = performance.now() + ENDING_MS;
      while (childrenOf(pid).length > KEPT && performance.now() < until) await sleep(ENDING_MS / 50);
      const processes = childrenOf(pid).length;
      if (processes > KEPT) left.push(`${processes} processes go on`);
      return { ms, peaks, left, ...said };
    },
    health: () => health.seen(),
    async [Symbol.asyncDispose]() {
      await health[Symbol.asyncDispose]();
      await ended(child);
    },
  };
}

interface ToolAnswer {
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: unknown;
  };
}

/** The tool `score_cli`. */
async function call(
  service: string,
  target: string,
  patienceMs: number,
): Promise<Pick<Report, 'end' | 'statuses' | 'evidence' | 'texts'>> {
  const nothing = (end: string) => ({ end, statuses: {}, evidence: {}, texts: [] });
  let answered: ToolAnswer;
  try {
    const response = await fetch(`${service}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'score_cli', arguments: { target, detail: 'full' } },
      }),
      signal: AbortSignal.timeout(patienceMs),
    });
    answered = (await response.json()) as ToolAnswer;
  } catch (error) {
    return nothing(`no answer: ${String(error)}`);
  }
  const { structuredContent, content = [] } = answered.result ?? {};
  const texts = [...textsIn(structuredContent), ...content.flatMap(({ text }) => text ?? [])];
  const failure = (structuredContent as { error?: { code?: string } } | undefined)?.error?.code;
  if (failure !== undefined) return { ...nothing(failure), texts };
  const envelope = envelopeSchema.safeParse(structuredContent);
  if (!envelope.success)
    return { ...nothing(`no scorecard: ${JSON.stringify(answered).slice(0, 300)}`), texts };
  const end = envelope.data.cut_short === true ? 'cut_short' : 'scored';
  return { end, ...fromEnvelope(envelope.data), texts };
}

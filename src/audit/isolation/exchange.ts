/** The exchange with a process that audits: the order, what it asks and reports, and how it ends. */

import type { AuditEvent } from '../audit.ts';
import type { AuditRequest } from '../request.ts';
import type { Envelope, Result } from '../scorecard/schema.ts';
import { envelopeOf } from '../scorecard/scorecard.ts';
import type { AuditorProcess, ProcessEnd } from './auditor-process.ts';
import type { AuditJob, InitialFacts, ProcessMessage } from './job.ts';
import type { AuditHooks } from './run-audit.ts';

/** How long after its deadline an audit may still say what it has seen, in milliseconds. */
const GRACE_MS = 250;
/** How long the next piece of a recording may take after the audit's deadline, in milliseconds. */
const PIECE_MS = 2_000;
/** A site that has answered nothing for so long gives its turn to one that waits, in milliseconds. */
const SILENT_MS = 3_000;
/** How often it is looked from then on whether one waits, in milliseconds. */
const LOOK_MS = 250;

/** How an audit has ended, seen from outside. */
export type End =
  | { readonly by: 'itself'; readonly report: ProcessMessage & { type: 'done' | 'failed' | 'fault' } }
  | { readonly by: 'process'; readonly ending: ProcessEnd }
  | { readonly by: 'deadline' | 'caller' }
  | { readonly by: 'turn' }
  | { readonly by: 'error'; readonly error: unknown };

/** One audit from its order to its end. */
export function exchange(
  auditor: AuditorProcess,
  job: AuditJob,
  { signal, onEvent, admit, sign }: AuditHooks,
  given: {
    readonly seen: PartialResult;
    readonly recording: Uint8Array[];
    readonly began: number;
    /** Whether another audit waits for the turn, and may have it. */
    readonly isTurnWanted: () => boolean;
  },
): Promise<End> {
  const { seen, recording, began, isTurnWanted } = given;
  const left = () => Math.max(1, job.limits.auditMs - (performance.now() - began));
  return new Promise((resolve) => {
    const end = (how: End) => {
      clearTimeout(deadline);
      clearTimeout(silence);
      signal?.removeEventListener('abort', leave);
      resolve(how);
    };
    const leave = () => end({ by: 'caller' });
    const late = () => end({ by: 'deadline' });
    let deadline = setTimeout(late, left() + (job.record === true ? PIECE_MS : GRACE_MS));
    signal?.addEventListener('abort', leave, { once: true });
    let silence: NodeJS.Timeout | undefined;
    const look = () => {
      if (isTurnWanted()) end({ by: 'turn' });
      else silence = setTimeout(look, LOOK_MS);
    };

    const order = () => {
      const limits = { ...job.limits, auditMs: left() };
      auditor.order({
        type: 'audit',
        job: { ...job, limits },
        asks: { admit: admit !== undefined, sign: sign !== undefined },
      });
    };
    const ask = async (origin: URL) => {
      const admitted = (await admit?.(origin)) ?? true;
      auditor.order({ type: 'admission', admitted });
    };
    const signed = async (authority: string) => {
      const fields = (await sign?.(authority).catch(() => undefined)) ?? [];
      auditor.order({ type: 'signature', authority, fields });
    };
    const report = (one: ProcessMessage) => {
      switch (one.type) {
        case 'ready':
          return order();
        case 'event':
          seen.add(one.event);
          if (one.event.type === 'started') silence = setTimeout(look, SILENT_MS);
          return onEvent?.(one.event);
        case 'arrived':
          clearTimeout(silence);
          return seen.arrived(one.facts);
        case 'admit':
          return void ask(new URL(one.origin)).catch((error: unknown) => end({ by: 'error', error }));
        case 'sign':
          return void signed(one.authority);
        case 'recorded':
          recording.push(one.piece);
          // What is told of an audit that has ended is not cut off while it comes; how much there is has a bound.
          clearTimeout(deadline);
          deadline = setTimeout(late, Math.max(left(), 0) + PIECE_MS);
          return;
        default:
          return end({ by: 'itself', report: one });
      }
    };
    auditor.listen({ report, ended: (ending) => end({ by: 'process', ending }) });
    if (auditor.isReady) order();
  });
}

/** What was seen of a site before its audit was ended from outside. */
export class PartialResult {
  readonly #request: AuditRequest;
  readonly #results = new Map<string, Result>();
  #arrival: InitialFacts | undefined;
  #hasBegun = false;

  constructor(request: AuditRequest) {
    this.#request = request;
  }

  /** Whether nothing was told of the audit, not even that it has begun. */
  get isEmpty(): boolean {
    return !this.#hasBegun;
  }

  arrived(facts: InitialFacts): void {
    this.#arrival = facts;
  }

  add(event: AuditEvent): void {
    this.#hasBegun = true;
    if (event.type === 'check') this.#results.set(event.result.id, event.result);
  }

  /** The scorecard as far as it came, cut short; `undefined` where the site was not seen at all. */
  envelope(): Envelope | undefined {
    if (this.#arrival === undefined) return undefined;
    const { auditedOrigin, results, scoredAt } = this.#arrival;
    return envelopeOf({
      request: this.#request,
      auditedOrigin: new URL(auditedOrigin),
      results: results.map((undecided) => this.#results.get(undecided.id) ?? undecided),
      mcpEndpoint: undefined,
      mcpDiscovery: [],
      scoredAt,
      cutShort: true,
    });
  }
}

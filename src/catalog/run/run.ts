/** Audits many targets concurrently and stores the results. */
import type { AuditOutcome } from '../../audit/audit.ts';
import type { NetworkPolicy } from '../../audit/io/address-guard.ts';
import type { SigningKey } from '../../audit/io/signing.ts';
import type { NetworkSource, Places } from '../../audit/io/source.ts';
import { Auditors } from '../../audit/isolation/auditors.ts';
import { type RunAudit, signedWith } from '../../audit/isolation/run-audit.ts';
import type { ListedHost, Stored } from '../../audit/scorecard/record.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { storedForm } from '../../audit/scorecard/scorecard.ts';
import { scoredAgain } from '../../audit/scorecard/stored.ts';
import { type Target, urlRule } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import { datedAhead, goodResult, mergeAt, noteFailure } from '../results/merge.ts';
import type { HeldTarget, KeptRecording, ResultStore } from '../results/store.ts';
import { located } from '../results/targets.ts';
import { auditedDomain } from './due.ts';
import { type RunOutcome, scoredOutcome } from './outcome.ts';

/** The reason for skipping a target that another run has locked. */
export const BEING_AUDITED = 'another run is auditing it';

/** The maximum lengths, in characters, of an error message and of a bot protection's name. */
const MESSAGE_CHARS = 300;
const WALL_CHARS = 80;

export interface RunOptions {
  readonly store: ResultStore;
  readonly concurrency: number;
  readonly limits: Limits;
  readonly network: NetworkPolicy;
  readonly resolver: string;
  readonly baseUrl: string;
  readonly keepRecordings: boolean;
  readonly signal?: AbortSignal;
  /** Maps origins of sites to the origins that serve them during the run, for example for demo sites. */
  readonly places?: Places;
  /** Maps host names to IP addresses, in place of the system's resolver. */
  readonly addresses?: NetworkSource['addresses'] & {};
  /** The function that runs audits; by default, each concurrent audit has a process of its own. */
  readonly runAudit?: RunAudit | undefined;
  readonly signingKey?: SigningKey | undefined;
  /** Targets whose scorecard is newer than this time are skipped. Default: the start of the run. */
  readonly since?: string;
  readonly onStart?: (host: string) => void;
  readonly onOutcome?: (outcome: RunOutcome) => void;
}

/**
 * Audits the targets in order, `concurrency` at a time, but only one at a time for each domain. An error that concerns one
 * target becomes the target's outcome. Only an error that would affect all targets, such as a full disk, ends the run.
 * @throws AuditError `interrupted`, FileError if results cannot be written
 */
export async function runCatalog(targets: readonly ListedHost[], options: RunOptions): Promise<RunOutcome[]> {
  const { since: began = (await options.store.now()).toISOString() } = options;
  await using auditors = new Auditors({ mostIdle: options.concurrency, most: options.concurrency });
  const runAudit = signedWith(options.signingKey, options.runAudit ?? auditors.audit);
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]);
  const waiting = [...Map.groupBy(targets, auditedDomain).values()];
  const outcomes: RunOutcome[] = [];
  const work = async () => {
    for (let domain = waiting.shift(); domain !== undefined; domain = waiting.shift()) {
      for (const target of domain) {
        if (stop.signal.aborted) return;
        options.onStart?.(target.host);
        const outcome = await runOne(target, { ...options, signal, runAudit }, began);
        outcomes.push(outcome);
        options.onOutcome?.(outcome);
      }
    }
  };
  const workers = Array.from({ length: options.concurrency }, () =>
    work().catch((error: unknown) => {
      // The first error stops the other workers, whose own errors would only say that they were stopped.
      waiting.length = 0;
      stop.abort(error);
    }),
  );
  await Promise.all(workers);
  if (stop.signal.aborted) throw stop.signal.reason;
  return outcomes;
}

type Running = RunOptions & { readonly runAudit: RunAudit };

async function runOne(target: ListedHost, options: Running, began: string): Promise<RunOutcome> {
  const { host } = target;
  const { store } = options;
  await using claim = await store.claim(host);
  if (claim === undefined) return skipped(host, BEING_AUDITED);
  let before: Stored;
  try {
    before = await store.read(host);
  } catch (error) {
    return failedOutcome(host, error);
  }
  const at = (await store.now()).toISOString();
  const ahead = datedAhead(before, at);
  if (ahead === undefined && datedAhead(before, began) !== undefined)
    return skipped(host, 'another run has just audited it');
  const { lost } = claim;
  const signal =
    lost === undefined || options.signal === undefined
      ? options.signal
      : AbortSignal.any([options.signal, lost]);
  const outcome = await auditAndStore(
    target,
    before,
    { at, claim },
    { ...options, ...(signal && { signal }) },
  );
  return ahead === undefined ? outcome : { ...outcome, dated_ahead: ahead };
}

async function auditAndStore(
  target: ListedHost,
  { host, latest }: Stored,
  { at, claim }: { readonly at: string; readonly claim: HeldTarget },
  options: Running,
): Promise<RunOutcome> {
  let result: AuditResult;
  try {
    result = await auditTarget(target, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    const outcome = failedOutcome(host, error);
    const { kind, message, quote } = outcome;
    const wall = error instanceof AuditError ? error.details?.wall : undefined;
    const by = wall === undefined ? {} : { by: plain(wall, WALL_CHARS) };
    await claim.update((stored) =>
      noteFailure(stored, { at, kind, message, ...(quote !== undefined && { quote }), ...by }, at),
    );
    return outcome;
  }
  const now = (await options.store.now()).toISOString();
  const isAhead = result.envelope.freshness.scored_at > now;
  // If this machine's clock is ahead of the store's clock, or was set back during the audit, the store's time is used.
  const envelope = isAhead ? scoredAgain(result.envelope, now) : result.envelope;
  await claim.update((stored) => mergeAt(now, stored, goodResult(host, envelope)), result.recording);
  return scoredOutcome(host, latest, envelope);
}

interface AuditResult {
  readonly envelope: Envelope;
  readonly recording: KeptRecording | undefined;
}

async function auditTarget(target: ListedHost, options: Running): Promise<AuditResult> {
  const { limits, resolver, baseUrl, signal, places, addresses } = options;
  // Sites in `places` are on this machine. The policy `auto` lets them redirect or link to each other.
  const network = places === undefined ? options.network : 'auto';
  const at = located(target);
  const allowUrl = urlRule(network);
  if (allowUrl !== undefined && !allowUrl(new URL(at.url))) {
    throw new AuditError(
      'not_permitted',
      `${at.name} is not the name of a public site. To audit sites on a private network, pass --network any.`,
    );
  }
  const outcome = await options.runAudit(
    {
      target: at,
      limits,
      source: {
        kind: 'network',
        network,
        resolver,
        places,
        addresses,
      },
      baseUrl,
      siteType: target.site_type ?? null,
      publicListing: true,
      heedDecline: true,
      record: options.keepRecordings,
    },
    { signal },
  );
  const envelope = completeEnvelope(outcome, at);
  const { recording } = outcome;
  return {
    envelope,
    recording: recording && { at: envelope.freshness.scored_at, text: recording },
  };
}

/**
 * Returns the scorecard in the form in which it is stored and served.
 * @throws AuditError `audit_timeout` if the deadline ended the audit early, because such a result is not stored
 */
export function completeEnvelope({ envelope }: AuditOutcome, { name }: Target): Envelope {
  if (envelope.cut_short === true) {
    const { skip } = envelope.scorecard.summary;
    throw new AuditError(
      'audit_timeout',
      `The audit of ${name} was cut short by its deadline: ${skip} checks were not run.`,
    );
  }
  return storedForm(envelope);
}

/** Returns the outcome for a target whose audit failed. Its message is shortened and safe to display. */
export function failedOutcome(host: string, error: unknown): Extract<RunOutcome, { outcome: 'failed' }> {
  const kind = error instanceof AuditError ? error.kind : 'internal';
  const text = error instanceof Error ? error.message : String(error);
  const quote = error instanceof AuditError ? error.quote : undefined;
  return {
    host,
    outcome: 'failed',
    kind,
    message: plain(text, MESSAGE_CHARS),
    ...(quote !== undefined && { quote }),
  };
}

export function skipped(host: string, message: string): RunOutcome {
  return { host, outcome: 'skipped', message };
}

/** Checks the outcome of a hostile site's audit. */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { injectionsIn, quotedOutside, textsIn } from './injection.ts';
import { type Expected, isHeldUp } from './site.ts';

export interface Report {
  /** An `End`, or any other outcome. */
  readonly end: string;
  /** The peak memory of the audit process. */
  readonly mib: number;
  /** Empty without a scorecard. */
  readonly statuses: Readonly<Record<string, Status>>;
  readonly evidence: Readonly<Record<string, string>>;
  /** All texts of the outcome that people, logs or models may read. */
  readonly texts: readonly string[];
  /** The brief as Markdown; empty without a scorecard. */
  readonly brief: string;
  /** Descriptions of leaks, such as connections that stay open. */
  readonly left: readonly string[];
}

const CUT = ['cut_short', 'audit_timeout'];

/** The maximum size of an envelope, as JSON without white space, in bytes (.github/DECISIONS.md, "One audit"). */
const ENVELOPE_BYTES = 512 * 1024;

/** Evidence of checks for which no requests were left. */
const OUT_OF_REQUESTS = /reached its maximum number of requests|sends at most \d+ requests/;

export function fromEnvelope(envelope: Envelope): Pick<Report, 'statuses' | 'evidence' | 'texts'> {
  const { results } = envelope.scorecard;
  return {
    statuses: Object.fromEntries(results.map(({ id, status }) => [id, status])),
    evidence: Object.fromEntries(results.map(({ id, evidence }) => [id, evidence])),
    texts: textsIn(envelope),
  };
}

/** Returns the faults of an audit as sentences; empty if everything is as expected. */
export function faultsOf(
  report: Report,
  expected: Expected,
  mostMib = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { end, mib, statuses, evidence, texts, brief, left } = report;
  const faults = [...left];
  // If only a deadline ends the audit, it may have seen part of the site or nothing.
  const ends: readonly string[] = isHeldUp(expected) ? [...expected.ends, ...CUT] : expected.ends;
  if (!ends.includes(end)) faults.push(`it ended with ${end}`);
  if (mib > mostMib) faults.push(`it needed ${Math.round(mib)} MiB`);
  for (const [id, status] of Object.entries(statuses)) {
    const allowed = expected.statuses?.[id];
    const isWrong =
      allowed === undefined
        ? status === 'broken' && expected.broken !== 'any' && expected.broken?.includes(id) !== true
        : !allowed.includes(status) && status !== 'skip';
    if (isWrong) faults.push(`${id} is ${status}: ${evidence[id]?.slice(0, 200)}`);
  }
  if (end !== 'cut_short') {
    const skipped = Object.keys(statuses).filter(
      (id) => statuses[id] === 'skip' && !OUT_OF_REQUESTS.test(evidence[id] ?? ''),
    );
    if (skipped.length > 0) faults.push(`it was not cut short, and skipped ${skipped.join(', ')}`);
  }
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > ENVELOPE_BYTES) faults.push(`it says ${size} bytes`);
  const injected = new Set([...texts, brief].flatMap(injectionsIn));
  return [...faults, ...[...injected].slice(0, 5), ...quotedOutside(brief)];
}

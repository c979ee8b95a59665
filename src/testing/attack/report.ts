/** What came of an audit of a hostile site, and what is wrong with it. */

import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { injectionsIn, quotedOutside, textsIn } from './injection.ts';
import { type Expected, isHeldUp } from './site.ts';

export interface Report {
  /** One of `End`, or whatever else it came to. */
  readonly end: string;
  /** The peak of the process that audited. */
  readonly mib: number;
  /** Where there is a scorecard. */
  readonly statuses: Readonly<Record<string, Status>>;
  readonly evidence: Readonly<Record<string, string>>;
  /** Everything that was said, for whoever reads it: a terminal, a log, a model. */
  readonly texts: readonly string[];
  /** What to change, as Markdown; empty where there is no scorecard. */
  readonly brief: string;
  /** What was left behind, in words. */
  readonly left: readonly string[];
}

const CUT = ['cut_short', 'audit_timeout'];

/** The most bytes of an envelope, as JSON without white space (.github/DECISIONS.md, "One audit"). */
const ENVELOPE_BYTES = 512 * 1024;

/** What evidence says where a site has used up the audit's requests. */
const OUT_OF_REQUESTS = /used up its number of requests|makes at most \d+ requests/;

/** The parts of a report that come from a scorecard. */
export function fromEnvelope(envelope: Envelope): Pick<Report, 'statuses' | 'evidence' | 'texts'> {
  const { results } = envelope.scorecard;
  return {
    statuses: Object.fromEntries(results.map(({ id, status }) => [id, status])),
    evidence: Object.fromEntries(results.map(({ id, evidence }) => [id, evidence])),
    texts: textsIn(envelope),
  };
}

/** What is not as it must be, in words; empty where all is well. */
export function faultsOf(
  report: Report,
  expected: Expected,
  mostMib = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { end, mib, statuses, evidence, texts, brief, left } = report;
  const faults = [...left];
  // What only a deadline ends may have been seen in part by then, or not at all.
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

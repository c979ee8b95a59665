/** Reads recordings and scorecards as input for commands. */

import type { AuditEvent, AuditOutcome } from '../audit/audit.ts';
import { type Har, parseHar } from '../audit/io/har.ts';
import type { Missing } from '../audit/isolation/job.ts';
import { type AuditRequest, isSelected } from '../audit/request.ts';
import type { Envelope } from '../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../audit/scorecard/stored.ts';
import { parseTarget, type Target } from '../audit/target.ts';
import { AuditError } from '../base/errors.ts';
import { faultyField, isRecord } from '../base/json.ts';
import { LIMITS } from '../base/limits.ts';
import { plain, plural } from '../base/text.ts';
import { makeAudit } from './context.ts';
import { CliError } from './errors.ts';
import { nameOf, type ReadOptions, readInput, STDIN } from './files.ts';

export interface LoadedRecording {
  readonly har: Har;
  readonly request: AuditRequest;
}

/** @throws CliError, AuditError `invalid_recording` */
export async function readRecording(path: string, options: ReadOptions): Promise<LoadedRecording> {
  return recordingOf(await readInput(path, options));
}

function recordingOf(text: string): LoadedRecording {
  const har = parseHar(text);
  const { target, siteType, baseUrl, canonicalOrigin, mcpEndpoint, typedPath, selected } =
    har.log._agentReadiness;
  try {
    const request: AuditRequest = {
      target: parseTarget(target),
      // The recorded requests contain this URL in their User-Agent. With another URL no request would match them.
      baseUrl,
      siteType,
      canonicalOrigin: canonicalOrigin === undefined ? undefined : parseTarget(canonicalOrigin).origin,
      mcpEndpoint,
      typedPath,
      selected,
    };
    return { har, request };
  } catch (cause) {
    throw new AuditError('invalid_recording', 'The recording cannot be replayed: it names no valid target.', {
      cause,
    });
  }
}

interface ReplayOptions extends ReadOptions {
  readonly onEvent?: (event: AuditEvent) => void;
}

export interface Replayed extends AuditOutcome {
  /** The error to report after the scorecard if the recording is incomplete. */
  readonly incomplete: AuditError | undefined;
}

/**
 * Runs the current checks on a recorded audit, without network access, in a separate process that can be stopped.
 * @throws AuditError `incomplete_recording` if the home page is missing; otherwise the same errors as a live audit
 */
export async function replay({ har, request }: LoadedRecording, options: ReplayOptions): Promise<Replayed> {
  let missing: Missing = { total: 0, names: [] };
  const { envelope, ...outcome } = await makeAudit(
    options.output.session,
    {
      ...request,
      limits: { ...LIMITS, auditMs: options.timeoutMs },
      source: { kind: 'recording', har },
    },
    {
      onMissing: (missingRequests) => {
        missing = missingRequests;
      },
      onEvent: options.onEvent,
    },
  ).catch((error: unknown) => {
    // If the home page is missing from the recording, the replay times out. Report the incomplete recording instead.
    const lacks = error instanceof AuditError && error.kind === 'audit_timeout' && missing.total > 0;
    throw lacks ? incompleteRecording(request.target, missing) : error;
  });
  if (envelope.cut_short === true || wasCutShort(har, envelope, request)) {
    return { ...outcome, envelope: { ...envelope, cut_short: true }, incomplete: undefined };
  }
  const incomplete = missing.total === 0 ? undefined : incompleteRecording(request.target, missing);
  return { ...outcome, envelope, incomplete };
}

function incompleteRecording({ name }: Target, { total, names }: Missing): CliError {
  return new CliError(
    'incomplete_recording',
    `The recording of ${name} does not contain ${plural(total, 'request')} of today's rules; checks that need them were not run.`,
    {
      hint: 'It was cut short, or made under older rules. Audit the site again with --har to record everything. Missing:',
      missing: names,
    },
  );
}

/** Returns whether the time limit ended the recorded audit early, so that selected checks have no verdict. */
function wasCutShort({ log }: Har, { scorecard }: Envelope, request: AuditRequest): boolean {
  const undecided = scorecard.results.some(({ status, id }) => status === 'skip' && isSelected(request, id));
  return undecided && log.entries.some(({ _failure }) => _failure?.reason === 'deadline');
}

export interface ReadScorecard {
  readonly envelope: Envelope;
  readonly incomplete: AuditError | undefined;
}

interface ScorecardOptions extends ReadOptions {
  /** The error to throw for empty input. */
  readonly ifEmpty?: CliError | undefined;
}

/**
 * Reads a scorecard from a file or stdin, as JSON or as the lines of `--output jsonl`. For a recording, runs the current
 * checks on it.
 * @throws CliError, AuditError `invalid_scorecard`, `invalid_recording`
 */
export async function readScorecard(path: string, options: ScorecardOptions): Promise<ReadScorecard> {
  const text = await readInput(path, options);
  if (text.trim() === '') throw options.ifEmpty ?? emptyInput(path);
  const data = jsonOf(text, nameOf(path));
  if (isRecord(data) && 'log' in data) return replay(recordingOf(text), options);
  if (isRecord(data) && data.kind === 'baseline') throw baselineGiven(path);
  const read = storedEnvelopeSchema.safeParse(data);
  if (read.success) return { envelope: read.data, incomplete: undefined };
  throw invalid(nameOf(path), faultyField(read.error.issues));
}

function emptyInput(path: string): CliError {
  return new CliError('usage', `${nameOf(path)} is empty.`, {
    hint: `Name a file of a scorecard${path === STDIN ? ', or pipe one into stdin' : ''}. If a command wrote it, look at what that command printed on stderr.`,
  });
}

function baselineGiven(path: string): AuditError {
  return new AuditError(
    'invalid_scorecard',
    `${nameOf(path)} is a baseline, as --update-baseline writes it, not a scorecard.`,
    {
      hint: 'This command needs whole scorecards (--json > scorecard.json). To compare a site with a baseline, audit the site with --baseline.',
    },
  );
}

function jsonOf(text: string, name: string): unknown {
  const trimmed = text.trim();
  try {
    return JSON.parse(trimmed);
  } catch (error) {
    const last = scorecardLine(trimmed);
    if (last !== undefined) return last;
    throw invalid(name, error instanceof Error ? error.message : 'it is not JSON');
  }
}

/** Returns the scorecard in the last line of an audit's `jsonl` output. */
function scorecardLine(text: string): unknown {
  try {
    const line: unknown = JSON.parse(text.slice(text.lastIndexOf('\n') + 1));
    return typeof line === 'object' && line !== null && 'scorecard' in line ? line.scorecard : undefined;
  } catch {
    return undefined;
  }
}

function invalid(name: string, why: string): AuditError {
  return new AuditError(
    'invalid_scorecard',
    `${name} is neither a scorecard nor a recording: ${plain(why)}.`,
    {
      hint: 'Make a scorecard with --json > scorecard.json, or a recording with --har recording.har.',
    },
  );
}

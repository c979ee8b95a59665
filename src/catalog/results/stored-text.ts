/** Converts a target's results from and to text, for files and databases. All functions are pure. */

import { type Stored, storedSchema } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { faultyField, isRecord } from '../../base/json.ts';
import { plain } from '../../base/text.ts';
import { SCHEMA_VERSION } from '../../base/versions.ts';
import { type LastAudit, signatureOf } from './last-audits.ts';
import { confirmationOf, confirmedAt, nothingStored } from './merge.ts';

interface KnownState {
  readonly text: string | undefined;
  readonly written: Stored;
  /** The same as `written`, but with the time of a later audit with the same result, if there was one. */
  readonly current: Stored;
}

/**
 * Parses the text of a target's results. If a later audit (`last`) had the same result, `current` has the time of that audit.
 * @param place where the text is stored, for error messages
 * @param parse parses the text; by default, it also validates the whole text
 * @throws AuditError `invalid_scorecard` for a text that this program did not write
 */
export function stateIn(
  text: string | undefined,
  host: string,
  place: string,
  last: LastAudit | undefined,
  parse = parseStored,
): KnownState {
  if (text === undefined) {
    const nothing = nothingStored(host);
    return { text, written: nothing, current: nothing };
  }
  const written = parse(text, host, place);
  const confirms = last !== undefined && last.of === signatureOf(text);
  const current = confirms ? confirmedAt(written, last.at) : written;
  return { text, written, current };
}

/** Returns the text to store, or only a `LastAudit` if nothing but the time is new, or `undefined` if nothing changed. */
export function writeOf(
  { text, written, current }: KnownState,
  stored: Stored,
): string | LastAudit | undefined {
  const after = storedText(stored);
  if (after === (current === written ? text : storedText(current))) return undefined;
  const at = confirmationOf(written, stored);
  const isLine = text !== undefined && at !== undefined && after === storedText(confirmedAt(written, at));
  return isLine ? { at, of: signatureOf(text) } : after;
}

export function storedText(stored: Stored): string {
  return `${JSON.stringify(storedSchema.parse(stored), null, 2)}\n`;
}

/**
 * Parses text from this catalog's database. Does not validate it again, because that takes longer than rendering its page and
 * the text was validated when it was written. Validates only old schema versions and incomplete scorecards (`left_out`).
 */
export function parseOwn(text: string, host: string, path: string): Stored {
  const data = jsonIn(text, path);
  const isOwn =
    isRecord(data) &&
    data.host === host &&
    [data.latest, data.previous].every((one) => one === null || isCurrent(one));
  return isOwn ? (data as unknown as Stored) : parseStored(text, host, path);
}

function isCurrent(envelope: unknown): boolean {
  if (!isRecord(envelope) || !isRecord(envelope.scorecard)) return false;
  const { schema_version, left_out } = envelope.scorecard;
  return schema_version === SCHEMA_VERSION && left_out === undefined;
}

function parseStored(text: string, host: string, path: string): Stored {
  const read = storedSchema.safeParse(jsonIn(text, path));
  if (!read.success) throw invalid(path, faultyField(read.error.issues));
  if (read.data.host !== host)
    throw invalid(path, `its host is ${JSON.stringify(read.data.host).slice(0, 80)}`);
  return read.data;
}

function jsonIn(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalid(path, error instanceof Error ? error.message : 'it is not JSON', error);
  }
}

function invalid(path: string, why: string, cause?: unknown): AuditError {
  return new AuditError('invalid_scorecard', `${path} is not a results file: ${plain(why)}.`, {
    hint: 'It was not changed. Restore it from version control, or delete it.',
    cause,
  });
}

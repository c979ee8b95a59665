/** Reads and writes the text of a target's results, for files and databases. Pure. */

import { type Stored, storedSchema } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { faultyField } from '../../base/json.ts';
import { plain } from '../../base/text.ts';
import { type LastAudit, signatureOf } from './last-audits.ts';
import { confirmationOf, confirmedAt, nothingStored } from './merge.ts';

interface KnownState {
  readonly text: string | undefined;
  readonly written: Stored;
  /** The written state, updated by later audits that found nothing new. */
  readonly current: Stored;
}

/**
 * Returns the state from a text and the last audit. The last audit is ignored if it is about another text.
 * @param place names the text in errors
 * @throws AuditError `invalid_scorecard` for a text that this program did not write
 */
export function stateIn(
  text: string | undefined,
  host: string,
  place: string,
  last: LastAudit | undefined,
): KnownState {
  if (text === undefined) {
    const nothing = nothingStored(host);
    return { text, written: nothing, current: nothing };
  }
  const written = parseStored(text, host, place);
  const confirms = last !== undefined && last.of === signatureOf(text);
  const current = confirms ? confirmedAt(written, last.at) : written;
  return { text, written, current };
}

/** Returns what to write for a new state: a text; a line if the audit found nothing new; `undefined` for no change. */
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

function parseStored(text: string, host: string, path: string): Stored {
  const invalid = (why: string, cause?: unknown) =>
    new AuditError('invalid_scorecard', `${path} is not a file of results: ${plain(why)}.`, {
      hint: 'It was left untouched. Restore it from version control, or delete it.',
      cause,
    });
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'it is not JSON', error);
  }
  const read = storedSchema.safeParse(data);
  if (!read.success) throw invalid(faultyField(read.error.issues));
  if (read.data.host !== host) throw invalid(`its host is ${JSON.stringify(read.data.host).slice(0, 80)}`);
  return read.data;
}

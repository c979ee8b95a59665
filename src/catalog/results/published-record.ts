/** The records of a large catalog, one for each target. On request, the service creates a target's page from its record. */
import * as z from 'zod';
import { publishable } from '../../audit/scorecard/listing-state.ts';
import { type ListedHost, type Stored, storedSchema, targetSchema } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { type ListedTarget, listedOf } from './scored.ts';

/** All data for the page and the other formats of a target. */
export interface PublishedRecord {
  readonly target: ListedHost;
  readonly stored: Stored;
}

/** The maximum number of targets for which a build writes all files, unless the operator sets another maximum. */
const STATIC_TARGETS = 2_000;

/**
 * Returns whether the service, not the build, creates the files of a catalog with this many targets.
 * @param setting the value of CATALOG_STATIC_TARGETS
 * @throws AuditError if the setting is not a whole number
 */
export function areMadeOnRequest(
  targets: number,
  setting = process.env.CATALOG_STATIC_TARGETS ?? `${STATIC_TARGETS}`,
): boolean {
  if (!/^\d{1,9}$/.test(setting.trim())) {
    throw new AuditError('configuration', 'CATALOG_STATIC_TARGETS is not a whole number.', {
      hint: `Set it to the maximum number of targets that a build writes files for, or unset it for the default of ${STATIC_TARGETS}.`,
    });
  }
  return targets > Number(setting);
}

export function recordFile(host: string): string {
  return `records/${host}.json`;
}

/** Returns the text of a record, without the data that the site's owner withdrew. */
export function recordText({ target, stored }: PublishedRecord): string {
  return JSON.stringify({ target, stored: storedSchema.parse(publishable(stored)) });
}

const recordSchema = z.strictObject({ target: targetSchema, stored: storedSchema });

/**
 * Parses the text of a published record.
 * @throws Error if the text is not a record of this host
 */
export function listedIn(text: string, host: string): ListedTarget {
  const { target, stored } = recordSchema.parse(JSON.parse(text));
  const listed = listedOf(target, stored);
  if (target.host !== host || stored.host !== host || listed === undefined)
    throw new Error(`This is not a record of ${host}.`);
  return listed;
}

/**
 * What a build leaves to the function: for each target of a large catalog it publishes one record in place of the target's
 * files, and the function makes these on request by the same code (`target-forms.ts`).
 */
import * as z from 'zod';
import { shownOf } from '../../audit/scorecard/listing-state.ts';
import { type ListedHost, type Stored, storedSchema, targetSchema } from '../../audit/scorecard/record.ts';
import { AuditError } from '../../base/errors.ts';
import { type ListedTarget, listedOf } from './scored.ts';

/** All that the page and the other forms of a target are made of: `listedOf` takes both. */
export interface PublishedRecord {
  readonly target: ListedHost;
  readonly stored: Stored;
}

/** The most targets that a build writes files for, unless the operator says otherwise. */
const STATIC_TARGETS = 10_000;

/**
 * Whether a build leaves the files of so many targets to the function.
 *
 * @param setting CATALOG_STATIC_TARGETS
 * @throws AuditError for a setting that is no whole number
 */
export function areMadeOnRequest(
  targets: number,
  setting = process.env.CATALOG_STATIC_TARGETS ?? `${STATIC_TARGETS}`,
): boolean {
  if (!/^\d{1,9}$/.test(setting.trim())) {
    throw new AuditError('configuration', 'CATALOG_STATIC_TARGETS is not a whole number.', {
      hint: `Set it to the most targets that a build writes files for, or leave it out: then it is ${STATIC_TARGETS}.`,
    });
  }
  return targets > Number(setting);
}

/** The path of a target's record, in the folder `service` of a build. */
export function recordFile(host: string): string {
  return `records/${host}.json`;
}

/** The host of a record's path; `undefined` for other paths. */
export function recordHost(path: string): string | undefined {
  return /^records\/(.+)\.json$/.exec(path)?.[1];
}

/** The bytes of a record. What an owner has withdrawn is not in it. */
export function recordText({ target, stored }: PublishedRecord): string {
  return JSON.stringify({ target, stored: storedSchema.parse(shownOf(stored)) });
}

const recordSchema = z.strictObject({ target: targetSchema, stored: storedSchema });

/**
 * The target that a record is of, as a build lists it.
 *
 * @throws Error for a text that is no record of this host
 */
export function listedIn(text: string, host: string): ListedTarget {
  const { target, stored } = recordSchema.parse(JSON.parse(text));
  const listed = listedOf(target, stored);
  if (target.host !== host || stored.host !== host || listed === undefined)
    throw new Error(`This is no record of ${host}.`);
  return listed;
}

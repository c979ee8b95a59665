/** The reviewed list of targets, as files: one a target, named after its host. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { definitionOf } from '../../audit/check-texts/index.ts';
import { type ListedHost, targetSchema } from '../../audit/scorecard/record.ts';
import { parseTarget, type Target } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import { fileNameOf } from './file-names.ts';

/** Files that are open at the same time: a process may have some thousand. */
const AT_ONCE = 64;

/**
 * Reads the list, by host.
 *
 * @throws AuditError `configuration` that names the file and what is wrong with it
 */
export async function readTargets(folder: string): Promise<ListedHost[]> {
  let names: string[];
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
  } catch (cause) {
    throw new AuditError('configuration', `Cannot read the list of targets in ${folder}: no such folder.`, {
      hint: 'Name the folder with --targets.',
      cause,
    });
  }
  const targets = await pLimit(AT_ONCE).map(names.sort(), (name) => readTarget(join(folder, name), name));
  return targets.sort((a, b) => (a.host < b.host ? -1 : 1));
}

async function readTarget(path: string, name: string): Promise<ListedHost> {
  const fault = (why: string, cause?: unknown) =>
    new AuditError('configuration', `${path} is not a valid target: ${why}.`, {
      hint: 'Compare it with the other files of the folder.',
      cause,
    });
  let data: unknown;
  try {
    data = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw fault(error instanceof Error ? error.message : 'unreadable', error);
  }
  const read = targetSchema.safeParse(data);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw fault(`${(issue?.path ?? []).join('.')}: ${issue?.message ?? 'unreadable'}`);
  }
  const why = faultOf(read.data, name);
  if (why !== undefined) throw fault(why);
  return read.data;
}

/** What the schema cannot say; the file's name keeps hosts unique. */
function faultOf(target: ListedHost, fileName: string): string | undefined {
  if (fileName !== `${fileNameOf(target.host)}.json`) return `its host is ${target.host}`;
  const checks = (target.waivers ?? []).map(({ check }) => check);
  const unknown = checks.find((id) => definitionOf(id) === undefined);
  if (unknown !== undefined) return `it waives “${unknown}”, and no check has this id`;
  if (new Set(checks).size < checks.length) return 'it waives a check twice';
  try {
    return located(target).name === target.host
      ? undefined
      : `its host is not written as ${located(target).name}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'its host cannot be read';
  }
}

/**
 * Where a target is.
 *
 * @throws AuditError `invalid_target`
 */
export function located({ host, url }: ListedHost): Target {
  return parseTarget(url ?? host);
}

/** Reads and writes the reviewed list of targets: one file per target, named after its host. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import * as z from 'zod';
import { definitionOf } from '../../audit/check-texts/index.ts';
import { type ListedHost, targetSchema } from '../../audit/scorecard/record.ts';
import { parseTarget, type Target } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import { beginFile, isThere } from '../../base/files.ts';
import { plain } from '../../base/text.ts';
import { fileNameOf } from './store.ts';

/** The maximum number of files open at the same time. A process may open only a few thousand. */
const AT_ONCE = 64;

/**
 * Returns the list of targets, sorted by host.
 * @throws AuditError `configuration` if files are invalid; the message lists all their faults
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
  const files = await pLimit(AT_ONCE).map(names.sort(), async (name) => ({
    name,
    ...(await readTarget(join(folder, name), name)),
  }));
  const faulty = files.filter(({ faults }) => faults.length > 0);
  if (faulty.length > 0) {
    const lines = faulty.flatMap(({ name, faults }) => faults.map((fault) => `  ${name}: ${fault}`));
    const count = faulty.length === 1 ? 'One file is' : `${faulty.length} files are`;
    throw new AuditError('configuration', `${count} not a valid target, in ${folder}:\n${lines.join('\n')}`, {
      hint: 'The operators’ page has a table of the fields, and /schema/target.schema.json is their JSON Schema.',
    });
  }
  return files.flatMap(({ target }) => target ?? []).sort((a, b) => (a.host < b.host ? -1 : 1));
}

interface TargetFile {
  readonly target?: ListedHost;
  /** The faults of the file, each worded as the end of a sentence. */
  readonly faults: readonly string[];
}

async function readTarget(path: string, name: string): Promise<TargetFile> {
  let data: unknown;
  try {
    data = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return { faults: [plain(error instanceof Error ? error.message : String(error))] };
  }
  const { data: target, error } = targetSchema.safeParse(data);
  const { host } = target ?? hostSchema.safeParse(data).data ?? {};
  return {
    ...(target && { target }),
    faults: [
      ...(error?.issues ?? []).map(faultText),
      ...(host === undefined ? [] : faultsOfHost({ host, url: target?.url }, name)),
      ...faultsOfWaivers(target?.waivers ?? []),
    ],
  };
}

export function targetPath(folder: string, host: string): string {
  return join(folder, `${fileNameOf(host)}.json`);
}

/**
 * Writes the file of a new target. Returns `false` if the file already exists.
 * @throws FileError
 */
export async function addTarget(folder: string, target: ListedHost): Promise<boolean> {
  const path = targetPath(folder, target.host);
  if (await isThere(path)) return false;
  const file = await beginFile(path, { folders: true });
  await file.commit(targetText(target));
  return true;
}

export function targetText(target: ListedHost): string {
  return `${JSON.stringify(target, null, 2)}\n`;
}

/** The schema of the host alone, to check the file's name even if other fields are invalid. */
const hostSchema = z.object({ host: targetSchema.shape.host });

function faultText({ path, message }: z.core.$ZodIssue): string {
  const at = path.length === 0 ? '' : `“${plain(path.join('.'), 60)}” `;
  const [, expected, received] = /expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (received === 'undefined') return `${at}is missing`;
  if (received !== undefined) return `${at}is of the type ${received}, not ${expected}`;
  return plain(`${at}${message}`);
}

/** Returns the faults of a host. A file must have the name of its host, so no two files can have the same host. */
function faultsOfHost(target: Pick<ListedHost, 'host' | 'url'>, fileName: string): string[] {
  let host: string;
  try {
    host = located(target).name;
  } catch (error) {
    return [error instanceof Error ? error.message : 'its host cannot be read'];
  }
  const expected = `${fileNameOf(host)}.json`;
  return [
    ...(host === target.host ? [] : [`its host must be written ${host}`]),
    ...(fileName === expected ? [] : [`its host is ${host}, so the file must be named ${expected}`]),
  ];
}

function faultsOfWaivers(waivers: NonNullable<ListedHost['waivers']>): string[] {
  const checks = waivers.map(({ check }) => check);
  return [
    ...checks
      .filter((id) => definitionOf(id) === undefined)
      .map((id) => `it waives “${plain(id, 60)}”, which is not the id of a check`),
    ...checks.filter((id, i) => checks.indexOf(id) < i).map((id) => `it waives ${plain(id, 60)} twice`),
  ];
}

/** @throws AuditError `invalid_target` */
export function located({ host, url }: Pick<ListedHost, 'host' | 'url'>): Target {
  return parseTarget(url ?? host);
}

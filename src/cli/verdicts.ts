/** Where a command gets the verdicts from that it works on: a scorecard, a recording, stdin, or an audit that it makes. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Session } from './context.ts';
import { CliError } from './errors.ts';
import { STDIN } from './files.ts';

export type VerdictSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'site'; readonly target: string };

/** What is meant for a file although nothing is there: no site has such a name. */
const FILE_NAME = /\.(?:json|jsonl|har)$|^\.{0,2}\/|^[A-Za-z]:\\/i;

/**
 * What `from` means: a file that is there, stdin (also where nothing is named), or a site.
 *
 * @param fallback the target that the configuration names
 * @throws CliError `usage` where nothing is named and stdin is a terminal
 */
export async function verdictSource(
  from: string | undefined,
  { command, fallback }: { command: string; fallback?: string | undefined },
  { context: { program, stdin, cwd } }: Session,
): Promise<VerdictSource> {
  const typed = from ?? fallback;
  if (typed === undefined && stdin.isTTY === true) {
    throw new CliError('usage', 'Which site, or which scorecard? The argument is missing.', {
      hint: `Type ${program} ${command} http://localhost:3000, or ${program} ${command} scorecard.json.`,
    });
  }
  if (typed === undefined || typed === STDIN) return { kind: 'file', path: STDIN };
  const facts = await stat(resolve(cwd, typed)).catch(() => undefined);
  if (facts?.isFile() === true || FILE_NAME.test(typed)) return { kind: 'file', path: typed };
  return { kind: 'site', target: typed };
}

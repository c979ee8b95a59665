/** Reads the baseline file before an audit. With --update-baseline or --tighten-baseline, rewrites it after the audit. */

import { relative } from 'node:path';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { storedEnvelopeSchema } from '../../audit/scorecard/stored.ts';
import type { Target } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import { shellWord } from '../../base/escape.ts';
import { isMissing } from '../../base/files.ts';
import { faultyField, isRecord, parseJsonText } from '../../base/json.ts';
import { plain } from '../../base/text.ts';
import {
  type Baseline,
  baselineSchema,
  baselineText,
  isComparable,
  isSameDeployment,
  type Renewal,
  renewBaseline,
} from '../../report/gate/baseline.ts';
import { refuseStrangers } from '../config/find.ts';
import { pathFrom } from '../context.ts';
import { CliError } from '../errors.ts';
import { beginOutput, checkFile, readInput } from '../files.ts';
import { notice } from '../output.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from '../run.ts';

export interface BaselineFile {
  readonly path: string;
  /** The status of each check in the file; `undefined` if the file does not exist yet. */
  readonly baseline: Baseline | undefined;
  /** The content of the file if it is a whole scorecard. Reports compare it in more detail than a file with only statuses. */
  readonly scorecard: Envelope | undefined;
  /** How to rewrite the file after the audit; `undefined` to leave it unchanged. */
  readonly renewal: Renewal | undefined;
}

/**
 * Reads the baseline file, if the settings name one.
 * @throws CliError `usage` or `configuration` if the baseline is invalid or belongs to another site; FileError if unreadable
 */
export async function openBaseline(
  run: AuditRun,
  target: Target,
  canonicalOrigin: string | undefined,
): Promise<BaselineFile | undefined> {
  const { values } = run;
  const renewal = renewalOf(run);
  if (values.baseline === undefined) {
    if (renewal === undefined) return undefined;
    throw new CliError('usage', `--${renewal}-baseline needs the name of the file.`, {
      hint: `Type --baseline agent-readiness.baseline.json --${renewal}-baseline, or name it in the configuration.`,
    });
  }
  const { cwd } = run.output.session.context;
  const path = pathFrom(cwd, values.baseline);
  const name = relative(cwd, path);
  if (renewal !== undefined) await checkFile(run.output.session, path, { force: true });
  const file = { path, ...(await read(path, name, run, renewal)), renewal };
  if (renewal !== undefined && file.scorecard !== undefined) {
    throw new CliError('usage', `${name} is a whole scorecard, which --${renewal}-baseline would replace.`, {
      hint: `Name another file: --baseline agent-readiness.baseline.json --${renewal}-baseline.`,
    });
  }
  if (file.baseline !== undefined) refuseOther(file.baseline, name, target, canonicalOrigin);
  return file;
}

function renewalOf({ values }: AuditRun): Renewal | undefined {
  if (values.updateBaseline && values.tightenBaseline) {
    throw new CliError('usage', '--update-baseline and --tighten-baseline contradict each other.', {
      hint: 'Pass --tighten-baseline to remove fixed failures, or --update-baseline to accept new failures too.',
    });
  }
  return values.updateBaseline ? 'update' : values.tightenBaseline ? 'tighten' : undefined;
}

async function read(
  path: string,
  name: string,
  { sources, config, output, timeoutMs }: AuditRun,
  renewal: Renewal | undefined,
): Promise<Pick<BaselineFile, 'baseline' | 'scorecard'>> {
  const kind = sources.baseline === 'flag' ? 'usage' : 'configuration';
  let text: string;
  try {
    // If the caller named the configuration, its paths are trusted. The check is for a configuration found automatically.
    if (sources.baseline === 'config' && config?.by === 'found') {
      const wayOut = `If you trust it, name it: --baseline ${shellWord(name)}.`;
      await refuseStrangers(path, `The baseline ${name}`, wayOut);
    }
    text = await readInput(path, { output, timeoutMs });
  } catch (error) {
    const missing = isMissing(error instanceof AuditError ? error.cause : error);
    if (!missing) throw error;
    if (renewal === 'update') return { baseline: undefined, scorecard: undefined };
    throw new CliError(kind, `There is no baseline ${name}.`, {
      hint: 'Create it with --update-baseline and commit it, or keep a scorecard with --json > before.json.',
    });
  }
  const parsed = parseJsonText(text);
  const data = parsed.ok ? parsed.value : undefined;
  const whole = isRecord(data) && 'scorecard' in data ? storedEnvelopeSchema.safeParse(data) : undefined;
  if (whole?.success === true) {
    return { baseline: renewBaseline(whole.data, undefined, 'update').baseline, scorecard: whole.data };
  }
  const compact = baselineSchema.safeParse(data);
  if (compact.success) return { baseline: compact.data, scorecard: undefined };
  const why = data === undefined ? 'it is not JSON' : faultyField((whole ?? compact).error.issues);
  throw new CliError(kind, `${name} is neither a scorecard nor a baseline: ${why}.`, {
    hint: 'Name a scorecard (--json > before.json), or a file written by --update-baseline.',
  });
}

/** Rejects the baseline of another site. A preview may use the baseline of its production site. */
function refuseOther(
  baseline: Baseline,
  file: string,
  { name }: Target,
  canonicalOrigin: string | undefined,
): void {
  const names = [name, ...(canonicalOrigin === undefined ? [] : [new URL(canonicalOrigin).host])];
  if (names.some((one) => isSameDeployment(baseline.target, one))) return;
  throw new CliError('usage', `${file} is the baseline of ${plain(baseline.target, 100)}, not of ${name}.`, {
    hint: `Name another file with --baseline. If ${name} is a preview, pass --canonical-origin with the URL of production.`,
  });
}

interface RenewedFile {
  readonly baseline: Baseline | undefined;
  readonly written: 'created' | 'updated' | 'unchanged' | 'no';
  /** Ids of the failed checks that the rewrite added to the file. `removed` has the failed checks that it removed. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Rewrites the baseline, if requested and if the audit was complete.
 * @throws FileError
 */
export async function renewFile(
  { path, baseline, scorecard, renewal }: BaselineFile,
  { output }: AuditRun,
  { envelope, incomplete }: Replayed,
): Promise<RenewedFile> {
  const unchanged = { baseline, written: 'no', added: [], removed: [] } as const;
  if (renewal === undefined) {
    const compact = scorecard === undefined ? baseline : undefined;
    return { ...unchanged, warnings: compact === undefined ? [] : fixedWarning(compact, envelope) };
  }
  const why = whyNot(renewal, baseline, { envelope, incomplete });
  if (why !== undefined) return { ...unchanged, warnings: [`The baseline was not written: ${why}.`] };
  const renewed = renewBaseline(envelope, baseline, renewal);
  const text = baselineText(renewed.baseline);
  const same = baseline !== undefined && text === baselineText(baseline);
  if (!same) await (await beginOutput(output.session, path, { force: true })).commit(text);
  const written = same ? 'unchanged' : baseline === undefined ? 'created' : 'updated';
  const { added, removed } = renewed;
  notice(
    output,
    [
      `Baseline ${relative(output.session.context.cwd, path)}: ${written}.`,
      ...listed('Added', added),
      ...listed('Removed', removed),
    ].join(' '),
  );
  return { ...renewed, written, warnings: [] };
}

function whyNot(
  renewal: Renewal,
  baseline: Baseline | undefined,
  { envelope, incomplete }: Pick<Replayed, 'envelope' | 'incomplete'>,
): string | undefined {
  if (envelope.cut_short === true) return 'the audit was cut short';
  if (incomplete !== undefined) return 'the recording is incomplete';
  if (renewal === 'tighten' && baseline !== undefined && !isComparable(baseline, envelope)) {
    return 'it was judged by other rules or as another site type, so fixed failures are unknown';
  }
  return undefined;
}

/** Returns a warning if the baseline lists fixed failures. Listed failures are accepted, so they could return unnoticed. */
function fixedWarning(baseline: Baseline, envelope: Envelope): string[] {
  if (!isComparable(baseline, envelope)) return [];
  const { removed } = renewBaseline(envelope, baseline, 'tighten');
  return removed.length === 0
    ? []
    : [
        `The baseline lists checks that no longer fail or no longer apply: ${removed.join(', ')}. --tighten-baseline removes them.`,
      ];
}

function listed(what: string, ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}.`];
}

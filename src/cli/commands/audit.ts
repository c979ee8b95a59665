/** `audit`: one site, live or from a recording. */
import type { AuditEvent, AuditOutcome } from '../../audit.ts';
import { catalogue } from '../../catalogue/index.ts';
import { sharedAuditors } from '../../isolation/shared.ts';
import { LIMITS } from '../../limits.ts';
import { renderMarkdown } from '../../render/markdown/scorecard.ts';
import { renderTerminal } from '../../render/terminal.ts';
import { isPublicForm, parseTarget, type Target } from '../../target.ts';
import { DEFAULT_BASE_URL } from '../../versions.ts';
import { plural } from '../../view/words.ts';
import { type AuditLine, framed, type PlanDocument } from '../documents.ts';
import { CliError } from '../errors.ts';
import { beginOutput, checkFile, STDIN } from '../files.ts';
import type { AUDIT } from '../options.ts';
import { notice, print, printJson, requireFormat } from '../output.ts';
import { clearProgress, progressOf } from '../progress.ts';
import { type Recording, type Replayed, readRecording, replay } from '../recordings.ts';
import type { Run } from '../run.ts';
import { selectChecks } from '../select.ts';

type AuditRun = Run<typeof AUDIT>;

/** Everything that an audit is asked for; made before any request is sent. */
interface Plan {
  readonly target: Target;
  readonly selected: ReadonlySet<string> | undefined;
  readonly recording: Recording | undefined;
}

/**
 * Audits a site and prints its scorecard.
 *
 * @throws CliError, AuditError for whatever makes the exit code other than 0
 */
export async function audit(run: AuditRun, input: string | undefined): Promise<void> {
  const plan = await planOf(run, input);
  if (run.values.dryRun) return printPlan(run, plan);
  const outcome =
    plan.recording === undefined
      ? { ...(await live(run, plan)), incomplete: undefined }
      : await replayed(run, plan.recording, plan);
  judgeOutcome(run, outcome);
}

async function planOf(run: AuditRun, input: string | undefined): Promise<Plan> {
  const { values, sources, program } = run;
  const selected = selectChecks({ only: values.only, skip: values.skip, sources, program });
  if (values.replay === undefined) {
    if (input === undefined) throw noTarget(program);
    return { target: readTarget(input, run), selected, recording: undefined };
  }
  refuseBesideReplay(run);
  const recording = await readRecording(values.replay, { output: run.output, timeoutMs: run.timeoutMs });
  const { target } = recording;
  if (input !== undefined && readTarget(input, run).name !== target.name) {
    throw new CliError('usage', `${values.replay} is a recording of ${target.name}, not of ${input}.`, {
      hint: 'Leave out the target: the recording names it.',
    });
  }
  return { target, selected, recording };
}

function noTarget(program: string): CliError {
  return new CliError('usage', 'Which site? The address is missing.', {
    hint: `Type ${program} https://example.com, or http://localhost:3000 for a site on this machine. --help has more.`,
  });
}

/** A replay has no network to record or to set up; flags that say otherwise are a mistake worth telling. */
function refuseBesideReplay({ sources }: AuditRun): void {
  const flags = {
    har: '--har',
    baseUrl: '--base-url',
    network: '--network',
    resolver: '--resolver',
    concurrency: '--concurrency',
  } as const;
  for (const [key, name] of Object.entries(flags) as [keyof typeof flags, string][]) {
    if (sources[key] === 'flag') {
      throw new CliError('usage', `${name} cannot be used with --replay: a recording is judged as it is.`, {
        hint: `Leave out ${name}, or audit the site itself.`,
      });
    }
  }
}

function readTarget(input: string, { values }: AuditRun): Target {
  const target = parseTarget(input);
  if (values.network === 'public' && !isPublicForm(new URL(target.url))) {
    throw new CliError(
      'not_permitted',
      `${target.name} is not the name of a public site, and --network public allows nothing else.`,
      {
        hint: 'Pass --network auto (or AUDIT_NETWORK=auto) to audit a site on this machine or in a private network.',
      },
    );
  }
  return target;
}

async function live(run: AuditRun, { target, selected }: Plan): Promise<AuditOutcome> {
  const { values, sources, output } = run;
  const { concurrency, har, network } = values;
  const limits = {
    ...LIMITS,
    auditMs: run.timeoutMs,
    perOrigin: concurrency,
    ...(sources.concurrency === 'default' ? {} : { streams: concurrency }),
  };
  const file = har === undefined ? undefined : await beginOutput(har, { force: values.force });
  try {
    const { recording, ...outcome } = await sharedAuditors.audit(
      {
        target,
        limits,
        source: { kind: 'network', network, resolver: values.resolver },
        baseUrl: values.baseUrl ?? DEFAULT_BASE_URL,
        siteType: values.siteType ?? null,
        record: file !== undefined,
        ...(selected === undefined ? {} : { selected: [...selected] }),
      },
      { onEvent: eventsOf(run) },
    );
    if (file !== undefined) {
      if (recording !== undefined) await file.commit(textOf(recording));
      notice(output, recording === undefined ? NOT_RECORDED : `Recorded in ${har}.`);
    }
    return outcome;
  } finally {
    clearProgress();
    await file?.discard();
  }
}

const NOT_RECORDED = 'Nothing was recorded: the audit had to be stopped at its deadline.';

/** Each piece ends with a character. */
function* textOf(pieces: readonly Uint8Array[]): Generator<string> {
  for (const piece of pieces) yield Buffer.from(piece).toString('utf8');
}

async function replayed(run: AuditRun, recording: Recording, { selected }: Plan): Promise<Replayed> {
  const { values } = run;
  try {
    return await replay(recording, {
      timeoutMs: run.timeoutMs,
      onEvent: eventsOf(run),
      ...(values.siteType === undefined ? {} : { siteType: values.siteType }),
      ...(selected === undefined ? {} : { selected }),
    });
  } finally {
    clearProgress();
  }
}

/** What is shown while an audit runs: the progress on stderr, with `jsonl` every event on stdout. */
function eventsOf({ output }: AuditRun): (event: AuditEvent) => void {
  const progress = progressOf(output);
  return (event) => {
    if (output.format === 'jsonl') {
      const { type, ...rest } = event;
      printJson({ event: type, ...rest }, 'jsonl');
    }
    progress(event);
  };
}

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Prints the scorecard, then says by an error what is not right about it. */
function judgeOutcome({ values, output }: AuditRun, { envelope, declined, incomplete }: Replayed): void {
  const cutShort = envelope.cut_short === true;
  if (declined) notice(output, DECLINED);
  switch (output.format) {
    case 'json':
      printJson(envelope, 'json');
      break;
    case 'jsonl': {
      const line: AuditLine = { event: 'scorecard', cut_short: cutShort, scorecard: envelope };
      printJson(line, 'jsonl');
      break;
    }
    case 'md':
      print(renderMarkdown(envelope));
      break;
    case 'text':
      print(renderTerminal(envelope, { ...output.text, verbose: output.verbose }));
  }
  const { summary, score } = envelope.scorecard;
  if (cutShort) {
    throw new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline: ${plural(summary.skip, 'check')} not run, and the scores are of the rest only.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined) throw incomplete;
  if (values.failUnder !== undefined && score.relative < values.failUnder) {
    throw new CliError(
      'below_threshold',
      `The relative score is ${score.relative}, which is below --fail-under ${values.failUnder}.`,
      { hint: 'The scorecard lists what to fix; explain <check> says more about each check.' },
    );
  }
}

async function printPlan(run: AuditRun, { target, selected, recording }: Plan): Promise<void> {
  const { values, output } = run;
  requireFormat(output, '--dry-run', ['text', 'json', 'jsonl']);
  const writes = values.har === undefined || recording !== undefined ? [] : [values.har];
  for (const path of writes) await checkFile(path, { force: values.force });
  const document: PlanDocument = {
    ...framed('plan'),
    dry_run: true,
    target: target.name,
    target_url: target.url,
    site_type: values.siteType ?? recording?.siteType ?? null,
    network: recording === undefined ? values.network : 'none',
    timeout_s: run.timeoutMs / 1000,
    checks: catalogue.filter(({ id }) => selected?.has(id) ?? true).map(({ id }) => id),
    writes,
  };
  if (output.format !== 'text') return printJson(document, output.format);
  const source =
    recording === undefined
      ? `over the network (${document.network})`
      : `from ${nameOfSource(values.replay)}`;
  print(
    [
      `Would audit ${document.target_url} ${source}, for at most ${document.timeout_s} s.`,
      `Checks: ${document.checks.length} of ${catalogue.length}.`,
      `Writes: ${document.writes.length === 0 ? 'nothing' : document.writes.join(', ')}.`,
    ].join('\n'),
  );
}

function nameOfSource(path: string | undefined): string {
  return path === undefined || path === STDIN ? 'a recording on stdin' : path;
}

/** Runs `fix`: prints the brief, one page that says what to change on a site. */
import { stat } from 'node:fs/promises';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { shellWord } from '../../base/escape.ts';
import { type Brief, briefOf, endpointOption } from '../../fix/brief.ts';
import { briefMarkdown } from '../../fix/brief-markdown.ts';
import { markdownForTerminal } from '../../fix/brief-terminal.ts';
import type { FIX } from '../audit/options.ts';
import { ACCESS, AUDIT } from '../audit/options.ts';
import { planOf } from '../audit/plan.ts';
import { refusePath } from '../audit/refuse-path.ts';
import { pathFrom, prepareAudit, type Session } from '../context.ts';
import { type FixDocument, framed } from '../documents.ts';
import { CliError } from '../errors.ts';
import { STDIN } from '../files.ts';
import { present } from '../output.ts';
import { type ReadScorecard, readScorecard } from '../recordings.ts';
import type { AuditRun, Run } from '../run.ts';
import type { Setting } from '../settings.ts';
import { changeTexts, stackText } from '../texts.ts';
import { runAudit } from './audit.ts';

type FixRun = Run<typeof FIX>;

/** The input of `fix`: a scorecard or recording in a file, or a site to audit now. */
type Source =
  | { readonly kind: 'file'; readonly path: string; readonly ifEmpty?: CliError }
  | { readonly kind: 'site'; readonly target: string };

/** Matches text that names a file, whether or not the file exists, because no site has such a name. */
const FILE_NAME = /\.(?:json|jsonl|har)$|^\.{0,2}[\\/]|^[A-Za-z]:\\/i;

/**
 * Prints the brief (the list of changes) for a scorecard, a recording or a newly audited site.
 * @throws CliError, AuditError if there is no scorecard, and, after all output, if a recording is incomplete
 */
export async function fix(run: FixRun, from: string | undefined): Promise<void> {
  const { values, output, program } = run;
  const config = run.config?.values;
  const source = await sourceOf(from ?? config?.target, output.session);
  const { envelope, incomplete } = await scorecardOf(source, run);
  const brief = briefOf(envelope, {
    texts: await changeTexts(),
    verify: `${program} ${auditedAs(envelope, source, run)}`,
    waivers: config?.waivers ?? [],
    pageOf: (id) => `\`${program} fix … --for ${id}\` appends it.`,
  });
  const stack = values.for === undefined ? undefined : await stackText(values.for);
  const markdown = briefMarkdown(brief, stack);
  present(output, 'fix', {
    text: () =>
      output.session.context.stdout.isTTY === true ? markdownForTerminal(markdown, output.text) : markdown,
    md: () => markdown,
    document: () => documentOf(brief, markdown),
  });
  if (incomplete !== undefined) throw incomplete;
}

/** @throws CliError `usage` if no source is named and stdin is a terminal */
async function sourceOf(typed: string | undefined, session: Session): Promise<Source> {
  const { program, stdin, cwd } = session.context;
  if (typed === undefined) {
    if (stdin.isTTY === true) throw noSource(program, false);
    return { kind: 'file', path: STDIN, ifEmpty: noSource(program, true) };
  }
  if (typed === STDIN) return { kind: 'file', path: STDIN };
  const facts = await stat(pathFrom(cwd, typed)).catch(() => undefined);
  if (facts?.isFile() === true || (facts === undefined && FILE_NAME.test(typed)))
    return { kind: 'file', path: typed };
  await refusePath(typed, session);
  return { kind: 'site', target: typed };
}

function noSource(program: string, isStdinRead: boolean): CliError {
  const empty = isStdinRead ? ', and stdin is empty' : '';
  const hint = isStdinRead ? ' If a command was piped into it, look at what it printed on stderr.' : '';
  return new CliError('usage', `Which site, or which scorecard? The argument is missing${empty}.`, {
    hint: `Type ${program} fix http://localhost:3000, or ${program} fix scorecard.json.${hint}`,
  });
}

async function scorecardOf(source: Source, run: FixRun): Promise<ReadScorecard> {
  if (source.kind === 'file') return readScorecard(source.path, { ...run, ifEmpty: source.ifEmpty });
  const audit = asAudit(run);
  const plan = await planOf(audit, source.target);
  await prepareAudit(run.output.session);
  return runAudit(audit, plan);
}

/** Returns this run as a run of `audit`, with defaults for the options that `fix` does not have. */
function asAudit(run: FixRun): AuditRun {
  const settings = Object.entries<Setting<unknown>>(AUDIT);
  const values = Object.fromEntries(settings.map(([key, { fallback }]) => [key, fallback]));
  const sources = Object.fromEntries(settings.map(([key]) => [key, 'default']));
  return {
    ...run,
    values: { ...(values as AuditRun['values']), ...run.values },
    sources: { ...(sources as AuditRun['sources']), ...run.sources },
    // With `jsonl`, `fix` prints lines of its own, so the audit must not print its events.
    output: run.output.format === 'jsonl' ? { ...run.output, format: 'json' } : run.output,
  };
}

/** Returns the arguments that audit the same site again under the same conditions: its address and options. */
function auditedAs(envelope: Envelope, source: Source, run: FixRun): string {
  const { target_url, scorecard } = envelope;
  const type = scorecard.site_type;
  const parts = [
    shellWord(new URL(target_url).origin),
    ...(type === null ? [] : [`--site-type ${shellWord(type)}`]),
    ...(source.kind === 'site' ? typedAccess(run) : []),
  ];
  return `${parts.join(' ')}${endpointOption(envelope)}`;
}

/** Returns the typed access options, to repeat them in the suggested command. Omits `--wait-for`: the site is already running. */
function typedAccess({ values, sources }: FixRun): string[] {
  const { mcpEndpoint: _, header: __, ...others } = ACCESS;
  const headers =
    sources.header === 'flag'
      ? values.header.map(({ name, from, place }) => `--header ${shellWord(`${name}=${from}:${place}`)}`)
      : [];
  const single = Object.entries(others).flatMap(([key, { flags }]) => {
    const name = /--[a-z-]+/.exec(flags)?.[0];
    const value = values[key as keyof typeof ACCESS];
    if (sources[key as keyof typeof ACCESS] !== 'flag' || name === undefined) return [];
    return typeof value === 'string' || typeof value === 'number'
      ? [`${name} ${shellWord(String(value))}`]
      : [];
  });
  return [...headers, ...single];
}

function documentOf(brief: Brief, markdown: string): FixDocument {
  const { then, withApi, ...rest } = brief;
  return {
    ...framed('fix'),
    target: rest.target,
    address: rest.address,
    score: rest.now,
    score_then: then ?? null,
    score_with_api: withApi ?? null,
    shortfall: [...rest.shortfall],
    questions: [...rest.questions],
    parts: rest.parts.map(({ fails, begins, evidence, wire, ...part }) => ({
      ...part,
      fails: fails.map(({ id, status, keyword }) => ({ check: id, status, keyword })),
      begins: [...begins],
      evidence: [...evidence],
      wire: [...wire],
    })),
    optional: [...rest.optional],
    not_applicable: rest.notApplicable,
    waived: [...rest.waived],
    skipped: [...rest.skipped],
    unseen: [...rest.unseen],
    unknown: [...rest.unknown],
    verify: rest.verify,
    markdown,
  };
}

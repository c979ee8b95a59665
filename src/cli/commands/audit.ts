/** Runs `audit`: audits one site, live or from a recording, with a progress line and notices. */

import { isIP } from 'node:net';
import type { AuditEvent, AuditOutcome } from '../../audit/audit.ts';
import type { NetworkSource } from '../../audit/io/source.ts';
import type { AuditJob } from '../../audit/isolation/job.ts';
import { addressedLocally, namedEndpointOf } from '../../audit/scorecard/address.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { LEFT_OUT } from '../../audit/scorecard/score.ts';
import { isPublicHost, isPublicName, parseTarget, type Target } from '../../audit/target.ts';
import { AuditError } from '../../base/errors.ts';
import { LIMITS } from '../../base/limits.ts';
import { sameSite } from '../../base/same-site.ts';
import { plain, plural } from '../../base/text.ts';
import { isPlainAddress, namesPath } from '../../base/url.ts';
import type { GateOutcome } from '../../report/gate/evaluate.ts';
import { printPlan } from '../audit/dry-run.ts';
import { evaluate } from '../audit/gate.ts';
import { type Plan, planOf, proxyNotice } from '../audit/plan.ts';
import { beginReports, type ReportedSite } from '../audit/reports.ts';
import { makeAudit, widthOf } from '../context.ts';
import { CliError, toAuditError } from '../errors.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { beginOutput } from '../files.ts';
import { notice, type Output, printJson } from '../output.ts';
import { type LoadedRecording, type Replayed, replay } from '../recordings.ts';
import type { AuditRun } from '../run.ts';

/**
 * Audits a site, writes the reports and prints the scorecard. After all output, throws an error unless the exit code is 0.
 * @throws CliError, AuditError for every exit code other than 0
 */
export async function auditCommand(run: AuditRun, input: string | undefined): Promise<void> {
  const plan = await planOf(run, input);
  if (run.values.dryRun) return printPlan(run, plan);
  const reports = await beginReports(run);
  try {
    const reported = await auditPlan(run, plan);
    await reports.write(reported);
    reports.print(reported);
    const remark = reported.envelope === undefined ? undefined : hintFor(reported.envelope);
    if (remark !== undefined) notice(run.output, remark);
    if (reported.error !== undefined) throw reported.error;
  } finally {
    await reports.discard();
  }
}

const DECLINED =
  'robots.txt declines audits by this auditor: the public service and the catalog will not audit this site.';

/** Audits a site, and checks its scorecard against the requirements. Returns errors as part of the result. */
async function auditPlan(run: AuditRun, plan: Plan): Promise<ReportedSite> {
  const { target } = plan.request;
  try {
    const replayed = await runAudit(run, plan);
    const { envelope } = replayed;
    if (replayed.declined) notice(run.output, DECLINED);
    const held = plan.gate === undefined ? undefined : await evaluate(plan.gate, run, replayed);
    const error = problemOf(replayed, held?.outcome);
    return {
      target: target.name,
      envelope,
      base: plan.gate?.file?.scorecard,
      gate: held?.outcome,
      gateDocument: held?.document,
      ...(error === undefined ? {} : failed(error)),
    };
  } catch (thrown) {
    return { target: target.name, url: target.url, ...failed(toAuditError(thrown)) };
  }
}

function failed(error: AuditError) {
  const { kind, message, hint, quote } = error;
  return { error, problem: { kind, message, hint, quote, exitCode: exitCodeOf(error) } };
}

/** Returns the first problem of a finished audit: it is incomplete, a requirement is not met, or a verdict is missing. */
function problemOf(
  { envelope, incomplete }: Replayed,
  outcome: GateOutcome | undefined,
): AuditError | undefined {
  if (envelope.cut_short === true) {
    const { skip } = envelope.scorecard.summary;
    return new CliError(
      'audit_timeout',
      `The audit was cut short by its deadline. ${plural(skip, 'check')} not run: ${LEFT_OUT}.`,
      { hint: 'Audit again with more time (--timeout).' },
    );
  }
  if (incomplete !== undefined || outcome === undefined || outcome.passed) return incomplete;
  const { reasons, noVerdict } = outcome;
  const [first, ...more] = reasons;
  if (first === undefined) {
    return new CliError(
      'no_verdict',
      `The gate has no verdict: ${plural(noVerdict.length, 'required check')} could not be tested (${noVerdict.join(', ')}).`,
      { hint: 'Audit again, or assert “off” for checks that cannot be seen from this machine.' },
    );
  }
  const rest =
    more.length === 0
      ? ''
      : ` There ${more.length === 1 ? 'is 1 more reason' : `are ${more.length} more reasons`}.`;
  return new CliError('below_threshold', `The gate failed: ${first}${rest}`, {
    hint: 'The scorecard lists what to fix; explain <check> says more about each check.',
  });
}

/** Returns a hint if the site names an MCP endpoint on another origin. Audits do not call it without further options. */
export function hintFor({ target_url, scorecard }: Envelope): string | undefined {
  const { mcp_endpoint, mcp_discovery, canonical_origin } = scorecard;
  const blocked = mcp_discovery.flatMap(({ endpoint, blocked }) =>
    endpoint === undefined || blocked === undefined ? [] : (originOf(endpoint) ?? []),
  );
  const [origin, ...others] = new Set(blocked);
  if (origin === undefined || others.length > 0 || origin === originOf(target_url)) return undefined;
  const mayBePreview = canonical_origin === undefined && !sameSite(origin, target_url);
  const isFound = mcp_endpoint !== null;
  // If the site also has an endpoint of its own, it may use both on purpose. Only a possible local preview gets the hint.
  if (isFound && (!mayBePreview || isPublicHost(new URL(target_url)))) return undefined;
  const printable = isPlainAddress(origin, target_url) ? origin : `“${plain(origin)}”`;
  const options = [
    ...(mayBePreview ? [`If this site is a preview of it, pass --canonical-origin ${printable}.`] : []),
    ...(isFound ? [] : ['To call it, name it with --mcp-endpoint.']),
  ];
  return `The site names an MCP endpoint at ${printable}, another origin, which was not called. ${options.join(' ')}`;
}

/** Returns the origin of a URL for use in a suggested command; `undefined` if audits reject the URL. */
function originOf(url: string): string | undefined {
  try {
    return parseTarget(new URL(url).origin).origin;
  } catch {
    return undefined;
  }
}

/** @throws CliError, AuditError if there is no scorecard */
export async function runAudit(run: AuditRun, plan: Plan): Promise<Replayed> {
  const onEvent = eventsOf(run.output);
  if (plan.recording !== undefined)
    return local(await replayed(run, { ...plan.recording, request: plan.request }, onEvent));
  const outcome = await live(run, plan, onEvent);
  const remark = pathNotice(plan, outcome.envelope);
  if (remark !== undefined) notice(run.output, remark);
  return local({ ...outcome, incomplete: undefined });
}

function local(replayed: Replayed): Replayed {
  return { ...replayed, envelope: addressedLocally(replayed.envelope) };
}

type OnEvent = (event: AuditEvent) => void;

async function live(run: AuditRun, plan: Plan, onEvent: OnEvent): Promise<AuditOutcome> {
  const { values, output } = run;
  const { har } = values;
  sayHeaders(output, plan);
  const throughProxy = proxyNotice(plan.proxies, plan.request.target);
  if (throughProxy !== undefined) notice(output, throughProxy);
  const file =
    har === undefined
      ? undefined
      : await beginOutput(output.session, har, { force: values.force, secret: true });
  let began = performance.now();
  const onAuditEvent = onceBegun(onEvent);
  let recordedBytes: readonly Uint8Array[] | undefined;
  const audit = (target: Target) =>
    makeAudit(
      output.session,
      {
        ...jobOf(run, plan, target, run.timeoutMs - (performance.now() - began)),
        record: file !== undefined,
      },
      {
        onEvent: onAuditEvent,
        onFailedRecording: (recording) => {
          recordedBytes = recording;
        },
      },
    );
  try {
    if (plan.wait !== undefined) {
      await (await import('../audit/wait.ts')).awaitServer(
        plan.wait,
        sourceOf(run, plan, plan.request.target),
        run,
      );
      began = performance.now();
    }
    const { recording, ...outcome } = await overHttpsOrHttp(
      { ...plan, target: plan.request.target },
      output,
      audit,
    );
    recordedBytes = recording;
    return outcome;
  } finally {
    output.session.erase();
    if (file !== undefined && recordedBytes !== undefined) await file.commit(textOf(recordedBytes));
    if (file !== undefined)
      notice(output, recordedBytes === undefined ? NOT_RECORDED : `Recorded in ${har}.`);
    await file?.discard();
  }
}

function jobOf(run: AuditRun, plan: Plan, target: Target, remainingMs: number): AuditJob {
  const { values, sources } = run;
  return {
    ...plan.request,
    target,
    limits: {
      ...LIMITS,
      auditMs: Math.max(remainingMs, 1),
      perOrigin: values.concurrency,
      ...(sources.concurrency === 'default' ? {} : { streams: values.concurrency }),
    },
    source: sourceOf(run, plan, target),
  };
}

function sourceOf({ values }: AuditRun, { headers, proxies }: Plan, target: Target): NetworkSource {
  const { network, resolver } = values;
  return {
    kind: 'network',
    network,
    resolver: resolver === 'off' ? undefined : resolver,
    proxies,
    headers: headers.length === 0 ? undefined : { origin: target.origin, fields: headers },
  };
}

/** Prints the header names, so nobody mistakes a scorecard from behind a login for the scorecard of the public site. */
function sayHeaders(output: Output, { headers, request: { target } }: Plan): void {
  if (headers.length === 0) return;
  const names = headers.map(([name]) => name).join(', ');
  notice(
    output,
    `With ${plural(headers.length, 'header')} of your own: ${names}, sent to ${target.name} only.`,
  );
}

/** Returns a notice if the typed address has a path that is not an MCP endpoint. */
function pathNotice({ typed, request }: Plan, { target_url, scorecard }: Envelope): string | undefined {
  const isNamed = namedEndpointOf(scorecard) !== undefined;
  if (!namesPath(typed) || (request.mcpEndpoint === undefined && isNamed)) return undefined;
  return `The origin ${new URL(target_url).origin} was audited, not the path that you typed. --mcp-endpoint names an MCP endpoint by its path or URL.`;
}

const NOT_RECORDED = 'Nothing was recorded, because the audit did not finish.';

/** Decodes a recording piece by piece. Each piece is complete UTF-8, so no character is split between two pieces. */
function* textOf(pieces: readonly Uint8Array[]): Generator<string> {
  for (const piece of pieces) yield Buffer.from(piece).toString('utf8');
}

async function replayed(run: AuditRun, recording: LoadedRecording, onEvent: OnEvent): Promise<Replayed> {
  const { output } = run;
  const { headers = [] } = recording.har.log._agentReadiness;
  if (headers.length > 0) {
    notice(output, `Recorded with ${plural(headers.length, 'header')} of the caller: ${headers.join(', ')}.`);
  }
  try {
    return await replay(recording, { output, timeoutMs: run.timeoutMs, onEvent });
  } finally {
    output.session.erase();
  }
}

/** Returns the event handler of an audit. It draws the progress on stderr; with `jsonl`, prints every event on stdout. */
function eventsOf(output: Output): OnEvent {
  const progress = progressOf(output);
  return (event) => {
    if (output.format === 'jsonl') {
      const { type, ...rest } = event;
      printJson(output, { event: type, ...rest });
    }
    progress(event);
  };
}

/** Passes all events on, except a second start event, which an audit emits if it is repeated over http. */
function onceBegun(onEvent: OnEvent): OnEvent {
  let hasBegun = false;
  return (event) => {
    if (event.type !== 'started' || !hasBegun) onEvent(event);
    hasBegun = true;
  };
}

/** Failures after which a public site is tried over http, because nothing accepts connections on https. */
const NOTHING_THERE: ReadonlySet<string | undefined> = new Set(['connect']);
/** Failures after which a local or private server is tried over http. Many such servers do not support https. */
const NO_TLS: ReadonlySet<string | undefined> = new Set(['connect', 'tls', 'timeout', 'reset', 'protocol']);

/**
 * Audits over https. If that fails and the caller typed no scheme (`inClear`), audits over http and prints a notice.
 * @throws the same errors as `audit`; if the site is unreachable over both, one error that describes both failures
 */
export async function overHttpsOrHttp<T>(
  { target, inClear, headers }: Pick<Plan, 'inClear' | 'headers'> & { readonly target: Target },
  output: Output,
  audit: (target: Target) => Promise<T>,
): Promise<T> {
  try {
    return await audit(target);
  } catch (first) {
    if (inClear === undefined || !(first instanceof AuditError) || !mayBeInClear(target, first)) throw first;
    if (headers.length > 0 && !isLoopback(target.hostname)) throw notInClear(first, inClear);
    const what = first.failure === 'tls' ? 'does not speak TLS' : 'does not respond on https';
    notice(output, `${target.name} ${what}: trying ${inClear.origin}.`);
    return audit(inClear).catch((second: unknown) => {
      throw second instanceof AuditError && second.kind === 'target_unreachable'
        ? neither(target, first, second)
        : second;
    });
  }
}

function mayBeInClear({ hostname }: Target, { kind, failure }: AuditError): boolean {
  return kind === 'target_unreachable' && (isPublicName(hostname) ? NOTHING_THERE : NO_TLS).has(failure);
}

/** Returns whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return (
    /(?:^|\.)localhost$/.test(literal) ||
    literal === '::1' ||
    (isIP(literal) === 4 && literal.startsWith('127.'))
  );
}

/** Returns the https error with a hint. Headers are not sent over http, because an attacker could block https to read them. */
function notInClear({ message, quote, failure = '' }: AuditError, inClear: Target): AuditError {
  return new AuditError('target_unreachable', message, {
    hint: `Your headers are not sent without encryption unless you request it: type ${inClear.origin}.`,
    quote,
    failure,
  });
}

function neither({ name }: Target, first: AuditError, second: AuditError): AuditError {
  const start = `${name} could not be reached`;
  const both = `${start}, neither by https nor by http`;
  const message =
    first.message === second.message
      ? first.message.replace(start, both)
      : `${both}. ${first.message} ${second.message}`;
  return new AuditError('target_unreachable', message, {
    hint: second.hint,
    quote: [first, second].flatMap(({ quote = [] }) => quote).join('; ') || undefined,
    failure: second.failure,
  });
}

const BAR = 20;

export function progressOf(output: Output): (event: AuditEvent) => void {
  const { session, interactive, quiet } = output;
  let target = '';
  return (event) => {
    if (event.type === 'started') target = event.target;
    if (!session.hasScreen || !interactive || quiet) return;
    const done = event.type === 'check' ? event.done : 0;
    session.draw(progressLine(target, done, event.total, widthOf(session.context.stderr)));
  };
}

/** Returns the progress line, such as `Auditing example.com ██████░░░░ 20/70`, in at most `width` columns. */
export function progressLine(target: string, done: number, total: number, width: number): string {
  const full = total === 0 ? BAR : Math.round((BAR * done) / total);
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full);
  const text = `Auditing ${plain(target, 60)}  ${bar}  ${done}/${total}`;
  return text.length < width ? text : text.slice(0, Math.max(0, width - 1));
}

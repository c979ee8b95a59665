/** Renders SARIF 2.1.0 (OASIS) for GitHub code scanning. In messages, brackets and braces are markup (3.11.5, 3.11.6). */
import { definitionOf } from '../../audit/check-texts/index.ts';
import type { Envelope, Result } from '../../audit/scorecard/schema.ts';
import { hasNoVerdict } from '../../audit/scorecard/verdict-word.ts';
import { STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { httpUrl, jsonText, markdownLink, markdownProse } from '../../base/escape.ts';
import { version } from '../../base/package.ts';
import { plain } from '../../base/text.ts';
import { leadsNowhere } from '../../base/versions.ts';
import { isFailedResult } from '../../fix/failures.ts';
import {
  type AuditedTarget,
  type AuditProblem,
  foundIn,
  guideUrlOf,
  type Report,
  type ReportedFailure,
  type ReportTarget,
  seenLine,
  severityOf,
  TOOL,
} from './report.ts';

/** The maximum length of a message, in characters. */
const MAX = 2000;

export function renderSarif(report: Report, indent?: number): string {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [runOf(report)],
  };
  return `${jsonText(log, indent)}\n`;
}

function runOf(report: Report) {
  const one = report.site;
  const results = one.envelope?.scorecard.results ?? [];
  const judged = report.onlyFailures
    ? results.filter((each) => isFailedResult(each) || hasNoVerdict(each))
    : results;
  const ruleIds = judged.map(({ id }) => id);
  return {
    tool: { driver: driverOf(judged, one.envelope) },
    // GitHub uses the id up to the last slash as the category, and an upload may have only one run per category.
    automationDetails: { id: `${TOOL}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [invocationOf(one, ruleIds)],
    results: one.envelope === undefined ? [] : resultsOf(report, one, ruleIds),
    properties: propertiesOf(one),
  };
}

function driverOf(judged: readonly Result[], envelope: Envelope | undefined) {
  const auditor = envelope === undefined ? undefined : httpUrl(envelope.auditor_url);
  const site = auditor === undefined || leadsNowhere(auditor) ? undefined : auditor;
  return {
    name: TOOL,
    version,
    semanticVersion: version,
    ...(site === undefined ? {} : { informationUri: new URL('/', site).href }),
    rules: judged.map((result) => ruleOf(result, site)),
  };
}

/** Returns the rule for a check, from its definition. If this version does not know the check, uses the result. */
function ruleOf(result: Result, site: string | undefined) {
  const { id, label, keyword, category } = result;
  const check = definitionOf(id);
  const goal = check?.goal ?? result.remediation?.goal ?? label;
  const fix = check?.fix ?? result.remediation?.fix;
  const guide = guideUrlOf(result) ?? (site && new URL(`/fix/${encodeURIComponent(id)}`, site).href);
  const paragraphs = [
    ['Why', goal],
    ['Passes when', check?.passesWhen],
    ['Fix', fix],
  ].flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));
  const links = (check?.resources ?? result.remediation?.resources ?? []).map((one) =>
    markdownLink(one.label, one.url),
  );
  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: message(check?.fails ?? label) },
    fullDescription: { text: message(goal) },
    helpUri: guide,
    help: {
      text: message(paragraphs.map(({ name, text }) => `${name}: ${text}`).join(' ')),
      markdown: [
        ...paragraphs.map(({ name, text }) => `**${name}:** ${markdownProse(text ?? '')}`),
        ...(guide === undefined ? [] : [`**Guide:** ${markdownLink(`How to fix ${id}`, guide)}`]),
        ...(links.length === 0 ? [] : [`**More:** ${links.join(', ')}`]),
      ].join('\n\n'),
    },
    defaultConfiguration: { level: severityOf({ keyword, status: 'absent' }) },
    properties: {
      tags: [TOOL, plain(category), plain(keyword)],
      precision: 'high',
      // GitHub shows `problem.severity` for rules that are not about security.
      'problem.severity': { error: 'error', warning: 'warning', note: 'recommendation' }[
        severityOf({ keyword, status: 'absent' })
      ],
    },
  };
}

/** Returns an id as a rule name, such as `LlmsTxtLinks`. By convention, SARIF's rule names have no hyphens. */
function pascalCase(id: string): string {
  return id
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function resultsOf(report: Report, audited: AuditedTarget, ruleIds: readonly string[]) {
  const all = foundIn(report, audited);
  const compared = audited.base !== undefined || audited.gate?.baseline !== undefined;
  return all.map((found) => {
    const { failure, severity, gate, fingerprint } = found;
    return {
      ruleId: failure.id,
      ruleIndex: ruleIds.indexOf(failure.id),
      kind: 'fail',
      level: severity,
      message: { text: message(`${found.finding} Seen: ${failure.evidence} URL: ${found.url}`) },
      locations: [locationOf(found)],
      // Of these fingerprints, GitHub compares only `primaryLocationLineHash`.
      partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, 'agentReadiness/v1': fingerprint },
      ...(gate?.disposition === 'waived' ? { suppressions: [suppressionOf(found)] } : {}),
      ...(compared ? { baselineState: baselineOf(found, audited.base) } : {}),
      properties: {
        status: failure.status,
        keyword: failure.keyword,
        category: failure.category,
        verify: found.command,
        ...(gate === undefined ? {} : { gate: gate.disposition, gateReason: plain(gate.reason, MAX) }),
      },
    };
  });
}

function locationOf({ file, url, failure }: ReportedFailure) {
  return {
    // This must be a file, because GitHub rejects the whole log if it contains a web address here.
    physicalLocation: {
      artifactLocation: {
        uri: file.split('/').map(encodeURIComponent).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region: { startLine: 1 },
    },
    logicalLocations: [{ fullyQualifiedName: url, name: failure.id, kind: 'resource' }],
  };
}

function suppressionOf({ gate }: ReportedFailure) {
  return {
    kind: 'external',
    status: 'accepted',
    justification: message(gate?.waiver?.reason ?? gate?.reason ?? ''),
  };
}

/** Compares a failure with the earlier scorecard `base`. If `base` is missing, compares it with the project's baseline. */
function baselineOf(
  { failure, gate }: ReportedFailure,
  base: Envelope | undefined,
): 'new' | 'updated' | 'unchanged' {
  if (base === undefined) return gate?.disposition === 'known' ? 'unchanged' : 'new';
  const before = base.scorecard.results.find(({ id }) => id === failure.id);
  if (before === undefined || !isFailedResult(before)) return 'new';
  return before.status === failure.status ? 'unchanged' : 'updated';
}

/** Returns how the audit ran. Lists the checks without a verdict, because they are not results about the site. */
function invocationOf({ envelope, problem }: ReportTarget, ruleIds: readonly string[]) {
  const noVerdict = (envelope?.scorecard.results ?? []).filter(hasNoVerdict);
  const notes = noVerdict.map((result) => ({
    level: result.status === 'error' ? 'warning' : 'note',
    message: { text: message(`${result.label}: ${STATUS_WORDS[result.status]}. Seen: ${result.evidence}`) },
    associatedRule: { id: result.id, index: ruleIds.indexOf(result.id) },
  }));
  return {
    // The execution is successful even if the site does not meet the requirements (exit code 1).
    executionSuccessful: problem === undefined || problem.exitCode === 1,
    exitCode: problem?.exitCode ?? 0,
    ...(envelope === undefined ? {} : { endTimeUtc: envelope.freshness.scored_at }),
    toolExecutionNotifications: [...(problem === undefined ? [] : [notificationOf(problem)]), ...notes],
  };
}

function notificationOf(problem: AuditProblem) {
  const { kind, message: what, hint = '' } = problem;
  const text = [what, hint, ...seenLine(problem)].join(' ');
  return { level: 'error', descriptor: { id: kind }, message: { text: message(text) } };
}

function propertiesOf(one: ReportTarget) {
  if (one.envelope === undefined) return { target: one.target };
  const { target_url, scorecard, spec_version } = one.envelope;
  return {
    target: one.target,
    targetUrl: target_url,
    score: scorecard.score,
    standard: spec_version,
    ...(one.gate === undefined ? {} : { gatePassed: one.gate.passed }),
  };
}

/** Escapes text for a SARIF message, in which brackets mean links and braces mean placeholders. */
function message(text: string): string {
  return plain(text, MAX)
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/[{}]/g, '$&$&');
}

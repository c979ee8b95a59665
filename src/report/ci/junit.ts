/** Renders JUnit XML for Jenkins and GitLab: one suite per category, one case per check. */

import type { Result } from '../../audit/scorecard/schema.ts';
import { KEYWORD_WORDS, STATUS_WORDS } from '../../audit/scorecard/words.ts';
import { plain } from '../../base/text.ts';
import {
  type AuditedTarget,
  type AuditProblem,
  failureLines,
  foundIn,
  type Report,
  type ReportedFailure,
  type ReportTarget,
  seenLine,
  TOOL,
  whyNot,
} from './report.ts';

/** The maximum length of a text in the XML, in characters. */
const MAX = 2000;

interface Case {
  readonly name: string;
  readonly outcome?: Outcome | undefined;
}

interface Outcome {
  readonly element: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly text?: string | undefined;
}

interface Suite {
  readonly name: string;
  readonly classname: string;
  readonly timestamp: string | undefined;
  readonly properties: readonly (readonly [string, string])[];
  readonly cases: readonly Case[];
}

export function renderJunit(report: Report): string {
  const suites = suitesOf(report).filter(({ cases }) => cases.length > 0);
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${TOOL}" tests="${all.length}" failures="${count(all, 'failure')}" errors="${count(all, 'error')}" time="0">`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suitesOf(report: Report): Suite[] {
  const one = report.site;
  const suite = (name: string, id: string, cases: readonly Case[]): Suite => ({
    name,
    classname: `${TOOL}.${id}`,
    timestamp: one.envelope?.freshness.scored_at.replace(/\.\d+Z$/, ''),
    properties: propertiesOf(one),
    cases,
  });
  const audit = suite('Audit', 'audit', auditCases(one));
  if (one.envelope === undefined) return [audit];
  const { categories, results } = one.envelope.scorecard;
  const found = new Map(foundIn(report, one).map((each) => [each.failure.id, each]));
  const isListed = (result: Result) => !report.onlyFailures || !['pass', 'n_a'].includes(result.status);
  return [
    audit,
    ...categories.map(({ id, name }) => {
      const listed = results.filter((result) => result.category === id && isListed(result));
      return suite(
        name,
        id,
        listed.map((result) => caseOf(result, found.get(result.id), one)),
      );
    }),
  ];
}

function propertiesOf({ target, envelope }: ReportTarget): Suite['properties'] {
  if (envelope === undefined) return [['target', target]];
  const { score } = envelope.scorecard;
  return [
    ['target', target],
    ['url', envelope.target_url],
    ['score.relative', String(score.relative)],
    ['score.global', String(score.global)],
    ['standard', envelope.spec_version],
  ];
}

/** Returns a test case for the audit itself, and one for the score requirements, which do not belong to a single check. */
function auditCases(one: ReportTarget): Case[] {
  const { problem } = one;
  const auditCase: Case = {
    name: 'The site could be audited',
    ...(problem === undefined || problem.exitCode === 1 ? {} : { outcome: errorOf(problem) }),
  };
  const { gate } = one.envelope === undefined ? {} : one;
  if (gate === undefined) return [auditCase];
  const failed = {
    // Missing verdicts are an error and not a failure, because they say nothing about the site.
    element: gate.reasons.length === 0 ? 'error' : 'failure',
    type: 'gate',
    message: whyNot(gate).join(' '),
  } as const;
  return [
    auditCase,
    { name: 'The site meets its requirements', ...(gate.passed ? {} : { outcome: failed }) },
  ];
}

function errorOf(problem: AuditProblem): NonNullable<Case['outcome']> {
  const { kind, message, hint = [] } = problem;
  const text = [...seenLine(problem), hint].flat().join('\n');
  return { element: 'error', type: kind, message, text: text === '' ? undefined : text };
}

function caseOf(result: Result, found: ReportedFailure | undefined, audited: AuditedTarget): Case {
  const outcome = found === undefined ? otherOutcome(result) : failureOutcome(found, audited);
  return { name: `${result.label} (${result.id})`, outcome };
}

/** Returns the outcome of a failed check. Accepted failures are `skipped`: as JUnit failures, they would fail the build. */
function failureOutcome(found: ReportedFailure, audited: AuditedTarget): NonNullable<Case['outcome']> {
  const { failure, finding, gate } = found;
  const what = `${STATUS_WORDS[failure.status]}, ${KEYWORD_WORDS[failure.keyword]}: ${finding}`;
  if (audited.gate !== undefined && gate !== undefined && gate.disposition !== 'fails') {
    return { element: 'skipped', type: gate.disposition, message: `${what} ${gate.reason}` };
  }
  return { element: 'failure', type: failure.status, message: what, text: failureLines(found).join('\n') };
}

function otherOutcome({ status, evidence }: Result): Case['outcome'] {
  if (status === 'pass') return undefined;
  const isSkipped = status === 'n_a' || status === 'skip';
  return {
    element: isSkipped ? 'skipped' : 'error',
    type: status,
    message: `${STATUS_WORDS[status]}. Seen: ${evidence}`,
  };
}

function count(cases: readonly Case[], element: string): number {
  return cases.filter(({ outcome }) => outcome?.element === element).length;
}

function suiteLines({ name, classname, timestamp, properties, cases }: Suite): string[] {
  const counts = `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}" skipped="${count(cases, 'skipped')}"`;
  return [
    `  <testsuite name="${xml(name)}" ${counts} time="0"${timestamp === undefined ? '' : ` timestamp="${xml(timestamp)}"`}>`,
    '    <properties>',
    ...properties.map(([key, value]) => `      <property name="${xml(key)}" value="${xml(value)}"/>`),
    '    </properties>',
    ...cases.flatMap((one) => caseLines(one, classname)),
    '  </testsuite>',
  ];
}

function caseLines({ name, outcome }: Case, classname: string): string[] {
  const head = `    <testcase name="${xml(name)}" classname="${xml(classname)}" time="0"`;
  if (outcome === undefined) return [`${head}/>`];
  const { element, type, message, text } = outcome;
  const open = `      <${element} type="${xml(type)}" message="${xml(message)}"`;
  const body = text?.split('\n').map(xml).join('\n');
  return [`${head}>`, body === undefined ? `${open}/>` : `${open}>${body}</${element}>`, '    </testcase>'];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function xml(text: string): string {
  // XML 1.0 does not allow the characters U+FFFE and U+FFFF.
  return plain(text, MAX)
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
}

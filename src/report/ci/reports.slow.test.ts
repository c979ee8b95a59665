import { gzipSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { RENDERERS } from '../../cli/audit/reports.ts';
import { isFailedResult } from '../../fix/failures.ts';
import { envelopeFor, everySeenStatus, everyStatus, type VerdictInWords } from '../../testing/envelopes.ts';
import { reportFor } from '../../testing/report.ts';
import { junitErrors, sarifErrors } from '../../testing/schemas/index.ts';
import type { Disposition, GateOutcome } from '../gate/evaluate.ts';
import { REPORT_FORMATS, type ReportFormat } from '../gate/vocabulary.ts';
import { renderGithub } from './github.ts';
import { renderJunit } from './junit.ts';
import { isOwnReport, type Report, type Unaudited } from './report.ts';
import { renderSarif } from './sarif.ts';

const EVERY = envelopeFor({ verdict: everyStatus });
const FAILURES = EVERY.scorecard.results.filter(isFailedResult);

/** Text that tries to be markup, a link or a CI command, or to end its container. */
const EVIL = [
  '\u001b[31m\u0000\uFFFF]]></failure><x a="\'/>',
  '\r\n::error file=x::pwned',
  '%0A::set-output name=a::b ##[error]x',
  '[click](https://evil.example) {0} {{x}} \\',
  '<script>alert(1)</script> @admin #1 --> </details>',
].join(' ');
const HOSTILE = envelopeFor({
  verdict: (check, i): VerdictInWords => {
    const { evidence: _, ...verdict } = everyStatus(check, i);
    return { ...verdict, evidence: EVIL } as VerdictInWords;
  },
});

function gateOf(envelope: Envelope, dispositions: Readonly<Record<string, Disposition>>): GateOutcome {
  const failures = envelope.scorecard.results.filter(isFailedResult);
  const fails = failures.filter(({ id }) => dispositions[id] === 'fails');
  return {
    passed: fails.length === 0,
    failOn: ['below'],
    reasons: fails.map(({ id }) => `${id} must pass.`),
    noVerdict: [],
    warnings: [],
    results: new Map(
      failures.map(({ id, status }) => [
        id,
        {
          check: id,
          status,
          disposition: dispositions[id] ?? 'allowed',
          reason: `Because of ${id}.`,
          ...(dispositions[id] === 'waived'
            ? { waiver: { check: id, reason: 'Later.', expires: '2027-01-01' } }
            : {}),
        },
      ]),
    ),
  } as GateOutcome;
}

const UNAUDITED: Unaudited = {
  target: 'gone.example',
  url: 'https://gone.example/',
  problem: {
    kind: 'target_unreachable',
    message: 'gone.example does not answer.',
    hint: 'Is it up?',
    exitCode: 69,
  },
};
const NONE: Report = { ...reportFor({ envelope: EVERY }), site: UNAUDITED };
const sarifLog = z.object({
  runs: z.array(
    z.object({
      tool: z.object({ driver: z.object({ rules: z.array(z.looseObject({ id: z.string() })) }) }),
      invocations: z.array(
        z.object({
          executionSuccessful: z.boolean(),
          exitCode: z.number(),
          toolExecutionNotifications: z.array(
            z.looseObject({ level: z.string(), message: z.object({ text: z.string() }) }),
          ),
        }),
      ),
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.number(),
          level: z.string(),
          message: z.object({ text: z.string() }),
          locations: z.array(
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string(), uriBaseId: z.literal('%SRCROOT%') }),
              }),
            }),
          ),
          partialFingerprints: z.record(z.string(), z.string()),
          suppressions: z.array(z.looseObject({ justification: z.string() })).optional(),
          baselineState: z.string().optional(),
        }),
      ),
    }),
  ),
});

const upTo = (max: number) => z.object({ text: z.string().max(max) });
const githubLog = z.object({
  runs: z
    .array(
      z.object({
        tool: z.object({
          driver: z.object({
            rules: z
              .array(
                z.object({
                  id: z.string().max(255),
                  name: z.string().max(255),
                  shortDescription: upTo(1024),
                  fullDescription: upTo(1024),
                  properties: z.object({ tags: z.array(z.string()).max(10) }),
                }),
              )
              .max(25_000),
          }),
        }),
        results: z.array(z.object({ locations: z.array(z.unknown()).min(1).max(100) })).max(5000),
      }),
    )
    .max(20),
});

function runOf(report: Report) {
  const [run] = sarifLog.parse(JSON.parse(renderSarif(report))).runs;
  if (run === undefined) throw new Error('no run');
  return run;
}

describe('SARIF', () => {
  const gate = gateOf(EVERY, { [FAILURES[0]?.id ?? '']: 'fails', [FAILURES[1]?.id ?? '']: 'waived' });

  it.each([
    ['every status', reportFor({ envelope: EVERY })],
    [
      'a gate and a base',
      reportFor({ envelope: EVERY, gate, base: envelopeFor({ verdict: everySeenStatus }) }),
    ],
    ['hostile text', reportFor({ envelope: HOSTILE })],
    ['only failures', reportFor({ envelope: EVERY }, { onlyFailures: true })],
    ['no scorecard', NONE],
  ])('with %s is valid by the schema of OASIS', (_, report) => {
    expect(sarifErrors(renderSarif(report))).toEqual([]);
  });

  it('stays within the limits of an upload to GitHub', () => {
    // GitHub's limits for results
    // (https://docs.github.com/en/code-security/code-scanning/troubleshooting-sarif-uploads/results-exceed-limit) and lengths
    // (https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning).
    const log = renderSarif(reportFor({ envelope: HOSTILE }));
    expect(gzipSync(log).byteLength).toBeLessThan(10_000_000);
    const { runs } = githubLog.parse(JSON.parse(log));
    expect(runs[0]?.results).toHaveLength(FAILURES.length);
  });

  it('has a rule for each check, and a result for each failure that names its rule', () => {
    const { results, tool } = runOf(reportFor({ envelope: EVERY }));
    expect(tool.driver.rules).toHaveLength(CHECK_COUNT);
    expect(results.map(({ ruleId }) => ruleId).toSorted()).toEqual(FAILURES.map(({ id }) => id).toSorted());
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('locates a failure at the file for its path, else for a parent path, else at the fallback', () => {
    const at = (files: Readonly<Record<string, string>>, fallback = 'README.md') =>
      runOf(reportFor({ envelope: EVERY }, { files, fallback })).results[0]?.locations[0]?.physicalLocation
        .artifactLocation;
    expect(at({ '/x': 'public/x file.txt', '/': 'index.html' })).toEqual({
      uri: 'public/x%20file.txt',
      uriBaseId: '%SRCROOT%',
    });
    expect(at({ '/': 'index.html' })).toEqual({ uri: 'index.html', uriBaseId: '%SRCROOT%' });
    expect(at({ '/y': 'y.txt' }, 'a:b/README.md')).toEqual({
      uri: 'a%3Ab/README.md',
      uriBaseId: '%SRCROOT%',
    });
  });

  it('keeps its fingerprints if the address of the site changes', () => {
    const prints = (report: Report) =>
      runOf(report).results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    const here = prints(reportFor({ envelope: EVERY }));
    expect(new Set(here).size).toBe(FAILURES.length);
    expect(
      prints(reportFor({ envelope: envelopeFor({ verdict: everyStatus, target: 'preview-7.example' }) })),
    ).toEqual(here);
  });

  it('suppresses waived failures, and marks those that are new since the base', () => {
    const { results } = runOf(reportFor({ envelope: EVERY, gate, base: EVERY }));
    const waived = results.filter(({ suppressions }) => suppressions !== undefined);
    expect(waived.map(({ ruleId, suppressions }) => [ruleId, suppressions?.[0]?.justification])).toEqual([
      [FAILURES[1]?.id, 'Later.'],
    ]);
    expect(new Set(results.map(({ baselineState }) => baselineState))).toEqual(new Set(['unchanged']));
    const all = runOf(reportFor({ envelope: EVERY, base: envelopeFor() })).results;
    expect(new Set(all.map(({ baselineState }) => baselineState))).toEqual(new Set(['new']));
  });

  it('fails the invocation for an audit without a verdict, not for a failed gate', () => {
    expect(runOf(NONE).invocations[0]).toMatchObject({ executionSuccessful: false, exitCode: 69 });
    const problem = { kind: 'below_threshold', message: 'Below.', exitCode: 1 };
    expect(runOf(reportFor({ envelope: EVERY, problem })).invocations[0]).toMatchObject({
      executionSuccessful: true,
      exitCode: 1,
    });
  });

  it('has no link and no placeholder from text of a site', () => {
    for (const { message } of runOf(reportFor({ envelope: HOSTILE })).results) {
      expect(message.text).not.toMatch(/(?<!\\)[[\]]/);
      expect(message.text.replaceAll('{{', '').replaceAll('}}', '')).not.toMatch(/[{}]/);
    }
  });
});

describe('JUnit', () => {
  it.each([
    ['every status', reportFor({ envelope: EVERY })],
    ['hostile text', reportFor({ envelope: HOSTILE })],
    ['no scorecard', NONE],
  ])('with %s is valid by the schema of Jenkins', async (_, report) => {
    expect(await junitErrors(renderJunit(report))).toEqual([]);
  });

  it('counts failures, errors and skipped checks', () => {
    const parsed = new XMLParser({ ignoreAttributes: false }).parse(
      renderJunit(reportFor({ envelope: EVERY })),
    );
    expect(parsed.testsuites['@_failures']).toBe(String(FAILURES.length));
    expect(parsed.testsuites['@_errors']).toBe(String(EVERY.scorecard.summary.error));
    expect(parsed.testsuites['@_tests']).toBe(String(CHECK_COUNT + 1));
  });

  it('fails no case that the gate accepts, and fails the gate’s case if the gate fails', () => {
    const passed = renderJunit(reportFor({ envelope: EVERY, gate: gateOf(EVERY, {}) }));
    expect(passed).toContain(' failures="0" ');
    const failed = renderJunit(
      reportFor({ envelope: EVERY, gate: gateOf(EVERY, { [FAILURES[0]?.id ?? '']: 'fails' }) }),
    );
    expect(failed).toMatch(/<testsuites [^>]* failures="2" /);
  });

  it('has an error if there was no audit', () => {
    expect(renderJunit(NONE)).toContain(
      '<error type="target_unreachable" message="gone.example does not answer.">Is it up?</error>',
    );
  });
});

describe('annotations of GitHub', () => {
  it('are one command a line, even with hostile text', () => {
    const all = renderGithub(reportFor({ envelope: HOSTILE })) + renderGithub(NONE);
    for (const line of all.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^::(?:error|warning|notice) (?:file=README\.md,line=1,)?title=agent-readiness[^:,]*::[^\r\n]+$/,
      );
    }
    expect(renderGithub(reportFor({ envelope: HOSTILE }))).not.toMatch(/(?<=[ \t]|%0A)::/);
  });

  it('are errors only for failures of the gate, and leave out accepted ones', () => {
    const [first, second, third] = FAILURES.map(({ id }) => id);
    const gate = gateOf(EVERY, { [first ?? '']: 'fails', [second ?? '']: 'waived', [third ?? '']: 'known' });
    const lines = renderGithub(reportFor({ envelope: EVERY, gate }))
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line.startsWith('::error')).length).toBe(2);
    expect(lines).toHaveLength(FAILURES.length - 2 + 1);
    expect(lines[0]).toContain(`${first} must pass.`);
  });
});

describe('every format', () => {
  const style = { compact: false, text: { color: false, width: 100, verbose: false } };
  const textAs = async (format: ReportFormat, report: Report, compact = false) =>
    (await RENDERERS[format]())(report, { ...style, compact });

  it.each(REPORT_FORMATS)('%s is recognized as a report, with and without a scorecard', async (format) => {
    for (const report of [reportFor({ envelope: EVERY }), NONE]) {
      for (const compact of [true, false]) {
        const text = await textAs(format, report, compact);
        expect(isOwnReport(format, text), text.slice(0, 200)).toBe(true);
      }
    }
    for (const other of [
      '# My project\n\nIt has `agent-readiness` in its CI, standard 1, rules 2.\n',
      '{"name": "agent-readiness", "kind": "web", "error": true}',
      '{"event": 1}\n',
      '{"runs": [{"tool": {"driver": {"name": "other"}}}, {"driver": {"name": "agent-readiness"}}]}',
      '<!-- agent-readiness --> and more\n',
      '<x/>\n<testsuites name="agent-readiness"/>',
      '::error title=agent-readiness::x\necho mine\n',
      'audited by me · rules of mine\n',
    ])
      expect(isOwnReport(format, other), other).toBe(false);
  });

  it.each(REPORT_FORMATS)('%s has no control characters for terminals or editors', async (format) => {
    const text = await textAs(format, reportFor({ envelope: HOSTILE }));
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
  });

  it.each(REPORT_FORMATS)(
    '%s with --only-failures leaves out checks that passed or do not apply',
    async (format) => {
      const report = reportFor({ envelope: EVERY }, { onlyFailures: true });
      const text = await textAs(format, report);
      const failing = FAILURES[0]?.id ?? '';
      expect(text).toContain(failing);
      const passed = EVERY.scorecard.results
        .filter(({ status }) => status === 'pass')
        .map(({ label }) => label);
      for (const label of passed) expect(text).not.toContain(label);
    },
  );
});

/** Reads the requirements before any request is sent, and checks the scorecard against them after the audit. */
import { relative, sep } from 'node:path';
import type { Target } from '../../audit/target.ts';
import { type BaselineChange, type BaselineChanges, changesSince } from '../../report/gate/baseline.ts';
import { evaluateGate, type GateOutcome } from '../../report/gate/evaluate.ts';
import { gatePolicyOf, hasPolicy, missingFor, type Policy } from '../../report/gate/policy.ts';
import type { FailOn } from '../../report/gate/vocabulary.ts';
import type { GateDocument } from '../documents.ts';
import { CliError } from '../errors.ts';
import type { Replayed } from '../recordings.ts';
import type { AuditRun } from '../run.ts';
import { type BaselineFile, openBaseline, renewFile } from './baseline.ts';

export interface Gate {
  readonly policyOptions: Parameters<typeof gatePolicyOf>[0];
  readonly file: BaselineFile | undefined;
}

interface GateReport {
  readonly outcome: GateOutcome;
  readonly document: GateDocument;
}

/**
 * Reads the requirements for a target; `undefined` if there are none.
 * @param canonicalOrigin the production origin, if the target is a preview of it
 * @throws CliError, FileError if the requirements or the baseline cannot be used
 */
export async function gateOf(
  run: AuditRun,
  target: Target,
  canonicalOrigin: string | undefined,
): Promise<Gate | undefined> {
  const { values, sources, config } = run;
  const { thresholds = {}, assertions = {}, assistants, waivers = [] } = config?.values ?? {};
  const file = await openBaseline(run, target, canonicalOrigin);
  const { failUnder } = values;
  const policyOptions = {
    failOn: values.failOn,
    thresholds: failUnder === undefined ? thresholds : { ...thresholds, relative: failUnder },
    assertions,
    assistants,
    waivers,
    baseline: file?.baseline,
    thresholdTyped: sources.failUnder === 'flag' || sources.failUnder === 'env',
  };
  const demands = gatePolicyOf(policyOptions);
  const missing = missingFor(demands);
  if (missing !== undefined && !(missing === 'worse' && file?.renewal === 'update')) {
    throw nothingFor(missing, sources.failOn === 'flag');
  }
  return hasPolicy(demands) || file !== undefined ? { policyOptions, file } : undefined;
}

function nothingFor(missing: FailOn, typed: boolean): CliError {
  const [what, hint] =
    missing === 'worse'
      ? [
          'there is no baseline to compare with',
          'Create one: --baseline agent-readiness.baseline.json --update-baseline.',
        ]
      : [
          'there is no threshold or assertion',
          'Pass --fail-under, or set thresholds or assertions in the configuration.',
        ];
  return new CliError(
    typed ? 'usage' : 'configuration',
    `The gate should fail on “${missing}”, but ${what}.`,
    { hint },
  );
}

/**
 * Checks a scorecard against the requirements. If requested, writes the baseline first, so an audit that creates one passes.
 * @throws FileError if the baseline cannot be written
 */
export async function evaluate(gate: Gate, run: AuditRun, replayed: Replayed): Promise<GateReport> {
  const { policyOptions, file } = gate;
  const renewed = file === undefined ? undefined : await renewFile(file, run, replayed);
  const demands: Policy = gatePolicyOf({
    ...policyOptions,
    baseline: renewed?.baseline ?? policyOptions.baseline,
  });
  const judged = evaluateGate(replayed.envelope, demands);
  const warnings = [...(renewed?.warnings ?? []), ...judged.warnings];
  const before = file?.baseline;
  const changes = before === undefined ? undefined : changesSince(before, replayed.envelope);
  const outcome: GateOutcome = { ...judged, warnings, changes };
  return {
    outcome,
    document: {
      passed: outcome.passed,
      fail_on: [...outcome.failOn],
      reasons: [...outcome.reasons],
      unseen: [...outcome.noVerdict],
      warnings,
      results: [...outcome.results.values()].map(({ check, disposition, reason, waiver }) => ({
        check,
        standing: disposition,
        reason,
        waiver,
      })),
      ...(file === undefined || outcome.baseline === undefined
        ? {}
        : {
            baseline: {
              file: relative(run.output.session.context.cwd, file.path).split(sep).join('/'),
              target: outcome.baseline,
              ...(changes === undefined ? {} : changesDocument(changes)),
              written: renewed?.written ?? 'no',
              added: [...(renewed?.added ?? [])],
              removed: [...(renewed?.removed ?? [])],
            },
          }),
    },
  };
}

function changesDocument(changes: BaselineChanges) {
  const rows = (of: readonly BaselineChange[]) => of.map(({ check, from, to }) => ({ check, from, to }));
  return {
    worse: rows(changes.worse),
    better: rows(changes.better),
    newly_applies: rows(changes.newly_applies),
  };
}

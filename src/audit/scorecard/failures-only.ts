/** Shortens scorecards. Removes the texts that describe checks. Keeps only the ids of checks that passed or do not apply. */
import * as z from 'zod';
import type { Definition } from '../check-texts/definition.ts';
import { definitions } from '../check-texts/index.ts';
import { KEYWORDS, STATUSES } from '../check-texts/vocabulary.ts';
import type { Verdict } from '../checks/check.ts';
import { says } from '../evidence/facts.ts';
import { BOUNDS } from './bounds.ts';
import { type Envelope, envelopeSchema, type Result } from './schema.ts';
import { resultOf } from './scorecard.ts';

const { scorecard } = envelopeSchema.shape;

/** Replaces the evidence of checks that passed or do not apply. A file with only the failures does not contain it. */
export const OMITTED_RESULT = 'left out of a file of failures';

const ids = z.array(z.string().max(BOUNDS.name)).max(BOUNDS.storedResults);
const omittedSchema = z
  .object({ pass: ids, antecedent_unmet: ids, optional_absent: ids })
  .describe(
    'Ids of the checks whose results are left out, because they passed or were n_a for one of two reasons.',
  );

type Omitted = z.infer<typeof omittedSchema>;

/** A result without the members that can be restored from its check definition. */
const shortResult = z.strictObject({
  id: z.string().max(BOUNDS.name),
  keyword: z.enum(KEYWORDS),
  status: z.enum(STATUSES).exclude(['pass', 'n_a']),
  unprobed: z.literal(true).optional(),
  finding: z.string().max(BOUNDS.finding).optional().describe('The problem in one sentence.'),
  evidence: z
    .string()
    .max(BOUNDS.evidence)
    .describe('What was observed. Untrusted: it quotes the audited site.'),
  remediation: z
    .strictObject({ fix: z.string().max(BOUNDS.text) })
    .optional()
    .describe('What to change; `explain <id>` has the guide.'),
});

/** A scorecard file without results of checks that passed or do not apply. Its counts and scores still include these checks. */
export const failuresOnlySchema = envelopeSchema
  .extend({
    scorecard: scorecard.extend({
      results: z
        .array(shortResult)
        .describe('The other results, without what `checks` says about each check.'),
      left_out: omittedSchema,
    }),
  })
  .meta({ title: 'Scorecard envelope with failures only (--only-failures)' });

type FailuresOnly = z.infer<typeof failuresOnlySchema>;

/** Restores the results that `onlyFailures` left out, in the order of the check definitions. Drops results of unknown checks. */
export function withOmitted(cut: FailuresOnly): Envelope {
  const { left_out, results, ...scorecard } = cut.scorecard;
  const baseUrl = new URL(cut.auditor_url).origin;
  const short = new Map(results.map((one) => [one.id, one]));
  const verdictOf = ({ id }: Definition): Verdict | undefined => {
    const one = short.get(id);
    if (one !== undefined) return { ...one, evidence: says(one.evidence) };
    const evidence = says(OMITTED_RESULT);
    if (left_out.pass.includes(id)) return { status: 'pass', evidence };
    if (left_out.antecedent_unmet.includes(id))
      return { status: 'n_a', reason: 'antecedent-unmet', evidence };
    return left_out.optional_absent.includes(id)
      ? { status: 'n_a', reason: 'optional-absent', evidence }
      : undefined;
  };
  const restored = definitions.flatMap((check) => {
    const verdict = verdictOf(check);
    return verdict === undefined ? [] : [resultOf(check, verdict, baseUrl)];
  });
  return { ...cut, scorecard: { ...scorecard, results: restored } };
}

/** Returns the scorecard without the results of checks that passed or do not apply. */
export function onlyFailures(envelope: Envelope) {
  const { results } = envelope.scorecard;
  const named = (wanted: string) => results.filter((result) => fateOf(result) === wanted).map(({ id }) => id);
  const left_out: Omitted = {
    pass: named('pass'),
    antecedent_unmet: named('antecedent_unmet'),
    optional_absent: named('optional_absent'),
  };
  return {
    ...envelope,
    scorecard: {
      ...envelope.scorecard,
      results: results.filter((result) => fateOf(result) === undefined).map(shortOf),
      left_out,
    },
  };
}

function shortOf({ id, keyword, status, unprobed, finding, evidence, remediation }: Result) {
  return {
    id,
    keyword,
    status,
    ...(unprobed === true ? { unprobed } : {}),
    ...(finding === undefined ? {} : { finding }),
    evidence,
    ...(remediation === undefined ? {} : { remediation: { fix: remediation.fix } }),
  };
}

function fateOf({ status, na_reason }: Result): keyof Omitted | undefined {
  if (status === 'pass') return 'pass';
  if (status !== 'n_a') return undefined;
  return na_reason === 'optional-absent' ? 'optional_absent' : 'antecedent_unmet';
}

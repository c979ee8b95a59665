/**
 * The documents that commands print as JSON, and their schemas. All share one frame: `kind` says which document it is,
 * `spec_version` which version of the standard it follows. The scorecard envelope (`kind: web`) has both, too.
 */
import * as z from 'zod';
import { KEYWORDS, SITE_TYPES, STATUSES } from '../catalogue/vocabulary.ts';
import { ERROR_KINDS } from '../errors.ts';
import { baselineSchema } from '../gate/baseline.ts';
import { configSchema, waiverSchema } from '../gate/config.ts';
import { STANDINGS } from '../gate/gate.ts';
import { FAIL_ON } from '../gate/vocabulary.ts';
import { OTHER_VERDICTS } from '../parse/other-report.ts';
import { comparisonSchema } from '../scorecard/compare.ts';
import { cutEnvelopeSchema } from '../scorecard/cut.ts';
import { pageSampleSchema } from '../scorecard/page-sample.ts';
import { envelopeSchema } from '../scorecard/schema.ts';
import { SPEC_VERSION } from '../versions.ts';
import { checkDocumentSchema } from '../view/check-document.ts';
import { OUTCOMES } from '../view/others/comparison.ts';
import { RETEST_OUTCOMES, type RetestOutcome } from '../view/retest-outcomes.ts';
import { CI_SYSTEMS, type DocumentName, FILE_ACTIONS, HOSTS } from './sets.ts';

function frame<const K extends string>(kind: K) {
  return { kind: z.literal(kind), spec_version: z.string().describe('Version of the standard.') };
}

const listing = {
  shown: z.int().describe('How many are listed here.'),
  total: z.int().describe('How many there are.'),
  truncated: z.boolean().describe('The list was cut; a higher --limit shows more.'),
};

const checksDocument = z
  .strictObject({ ...frame('checks'), ...listing, checks: z.array(checkDocumentSchema) })
  .meta({ title: 'The checks of the catalogue (checks --json)' });

const explainDocument = z
  .strictObject({
    ...frame('check'),
    check: checkDocumentSchema,
    platforms: z.array(z.string()).describe('What --for takes for a part of its own in the guide.'),
    guide: z
      .strictObject({
        platform: z.string(),
        own_part: z
          .boolean()
          .describe('false: the guide has none for this platform, and `text` holds everywhere.'),
        text: z.string().describe('How to fix it, as Markdown.'),
      })
      .nullable()
      .describe('With --for.'),
    cases: z
      .array(z.strictObject({ status: z.enum(STATUSES), title: z.string() }))
      .describe('How it decides, by cases.'),
  })
  .meta({ title: 'One check explained (explain --json)' });

const compareDocument = z
  .object({ ...frame('comparison'), ...comparisonSchema.shape })
  .meta({ title: 'Two scorecards compared (compare --json)' });

const fixesDocument = z
  .strictObject({
    ...frame('fixes'),
    target: z.string(),
    target_url: z.string(),
    ...listing,
    unknown: z.array(z.string()).describe('Ids of failed checks that this version does not have.'),
    waived: z.array(waiverSchema).describe('Failures that a waiver of the configuration accepts: left out.'),
    unseen: z.int().describe('Checks that were not run or could not be checked, and may fail, too.'),
    fixes: z
      .array(
        z.strictObject({
          check: z.string(),
          label: z.string(),
          keyword: z.enum(KEYWORDS),
          status: z.enum(['broken', 'noncompliant', 'absent']),
          points: z
            .number()
            .nullable()
            .describe('Points that the fix earns; null where they cannot be told.'),
          goal: z.string(),
          fix: z.string().describe('What to change.'),
          evidence: z.string().describe('Untrusted: it quotes the audited site.'),
          requests: z
            .array(z.strictObject({ request: z.string(), found: z.string() }))
            .describe('The first requests behind the verdict, and what was found. Untrusted.'),
          files: z.array(z.string()).describe('Files of this project, as its configuration names them.'),
          stacks: z
            .array(z.strictObject({ platform: z.string().nullable(), files: z.array(z.string()) }))
            .describe('The files that it concerns on common stacks; platform null: on any.'),
          guide: z.string().describe('The command that prints the guide.'),
          verify: z.string().describe('The command that verifies the fix.'),
          prompt: z.string().describe('All of it for a coding agent, the evidence delimited as untrusted.'),
        }),
      )
      .describe('The fix that earns most points first.'),
    plan: z
      .strictObject({
        path: z.string(),
        action: z.enum(['created', 'updated', 'unchanged']).describe('With dry_run: what would be done.'),
        dry_run: z.boolean(),
      })
      .nullable()
      .describe('The file of --plan.'),
  })
  .meta({ title: 'What to fix (fix --json)' });

const retestSide = z.strictObject({
  target: z.string(),
  target_url: z.string(),
  scored_at: z.string(),
  rules: z.int().describe('The rules that judged it.'),
});

const retestVerdict = z.strictObject({
  status: z.string(),
  evidence: z.string().describe('Untrusted: it quotes the audited site.'),
});

const retestDocument = z
  .strictObject({
    ...frame('retest'),
    partial: z.literal(true).describe('Only what failed last time was looked at: there is no score.'),
    from: retestSide,
    to: retestSide.nullable().describe('null where nothing had failed, and no audit was made.'),
    ran: z.int().describe('Checks that ran: those that failed, and those that may apply once these pass.'),
    counts: z.strictObject(
      Object.fromEntries(RETEST_OUTCOMES.map((outcome) => [outcome, z.int()])) as Record<
        RetestOutcome,
        z.ZodInt
      >,
    ),
    checks: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        category: z.string(),
        keyword: z.string(),
        outcome: z
          .enum(RETEST_OUTCOMES)
          .describe(
            'worse: broken now, and was not. new_failure, new_pass: did not apply because of what failed, and does now. not_applicable: has nothing to judge any more.',
          ),
        cause: z
          .enum(['site', 'rules', 'both', 'unclear', 'peers'])
          .nullable()
          .describe('What changed; null where the status is the same.'),
        from: retestVerdict,
        to: retestVerdict,
        prompt: z.string().nullable().describe('For a coding agent, where it fails.'),
      }),
    ),
    unknown: z.array(z.string()).describe('Ids of failed checks that this version does not have.'),
  })
  .meta({ title: 'What failed, tested again (retest --json)' });

const theirVerdict = z
  .enum(OTHER_VERDICTS)
  .describe('What the other tool says, in words that all of them share.');
const ourStatus = z
  .string()
  .describe(`${STATUSES.join(', ')}; a scorecard of other rules may say something else.`);

const compareWithDocument = z
  .strictObject({
    ...frame('comparison_with_other'),
    tool: z.strictObject({
      id: z.enum(['lighthouse', 'afdocs']),
      name: z.string(),
      version: z.string().nullable().describe('null where the report does not say it.'),
    }),
    ours: z.strictObject({ target: z.string(), scored_at: z.string() }),
    theirs: z.strictObject({ url: z.string(), at: z.string().nullable() }),
    cautions: z.array(z.string()).describe('Why differences may come from something else than the tools.'),
    counts: z.strictObject({ differ: z.int(), one_side: z.int(), agree: z.int(), neither: z.int() }),
    rows: z.array(
      z.strictObject({
        check: z.string().describe('The id of our check.'),
        label: z.string(),
        ours: z
          .strictObject({
            status: ourStatus,
            evidence: z.string().describe('Untrusted: it quotes the audited site.'),
          })
          .nullable()
          .describe('null where the scorecard does not have the check.'),
        theirs: z.strictObject({
          id: z.string(),
          verdict: theirVerdict,
          message: z.string().describe('Untrusted: it is from the report.'),
        }),
        scope: z.enum(['same', 'wider', 'narrower']).describe('How much their check looks at, beside ours.'),
        outcome: z.enum(OUTCOMES).describe('one_side: only one of the two judges.'),
        reason: z.string().nullable().describe('Why they differ, or only one judges.'),
      }),
    ),
    only_theirs: z
      .array(z.strictObject({ id: z.string(), verdict: theirVerdict, asks: z.string(), why: z.string() }))
      .describe('Their checks that nothing of ours corresponds to, and why.'),
    only_ours: z
      .array(z.strictObject({ check: z.string(), label: z.string(), status: ourStatus.nullable() }))
      .describe('Our checks that nothing in the report corresponds to.'),
    unknown: z.array(z.string()).describe('Ids of their checks that this version does not know.'),
  })
  .meta({ title: 'A scorecard beside the report of another tool (compare --with --json)' });

const planned = {
  sitemap_sample: z
    .int()
    .nullable()
    .describe('Pages of the sitemap that would be looked at beside the audit.'),
  site_type: z.enum(SITE_TYPES).nullable(),
  network: z.enum(['public', 'any', 'auto', 'none']).describe('none: a recording is judged.'),
  wait: z
    .strictObject({ url: z.url().nullable().describe('null: the target itself.'), timeout_s: z.number() })
    .nullable()
    .describe('What would be waited for first (--wait-for).'),
  timeout_s: z.number(),
  checks: z.array(z.string()).describe('Ids of the checks that would run.'),
  writes: z.array(z.string()).describe('Files that would be written.'),
};
const namedTarget = { target: z.string(), target_url: z.url() };

const planDocument = z.strictObject({
  ...frame('plan'),
  dry_run: z.literal(true),
  ...namedTarget,
  canonical_origin: z.url().nullable().describe('The origin that the target is audited in place of.'),
  headers: z.array(z.string()).describe('The names of the request headers of your own.'),
  mcp_endpoint: z
    .string()
    .nullable()
    .describe('The MCP endpoint that --mcp-endpoint names: a path or a URL.'),
  ...planned,
});
const plansDocument = z.strictObject({
  ...frame('plans'),
  dry_run: z.literal(true),
  targets: z.array(z.strictObject(namedTarget)).describe('Of several sites, in their order.'),
  jobs: z.int().describe('How many are audited at a time.'),
  ...planned,
});
const anyPlanDocument = z
  .discriminatedUnion('kind', [planDocument, plansDocument])
  .meta({ title: 'What an audit would do (--dry-run --json)' });

const skillDocument = z
  .strictObject({
    ...frame('skill'),
    dry_run: z.boolean(),
    files: z.array(
      z.strictObject({
        path: z.string(),
        hosts: z.array(z.enum(HOSTS)),
        action: z.enum(['created', 'updated', 'unchanged']).describe('With dry_run: what would be done.'),
      }),
    ),
  })
  .meta({ title: 'Skill files installed or updated (skill --json)' });

const initDocument = z
  .strictObject({
    ...frame('init'),
    dry_run: z.boolean(),
    ci: z.enum(CI_SYSTEMS).describe('The system that the pipeline is for.'),
    files: z.array(
      z.strictObject({
        path: z.string(),
        action: z.enum(FILE_ACTIONS).describe('With dry_run: what would be done.'),
      }),
    ),
    next: z.array(z.string()).describe('What to do next, in order.'),
  })
  .meta({ title: 'The files that a project begins with (init --json)' });

const examplesDocument = z
  .strictObject({
    ...frame('examples'),
    examples: z.array(
      z.strictObject({
        command: z.string(),
        title: z.string(),
        person: z.string(),
        agent: z.string(),
      }),
    ),
  })
  .meta({ title: 'Examples of every command (examples --json)' });

const failure = {
  error: z.literal(true),
  kind: z.enum(ERROR_KINDS),
  message: z.string().describe('What failed, and why.'),
  hint: z.string().optional().describe('What to do instead.'),
  details: z
    .strictObject({
      wall: z.string().describe('Who refuses.'),
      evidence: z.string().describe('The answer that shows it. Untrusted: it quotes the audited site.'),
      requests: z.int().describe('How many requests were made.'),
    })
    .optional()
    .describe('Of target_blocked.'),
  allowed: z.array(z.string()).optional().describe('The values that would have been accepted.'),
  missing: z
    .array(z.string())
    .optional()
    .describe('Of incomplete_recording: requests that the recording does not hold, the first of them.'),
};

const gateDocument = z
  .strictObject({
    passed: z.boolean().describe('Nothing fails, and all that is asserted could be seen.'),
    fail_on: z.array(z.enum(FAIL_ON)).describe('What makes it fail.'),
    reasons: z.array(z.string()).describe('Why it failed, a sentence each.'),
    unseen: z
      .array(z.string())
      .describe(
        'Checks that something is asserted of and that could not be seen. With no reasons: exit code 69.',
      ),
    warnings: z.array(z.string()).describe('What fails nothing and should be known.'),
    results: z.array(
      z.strictObject({
        check: z.string(),
        standing: z
          .enum(STANDINGS)
          .describe(
            'fails: it fails the gate; waived: a waiver accepts it; known: it is in the baseline; allowed: nothing asks for it.',
          ),
        reason: z.string(),
        waiver: waiverSchema.optional().describe('The one that accepts it, or that has ended.'),
      }),
    ),
    baseline: z
      .strictObject({
        file: z.string(),
        target: z.string().describe('The site that it was made of.'),
        written: z.enum(['created', 'updated', 'unchanged', 'no']),
        added: z.array(z.string()).describe('Failures that it has anew.'),
        removed: z.array(z.string()).describe('Failures that it no longer has.'),
      })
      .optional(),
  })
  .meta({ id: 'Gate', description: 'What the gate says; each check that failed is among the results.' });

const auditsSummary = z.strictObject({
  targets: z.int(),
  passed: z.int(),
  below: z.int().describe('Audited, and below what they are held to.'),
  no_verdict: z.int().describe('Not audited, or not to the end.'),
  exit_code: z.int().describe('Of the command: the highest of those that each site would have by itself.'),
});

const auditsDocument = z
  .strictObject({
    ...frame('audits'),
    audits: z
      .array(
        z.strictObject({
          target: z.string(),
          scorecard: z
            .union([envelopeSchema, cutEnvelopeSchema])
            .nullable()
            .describe('null where the site could not be audited.'),
          sitemap_sample: pageSampleSchema.optional().describe('Only with --sitemap-sample.'),
          gate: gateDocument.optional().describe('Only where something is asked of the sites.'),
          error: z
            .strictObject(failure)
            .nullable()
            .describe('Why the audit is not a success; null where it is.'),
        }),
      )
      .describe('Every site that was named, once, in its order.'),
    summary: auditsSummary,
  })
  .meta({ title: 'Audits of several sites (audit a.example b.example --json)' });

/** The envelope is what the site publishes, and stays as it is: only what is held to something has a gate. */
const gatedAuditDocument = envelopeSchema
  .extend({
    gate: gateDocument,
    sitemap_sample: pageSampleSchema.optional().describe('Only with --sitemap-sample.'),
  })
  .meta({ title: 'Scorecard envelope and what the gate says of it (audit --json with a gate)' });

const errorDocumentSchema = z
  .strictObject(failure)
  .meta({ title: 'An error, on stderr, with --output json' });

const ofSeveral = z.string().optional().describe('Where several sites are audited: which of them.');

const eventDocument = z
  .discriminatedUnion('event', [
    z.strictObject({
      event: z.literal('started'),
      target: z.string(),
      at: z.string().describe('ISO 8601 UTC timestamp.'),
      total: z.int().describe('Checks that run.'),
    }),
    z.strictObject({
      event: z.literal('check'),
      target: ofSeveral,
      done: z.int(),
      total: z.int(),
      result: envelopeSchema.shape.scorecard.shape.results.element,
    }),
    z.strictObject({ event: z.literal('gate'), target: z.string(), ...gateDocument.shape }),
    z.strictObject({
      event: z.literal('scorecard'),
      target: ofSeveral,
      cut_short: z.boolean().describe('The deadline cut the audit short: what it did not reach is “skip”.'),
      scorecard: envelopeSchema,
    }),
    z.strictObject({ event: z.literal('definition'), check: checkDocumentSchema }).describe('Of checks.'),
    z.strictObject({ event: z.literal('end'), ...listing }).describe('Of checks: the last line.'),
    z
      .strictObject({ event: z.literal('sitemap_sample'), target: z.string(), sample: pageSampleSchema })
      .describe('Only with --sitemap-sample.'),
    z
      .strictObject({ event: z.literal('no_scorecard'), target: z.string(), error: z.strictObject(failure) })
      .describe('Of several sites: one that could not be audited.'),
    z
      .strictObject({ event: z.literal('summary'), ...auditsSummary.shape })
      .describe('Of several sites: the last line.'),
    z.strictObject({ event: z.literal('error'), ...failure }).describe('On stderr, of any command.'),
  ])
  .describe('What a command says bit by bit.');

/** Where a command has one answer, its one line is that document. */
const lineDocument = z
  .union([
    eventDocument,
    z
      .discriminatedUnion('kind', [
        explainDocument,
        fixesDocument,
        retestDocument,
        compareDocument,
        compareWithDocument,
        anyPlanDocument,
        skillDocument,
        initDocument,
        examplesDocument,
      ])
      .describe('The whole answer of a command that has one.'),
  ])
  .meta({ title: 'A line of --output jsonl, of any command' });

export type ChecksDocument = z.infer<typeof checksDocument>;
export type ExplainDocument = z.infer<typeof explainDocument>;
export type FixesDocument = z.infer<typeof fixesDocument>;
export type RetestDocument = z.infer<typeof retestDocument>;
export type CompareDocument = z.infer<typeof compareDocument>;
export type PlanDocument = z.infer<typeof planDocument>;
export type PlansDocument = z.infer<typeof plansDocument>;
export type AuditsDocument = z.infer<typeof auditsDocument>;
export type SkillDocument = z.infer<typeof skillDocument>;
export type InitDocument = z.infer<typeof initDocument>;
export type ExamplesDocument = z.infer<typeof examplesDocument>;
export type GateDocument = z.infer<typeof gateDocument>;
export type AuditLine = z.infer<typeof eventDocument>;

/** The schema of every document, by the name that `schema` takes. */
const DOCUMENT_SCHEMAS: Readonly<Record<DocumentName, z.ZodType>> = {
  audit: envelopeSchema,
  'audit-failures': cutEnvelopeSchema,
  audits: auditsDocument,
  'sitemap-sample': pageSampleSchema.meta({
    title: 'The field sitemap_sample beside a scorecard (--sitemap-sample --json)',
  }),
  'audit-gate': gatedAuditDocument,
  events: lineDocument,
  checks: checksDocument,
  explain: explainDocument,
  fixes: fixesDocument,
  retest: retestDocument,
  compare: compareDocument,
  'compare-with': compareWithDocument,
  plan: anyPlanDocument,
  skill: skillDocument,
  init: initDocument,
  examples: examplesDocument,
  error: errorDocumentSchema,
  config: configSchema,
  baseline: baselineSchema,
};

/** The JSON Schema (draft 2020-12) of a document. */
function documentJsonSchema(name: DocumentName): Record<string, unknown> {
  return z.toJSONSchema(DOCUMENT_SCHEMAS[name], { target: 'draft-2020-12' });
}

/** Where the printed schemas are committed. */
export const SCHEMA_FOLDER = new URL('../../content/schema/', import.meta.url);

/** The file of a document's schema, as it is committed and as the package has it. */
export function schemaFile(name: DocumentName): string {
  return `${name}.schema.json`;
}

/** The schema as it is printed. */
export function printedSchema(name: DocumentName): string {
  return `${JSON.stringify(documentJsonSchema(name), null, 2)}\n`;
}

/** The frame of a document. */
export function framed<const K extends string>(kind: K): { kind: K; spec_version: string } {
  return { kind, spec_version: SPEC_VERSION };
}

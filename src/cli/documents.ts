/**
 * The documents that commands print as JSON, and their schemas. All share one frame: `kind` says which document it is,
 * `spec_version` which version of the standard it follows. The scorecard envelope (`kind: web`) has both, too.
 */
import type * as z from 'zod';
import { baselineSchema } from '../gate/baseline.ts';
import { configSchema } from '../gate/config.ts';
import { failuresOnlySchema } from '../scorecard/failures-only.ts';
import { schemaText } from '../scorecard/print.ts';
import { envelopeSchema } from '../scorecard/schema.ts';
import { errorDocumentSchema, type gateDocument, gatedAuditDocument } from './documents/audits.ts';
import { checksDocument, compareDocument, explainDocument } from './documents/checks.ts';
import { examplesDocument, skillDocument } from './documents/files.ts';
import { fixDocument } from './documents/fix.ts';
import { lineDocument } from './documents/lines.ts';
import { planDocument } from './documents/plans.ts';
import { DOCUMENT_NAMES, type DocumentName } from './enums.ts';

export { framed } from './documents/frame.ts';

export type ChecksDocument = z.infer<typeof checksDocument>;
export type ExplainDocument = z.infer<typeof explainDocument>;
export type FixDocument = z.infer<typeof fixDocument>;
export type CompareDocument = z.infer<typeof compareDocument>;
export type PlanDocument = z.infer<typeof planDocument>;
export type SkillDocument = z.infer<typeof skillDocument>;
export type ExamplesDocument = z.infer<typeof examplesDocument>;
export type GateDocument = z.infer<typeof gateDocument>;

/** The schema of every document, by the name that `schema` takes. */
const DOCUMENT_SCHEMAS: Readonly<Record<DocumentName, z.ZodType>> = {
  audit: envelopeSchema,
  'audit-failures': failuresOnlySchema,
  'audit-gate': gatedAuditDocument,
  events: lineDocument,
  checks: checksDocument,
  explain: explainDocument,
  fix: fixDocument,
  compare: compareDocument,
  plan: planDocument,
  skill: skillDocument,
  examples: examplesDocument,
  error: errorDocumentSchema,
  config: configSchema,
  baseline: baselineSchema,
};

/** The schema of a document as it is printed: JSON Schema, of which a validator needs nothing else. */
export function printedSchema(name: DocumentName): string {
  return schemaText(DOCUMENT_SCHEMAS[name]);
}

/** All of them by name, as the site serves them and the package has them. */
export function printedSchemas(): readonly { readonly name: DocumentName; readonly text: string }[] {
  return DOCUMENT_NAMES.toSorted().map((name) => ({ name, text: printedSchema(name) }));
}

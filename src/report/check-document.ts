/** Check definitions as JSON, for the output of the command line and the downloads of the catalog. */
import * as z from 'zod';
import type { Definition } from '../audit/check-texts/definition.ts';
import { CATEGORIES, KEYWORDS, PRINCIPLES } from '../audit/check-texts/vocabulary.ts';
import { DEFAULT_BASE_URL } from '../base/versions.ts';

export const checkDocumentSchema = z
  .strictObject({
    id: z.string(),
    category: z.enum(CATEGORIES.map(({ id }) => id)),
    keyword: z.enum(KEYWORDS),
    principle: z.enum(PRINCIPLES),
    label: z.string(),
    passes: z.string().describe('Its title where it passes.'),
    fails: z.string().describe('Its title where it fails.'),
    goal: z.string().describe('What an agent gains.'),
    passes_when: z.string(),
    fix: z.string().describe('What to change.'),
    skill_url: z.url().describe('The fix guide of the check.'),
    resources: z.array(z.strictObject({ label: z.string(), url: z.url() })),
  })
  .describe('A check of the catalogue.');

type CheckDocument = z.infer<typeof checkDocumentSchema>;

/** Returns a check definition as JSON. Its links lead to the guides of the catalog at `baseUrl`. */
export function checkDocument(check: Definition, baseUrl: string = DEFAULT_BASE_URL): CheckDocument {
  const { id, category, keyword, principle, label, passes, fails, goal, passesWhen, fix, resources } = check;
  return {
    id,
    category,
    keyword,
    principle,
    label,
    passes: passes ?? label,
    fails,
    goal,
    passes_when: passesWhen,
    fix,
    skill_url: `${baseUrl}/fix/${id}`,
    resources: resources.map((resource) => ({ label: resource.label, url: resource.url })),
  };
}

/** Schemas for the front matter of the texts in `content`. */

import * as z from 'zod';
import { withCounts } from '../audit/check-texts/counts.ts';
import { KEYWORDS, PRINCIPLE_NAMES, PRINCIPLES } from '../audit/check-texts/vocabulary.ts';

/** The front matter of a guide to a check (`content/checks/<id>.mdx`). */
export const guideSchema = z.object({
  check: z.string(),
  summary: z.string().min(20).max(140),
});

export const stackSchema = z.object({
  stack: z.string().regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().min(3),
  summary: z.string().min(20).max(140),
  /** The software, its versions and the date of the test, or a note that the configuration was not tested. */
  tried: z.string().min(5),
});

const requirementSchema = z.object({
  id: z.string().regex(new RegExp(`^(?:${PRINCIPLES.join('|')})-(?:${KEYWORDS.join('|')})-[a-z0-9-]+$`, 'i')),
  level: z.enum(['must', 'should', 'may']),
  /** The command-line programs to which the requirement applies, such as those that log in to a service. */
  applies: z.string().min(2),
  text: z.string().min(10),
});

/** The front matter of a principle (`content/principles/p<n>.mdx`). The standard was written for command-line programs. */
export const principleSchema = z
  .object({
    id: z.enum(PRINCIPLES),
    /** What the principle requires of a web site. */
    site: z.string().min(20),
    /** What the principle requires of a command-line program. */
    summary: z.string().min(20),
    requirements: z.array(requirementSchema).min(1),
  })
  .transform((principle) => ({ ...principle, name: PRINCIPLE_NAMES[principle.id] }));

export const pageSchema = z.object({
  title: z.string().min(3),
  description: z.string().transform(withCounts).pipe(z.string().min(50).max(200)),
});

export type Requirement = z.infer<typeof requirementSchema>;
export type StackText = z.infer<typeof stackSchema>;
export type PrincipleText = z.infer<typeof principleSchema>;

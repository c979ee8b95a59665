/** The site's text, as Astro collections. Targets and scorecards are not collections, because memory cannot hold them all. */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { guideSchema, pageSchema, principleSchema, stackSchema } from '../fix/texts.ts';
import { withOtherTools } from './other-tools.ts';

export const collections = {
  guides: defineCollection({
    loader: glob({ base: './content/checks', pattern: '*.mdx' }),
    schema: guideSchema,
  }),
  stacks: defineCollection({
    loader: glob({ base: './content/stacks', pattern: '*.mdx' }),
    schema: stackSchema,
  }),
  principles: defineCollection({
    loader: glob({ base: './content/principles', pattern: '*.mdx' }),
    schema: principleSchema,
  }),
  pages: defineCollection({
    loader: withOtherTools(glob({ base: './content/pages', pattern: '**/*.mdx' })),
    schema: pageSchema,
  }),
};

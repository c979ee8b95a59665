/** What the lists of resources, templates and prompts give. They are made once: only a deployment changes them. */
import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { FixedResource, ResourceFamily } from './resources.ts';

export interface Lists {
  readonly resources: Resource[];
  readonly resourceTemplates: ResourceTemplateType[];
  readonly prompts: Prompt[];
}

interface AnyPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argsSchema: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
}

export function listsOf(
  fixed: readonly FixedResource[],
  families: readonly ResourceFamily[],
  prompts: readonly AnyPrompt[],
): Lists {
  return {
    resources: fixed.map(({ read: _, ...listed }) => listed),
    resourceTemplates: families.map(({ variable: _v, complete: _c, read: _r, ...listed }) => listed),
    prompts: prompts.map(({ name, title, description, argsSchema }) => ({
      name,
      title,
      description,
      arguments: Object.entries(argsSchema.shape).map(([argument, schema]) => ({
        name: argument,
        description: schema.description,
        required: !schema.safeParse(undefined).success,
      })),
    })),
  };
}

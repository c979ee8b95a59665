/** What the lists of resources, templates and prompts give. They are made once: only a deployment changes them. */
import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { NamedPrompt } from './prompts.ts';
import type { FixedResource, ResourceFamily } from './resources.ts';

export interface Lists {
  readonly resources: Resource[];
  readonly resourceTemplates: ResourceTemplateType[];
  readonly prompts: Prompt[];
}

export function listsOf(
  fixed: readonly FixedResource[],
  families: readonly ResourceFamily[],
  prompts: readonly NamedPrompt[],
): Lists {
  return {
    resources: fixed.map(({ read: _, ...listed }) => listed),
    resourceTemplates: families.map(({ variable: _v, complete: _c, read: _r, ...listed }) => listed),
    prompts: prompts.map(({ name, title, description, argument }) => ({
      name,
      title,
      description,
      arguments: [{ name: argument.name, description: argument.description, required: true }],
    })),
  };
}

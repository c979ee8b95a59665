/** What clients name by an address or a name: resources and prompts, in the SDK's registers. */
import {
  completable,
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { RequestGuard } from './guard.ts';
import type { NamedPrompt } from './prompts.ts';
import type { FixedResource, ResourceFamily } from './resources.ts';

interface Named {
  readonly fixed: readonly FixedResource[];
  readonly families: readonly ResourceFamily[];
  readonly prompts: readonly NamedPrompt[];
}

/** Returns a function that registers them on a server; what is the same for all servers is made once. */
export function namedIn(
  { fixed, families, prompts }: Named,
  guard: RequestGuard,
): (server: McpServer) => void {
  const documents = fixed.map(({ name, uri, read, ...config }) => ({
    name,
    uri,
    config,
    read: guard(async () => contentOf(uri, config.mimeType, await read())),
  }));
  const templates = families.map(({ name, uriTemplate, variable, complete, read, ...config }) => ({
    name,
    template: new ResourceTemplate(uriTemplate, {
      list: undefined,
      complete: { [variable]: guard(complete) },
    }),
    config,
    read: guard(async ({ href }: URL, variables: Readonly<Record<string, string | string[]>>) => {
      const text = await read([variables[variable] ?? ''].flat().join());
      if (text === undefined) throw new ResourceNotFoundError(href);
      return contentOf(href, config.mimeType, text);
    }),
  }));
  const pickable = prompts.map(({ name, argument, get, ...config }) => {
    const value = completable(z.string().describe(argument.description), guard(argument.complete));
    const argsSchema = z.object({ [argument.name]: value });
    return { name, config: { ...config, argsSchema }, argument: argument.name, get: guard(get) };
  });
  return (server) => {
    for (const { name, uri, config, read } of documents) server.registerResource(name, uri, config, read);
    for (const { name, template, config, read } of templates)
      server.registerResource(name, template, config, (uri, variables) => read(uri, variables));
    for (const { name, config, argument, get } of pickable)
      server.registerPrompt(name, config, (args) => get(args[argument] ?? ''));
  };
}

function contentOf(uri: string, mimeType: string, text: string) {
  return { contents: [{ uri, mimeType, text }] };
}

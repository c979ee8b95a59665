/**
 * What is asked for by its name or address: resources, prompts, and what completes their arguments. The SDK's own registers
 * look names up in plain objects and repeat them whole.
 */
import {
  type CompleteResult,
  type GetPromptResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  UriTemplate,
} from '@modelcontextprotocol/server';
import type { RequestGuard } from './guard.ts';
import { echo } from './params.ts';
import type { NamedPrompt } from './prompts.ts';
import type { FixedResource, ResourceFamily } from './resources.ts';

/** Completions of one answer (MCP, "Completion"). */
const MOST_VALUES = 100;

interface Named {
  readonly fixed: readonly FixedResource[];
  readonly families: readonly ResourceFamily[];
  readonly prompts: readonly NamedPrompt[];
}

/** What answers for them, for any server. */
export function namedHandlers({ fixed, families, prompts }: Named, guard: RequestGuard) {
  const documents = new Map(fixed.map((one) => [one.uri, one]));
  const templates = families.map((family) => ({ family, template: new UriTemplate(family.uriTemplate) }));
  const byName = new Map(prompts.map((one) => [one.name, one]));

  const read = guard(async (uri: string): Promise<ReadResourceResult> => {
    const { href } = addressed(uri);
    const document = documents.get(href);
    if (document !== undefined) return contentOf(href, document.mimeType, await document.read());
    for (const { family, template } of templates) {
      const value = template.match(href)?.[family.variable];
      if (value === undefined) continue;
      const text = typeof value === 'string' ? await family.read(value) : undefined;
      if (text !== undefined) return contentOf(href, family.mimeType, text);
    }
    throw new ResourceNotFoundError(echo(uri));
  });

  const get = guard(
    async (name: string, args: Readonly<Record<string, string>>): Promise<GetPromptResult> => {
      const { argument, get } = promptNamed(name);
      const value = Object.hasOwn(args, argument.name) ? args[argument.name] : undefined;
      if (value === undefined) throw invalid(`${name} needs the argument ${argument.name}`);
      return get(value);
    },
  );

  const complete = guard(async (of: Completed, argument: string, typed: string): Promise<CompleteResult> => {
    const own = of.type === 'ref/resource' ? variableOf(of.uri) : promptNamed(of.name).argument;
    const values = own?.name === argument ? await own.complete(typed) : [];
    const shown = values.slice(0, MOST_VALUES);
    return { completion: { values: shown, total: values.length, hasMore: shown.length < values.length } };
  });

  return ({ server }: McpServer): void => {
    server.setRequestHandler('resources/read', ({ params }) => read(params.uri));
    server.setRequestHandler('prompts/get', ({ params }) => get(params.name, params.arguments ?? {}));
    server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
      complete(ref, argument.name, argument.value),
    );
  };

  function promptNamed(name: string): NamedPrompt {
    const prompt = byName.get(name);
    if (prompt !== undefined) return prompt;
    throw invalid(`There is no prompt named ${JSON.stringify(echo(name))}: prompts/list names all`);
  }

  /** The variable of a template; `undefined` for a document, which has none. */
  function variableOf(uri: string): NamedPrompt['argument'] | undefined {
    const family = families.find((one) => one.uriTemplate === uri);
    if (family !== undefined) return { ...family, name: family.variable };
    if (documents.has(uri)) return undefined;
    throw invalid(`There is no template ${JSON.stringify(echo(uri))}: resources/templates/list names all`);
  }
}

type Completed =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

function addressed(uri: string): URL {
  const url = URL.parse(uri);
  if (url !== null) return url;
  throw invalid(`uri: ${JSON.stringify(echo(uri))} is no URI`);
}

function contentOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

import {
  type CallToolResult,
  type JSONObject,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isRecord } from '../../base/json.ts';
import type { AuditProgress, Library, Scorecards } from '../api.ts';
import type { Caller } from '../caller.ts';
import { ServiceError } from '../errors.ts';
import { echo } from './params.ts';
import { ARGUMENT_MEANINGS } from './schemas.ts';
import { blocks, quoteText } from './texts.ts';

export interface ToolContext {
  readonly library: Library;
  readonly scorecards: Scorecards;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Reports progress. Set only if the client requested progress and can receive it. */
  readonly onProgress: ((progress: AuditProgress) => void) | undefined;
}

/** The result of a tool in two forms: data for programs, and text for a model. */
interface ToolAnswer<O> {
  readonly structured: O;
  readonly text: string;
}

/** The annotations of tools that only read published or stored data (MCP, "ToolAnnotations"). */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;

/** The annotations of tools that may run an audit. */
export const AUDITS = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;

interface Spec<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** When to use the tool, what it returns and what it costs. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly annotations: NonNullable<Tool['annotations']>;
  run(args: z.output<I>, context: ToolContext): Promise<ToolAnswer<z.input<O>>>;
}

export interface AnyTool extends Omit<Spec<z.ZodObject, z.ZodObject>, 'run'> {
  /** @throws ServiceError `invalid_arguments` if the arguments do not fit the schema */
  call(args: unknown, context: ToolContext): Promise<ToolAnswer<Record<string, unknown>>>;
}

export function tool<I extends z.ZodObject, O extends z.ZodObject>(spec: Spec<I, O>): AnyTool {
  return {
    ...spec,
    async call(args, context) {
      const normalized = withKnownWords(spec.input, withTarget(spec, args ?? {}));
      const parsed = spec.input.safeParse(normalized);
      if (!parsed.success)
        throw badArguments(spec.name, whatIsWrong(spec.input.shape, normalized, parsed.error));
      return spec.run(parsed.data, context);
    },
  };
}

/**
 * Renames the argument `url`, which callers may use instead of `target`.
 * @throws ServiceError `invalid_arguments` if the two names have different values
 */
function withTarget({ name, input: { shape } }: Pick<AnyTool, 'name' | 'input'>, args: unknown): unknown {
  if (!isRecord(args) || !Object.hasOwn(shape, 'target')) return args;
  const { url, ...rest } = args;
  const target = rest.target ?? url;
  if (url !== undefined && url !== target)
    throw badArguments(name, 'target and url name different sites: pass one of them');
  return target === undefined ? rest : { ...rest, target };
}

function withKnownWords({ shape }: z.ZodObject, args: unknown): unknown {
  if (!isRecord(args)) return args;
  const known = Object.entries(args).map(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? bare(shape[name]) : undefined;
    const isWord = schema instanceof z.ZodEnum && typeof value === 'string';
    return [name, isWord ? (schema.options.find((one) => one === value.toLowerCase()) ?? value) : value];
  });
  return Object.fromEntries(known);
}

/** Removes optional and default wrappers from a schema. */
function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? bare(schema.unwrap()) : schema;
}

/** Returns the error for arguments that a tool does not accept (.github/DECISIONS.md, "MCP"). */
export function badArguments(name: string, why: string): ServiceError {
  return new ServiceError('invalid_arguments', `Invalid arguments for ${name}: ${why}.`);
}

/** Returns the names of a tool's arguments, including `url`, another name for `target`. */
function argumentNames(shape: z.ZodRawShape): string[] {
  return Object.keys(shape).flatMap((name) => (name === 'target' ? ['target', 'url'] : name));
}

/** Describes what each wrong argument should be. */
function whatIsWrong(shape: z.ZodRawShape, args: unknown, { issues }: z.ZodError): string {
  const parts = issues.map((issue) => {
    if (issue.code === 'unrecognized_keys')
      return `it has no argument ${echo(issue.keys.join(', '))}, only ${argumentNames(shape).join(', ')}`;
    const name = String(issue.path[0]);
    const isMissing = isRecord(args) && args[name] === undefined;
    return `\`${name}\` is ${isMissing ? 'missing: ' : ''}${meaningOf(name, shape[name])}`;
  });
  return [...new Set(parts)].join('; ');
}

function meaningOf(name: string, schema: unknown): string {
  const one = bare(schema);
  if (one instanceof z.ZodEnum) return `one of ${one.options.join(', ')}`;
  if (one instanceof z.ZodNumber) return `a whole number from ${one.minValue} to ${one.maxValue}`;
  return ARGUMENT_MEANINGS[name] ?? 'text';
}

/**
 * Calls a tool. If the tool refuses or fails, the result has `isError`, so that the model can read the error.
 * @throws ProtocolError `InvalidParams` for bad arguments, if `refusesArguments`
 */
export async function callTool(
  one: AnyTool,
  args: unknown,
  { refusesArguments, ...context }: ToolContext & { readonly refusesArguments: boolean },
): Promise<CallToolResult> {
  try {
    const { structured, text } = await one.call(args, context);
    return { structuredContent: structured, content: [{ type: 'text', text }] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'invalid_arguments' && refusesArguments)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    return failedCall(error);
  }
}

export function failureCode({ isError, structuredContent }: CallToolResult): string | undefined {
  if (isError !== true || !isRecord(structuredContent)) return undefined;
  const { error } = structuredContent;
  return isRecord(error) && typeof error.code === 'string' ? error.code : undefined;
}

export function failedCall({ code, message, quote, retryAfterS, scope }: ServiceError): CallToolResult {
  const more = {
    quote,
    scope,
    retry_after_s: retryAfterS,
  };
  const saysWhen = retryAfterS === undefined || /Call again|is possible in/.test(message);
  const hint = saysWhen ? '' : ` The same call may succeed in ${retryAfterS} s.`;
  return {
    isError: true,
    structuredContent: { error: { code, message, ...more } },
    content: [{ type: 'text', text: blocks([`${code}: ${message}${hint}`, ...quoteText(quote)]) }],
  };
}

export function listed(one: AnyTool): Tool {
  const { name, title, description, annotations } = one;
  const inputSchema = objectSchema(one.input, 'input');
  return {
    name,
    title,
    description,
    inputSchema: Object.hasOwn(one.input.shape, 'target') ? withUrl(inputSchema) : inputSchema,
    outputSchema: withError(objectSchema(one.output, 'output')),
    annotations,
  };
}

type ObjectSchema = Tool['inputSchema'];

/** Adds `url` as an alternative to `target`. Requires neither, because clients refuse tools whose input has `anyOf`. */
function withUrl({ properties = {}, required = [], ...rest }: ObjectSchema): ObjectSchema {
  const { target, ...others } = properties;
  const otherRequired = required.filter((one) => one !== 'target');
  return {
    ...rest,
    properties: { ...(target && { target }), url: URL_ARGUMENT, ...others },
    ...(otherRequired.length > 0 && { required: otherRequired }),
  };
}

const URL_ARGUMENT: JSONObject = { type: 'string', description: 'Alias for target.' };

/** Returns the JSON Schema without `$schema`, because older validators fail on it. MCP assumes JSON Schema 2020-12. */
function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema: one, path }) {
      dropEmptyWords(one);
      if (io === 'output') shorten(one, path.length > 0);
    },
  });
  return json as ObjectSchema;
}

/** Removes keywords without effect: the limits of safe integers, and rules that allow any member. */
function dropEmptyWords(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties } = jsonSchema;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0)
    delete jsonSchema.additionalProperties;
  delete jsonSchema.propertyNames;
}

/**
 * Shortens the schema of a result, because most clients put the list of tools into the context of their model. A required
 * member with only a type is reduced to its name in `required`. A required nested object is reduced to the names of its
 * required members.
 */
function shorten(jsonSchema: z.core.JSONSchema.BaseSchema, isNested: boolean): void {
  // Clients cache schemas, so a result with a member added later must still be valid.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  const { properties = {}, required = [] } = jsonSchema;
  for (const [name, of] of Object.entries(properties)) {
    if (typeof of !== 'object') continue;
    if (!required.includes(name)) delete of.required;
    else if (isBare(of)) delete properties[name];
  }
  if (isNested || Object.keys(properties).length === 0) delete jsonSchema.properties;
}

/** Returns whether a schema has only a type, which is a scalar or a list of scalars. */
function isBare({ items, ...of }: z.core.JSONSchema.BaseSchema): boolean {
  const isList = typeof items === 'object' && !Array.isArray(items) && isBare(items);
  return Object.keys(of).join() === 'type' && (SCALARS.has(of.type) || isList);
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Lets a result have an error instead of its other members, because clients also check failed results against the schema. */
function withError(schema: ObjectSchema): ObjectSchema {
  const { required = [], properties = {}, ...rest } = schema;
  return {
    ...rest,
    properties: { ...properties, error: ERROR },
    anyOf: [{ required }, { required: ['error'] }],
  };
}

const ERROR: JSONObject = { type: 'object' };

/** What a tool is, how it is listed, and how any tool is called. */
import {
  type CallToolResult,
  type JSONObject,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Caller } from '../caller.ts';
import type { AuditProgress, Library, Scorecards } from '../catalog/services.ts';
import { isRecord } from '../parse/json.ts';
import { LIMIT_SCOPES, ServiceError, type ServiceErrorCode } from '../service-errors.ts';

/** What a tool may use while it answers one call. */
export interface ToolContext {
  readonly library: Library;
  readonly scorecards: Scorecards;
  readonly caller: Caller;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Told to the client; `undefined` where it did not ask, or cannot be told. */
  readonly onProgress: ((progress: AuditProgress) => void) | undefined;
}

/** A result: for programs, and the same for a model to read. */
export interface ToolAnswer<O> {
  readonly structured: O;
  readonly text: string;
}

interface Spec<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** When to use it, what it gives, what it costs. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly annotations: NonNullable<Tool['annotations']>;
  /** The codes with which it can fail; empty where it only reads what is published. */
  readonly failsWith: readonly ServiceErrorCode[];
  run(args: z.output<I>, context: ToolContext): Promise<ToolAnswer<z.input<O>>>;
}

/** A tool, whatever its arguments and its results. */
export interface AnyTool extends Omit<Spec<z.ZodObject, z.ZodObject>, 'run'> {
  /** @throws ProtocolError `InvalidParams` where the arguments do not fit the schema */
  call(args: unknown, context: ToolContext): Promise<ToolAnswer<Record<string, unknown>>>;
}

/** Defines a tool; `run` is typed by both schemas. */
export function tool<I extends z.ZodObject, O extends z.ZodObject>(spec: Spec<I, O>): AnyTool {
  return {
    ...spec,
    async call(args, context) {
      const parsed = spec.input.safeParse(args ?? {});
      if (!parsed.success) throw badArguments(spec.name, describe(parsed.error));
      return spec.run(parsed.data, context);
    },
  };
}

/** The JSON-RPC error for arguments that a tool does not take (decisions.md, "MCP": -32602). */
export function badArguments(name: string, why: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid arguments for ${name}: ${why}`);
}

const MOST_ISSUES = 5;

function describe({ issues }: z.ZodError): string {
  const shown = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const where = path.map(String).join('.');
    return where === '' ? message : `${where}: ${message}`;
  });
  return shown.join('; ');
}

/** Calls a tool. What it refuses or fails to do is a result with `isError`, which the model reads and acts on. */
export async function callTool(one: AnyTool, args: unknown, context: ToolContext): Promise<CallToolResult> {
  try {
    const { structured, text } = await one.call(args, context);
    return { structuredContent: structured, content: [{ type: 'text', text }] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return failure(error);
  }
}

/** The code of a failed result. */
export function failureCode({ isError, structuredContent }: CallToolResult): string | undefined {
  if (isError !== true || !isRecord(structuredContent)) return undefined;
  const { error } = structuredContent;
  return isRecord(error) && typeof error.code === 'string' ? error.code : undefined;
}

function failure({ code, message, retryAfterS, scope }: ServiceError): CallToolResult {
  const again = {
    ...(scope === undefined ? {} : { scope }),
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  };
  const hint = retryAfterS === undefined ? '' : ` The same call may succeed in ${retryAfterS} s.`;
  return {
    isError: true,
    structuredContent: { error: { code, message, ...again } },
    content: [{ type: 'text', text: `${code}: ${message}${hint}` }],
  };
}

/** A tool as `tools/list` gives it. */
export function listed(one: AnyTool): Tool {
  const { name, title, description, annotations } = one;
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(one.input, 'input'),
    outputSchema: withError(objectSchema(one.output, 'output'), one.failsWith),
    annotations,
  };
}

type ObjectSchema = Tool['inputSchema'];

/** Without `$schema`: what MCP takes for granted (2020-12), and older validators stumble over. */
function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, override: dropEmptyWords });
  return json as ObjectSchema;
}

/** Keywords that say nothing: what any number in JSON keeps to, what any object may have, what any name is. */
function dropEmptyWords({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties } = jsonSchema;
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0)
    delete jsonSchema.additionalProperties;
  delete jsonSchema.propertyNames;
}

/** Clients hold failed results to the output schema too, so it has room for the error in place of everything else. */
function withError(schema: ObjectSchema, codes: readonly ServiceErrorCode[]): ObjectSchema {
  if (codes.length === 0) return schema;
  const { required = [], properties = {}, ...rest } = schema;
  return {
    ...rest,
    properties: { ...properties, error: errorSchema(codes) },
    anyOf: [{ required }, { required: ['error'] }],
  };
}

function errorSchema(codes: readonly ServiceErrorCode[]): JSONObject {
  return {
    type: 'object',
    description: 'Only in results with isError.',
    properties: {
      code: { enum: [...codes] },
      message: { type: 'string' },
      scope: {
        enum: [...LIMIT_SCOPES],
        description:
          'Of audit_limit_reached: whose fresh audits are used up, yours, those of the site, or all.',
      },
      retry_after_s: { type: 'integer', minimum: 0 },
    },
    required: ['code', 'message'],
  };
}

/**
 * How large the params of a message may be and of what types, on both lanes (.github/DECISIONS.md, "MCP"). It is found out
 * before anything else reads them: the SDK's own answer to params of wrong types is -32603 and names each fault in full.
 */
import { type StandardSchemaV1Sync, specTypeSchemas } from '@modelcontextprotocol/server';
import { isRecord } from '../../base/json.ts';
import { MAX_URL_CHARS } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import type { Message } from './http.ts';

/** The most characters of what is a name: of a tool, a prompt, an argument, a check, any key. */
export const NAME_CHARS = 256;
/** The most keys of an object, and items of an array. */
const MOST_MEMBERS = 64;
/** Objects and arrays within each other; arguments have two levels, and what clients declare has a few. */
const MOST_LEVELS = 16;
/** How much is repeated of what a caller sent, in characters. */
const ECHO_CHARS = 200;

/** What a caller sent, as a message repeats it. */
export function echo(text: string): string {
  return plain(text, ECHO_CHARS);
}

type ParamsSchema = StandardSchemaV1Sync<unknown, unknown>;
const LISTED: ParamsSchema = specTypeSchemas.PaginatedRequestParams;

/** By method; what is not served is answered as such, whatever its params are. */
const SCHEMAS: ReadonlyMap<string | undefined, ParamsSchema> = new Map<string, ParamsSchema>([
  ['initialize', specTypeSchemas.InitializeRequestParams],
  ['tools/call', specTypeSchemas.CallToolRequestParams],
  ['resources/read', specTypeSchemas.ReadResourceRequestParams],
  ['prompts/get', specTypeSchemas.GetPromptRequestParams],
  ['completion/complete', specTypeSchemas.CompleteRequestParams],
  ['tools/list', LISTED],
  ['resources/list', LISTED],
  ['resources/templates/list', LISTED],
  ['prompts/list', LISTED],
]);

/** Why the params of a message are refused (-32602), in one line; `undefined` where they are not. */
export function badParams({ method, params = {} }: Message): string | undefined {
  // The SDK refuses what is no object, as no request.
  if (!isRecord(params)) return undefined;
  const { _meta, ...own } = params;
  // A client may describe itself at length, with icons as data: URIs; nothing of it is looked up or repeated.
  const chars = method === 'initialize' ? undefined : MAX_URL_CHARS;
  const excess = excessOf(own, 'params', { chars }) ?? excessOf(_meta, '_meta', {});
  if (excess !== undefined) return excess;
  if (isRecord(_meta) && !isToken(_meta.progressToken))
    return `_meta.progressToken: it is neither an integer nor a string of at most ${NAME_CHARS} characters`;
  const issue = SCHEMAS.get(method)?.['~standard'].validate(params).issues?.[0];
  if (issue === undefined) return nameExcess(own);
  const path = (issue.path ?? []).map((one) => String(typeof one === 'object' ? one.key : one));
  return echo(`${path.join('.')}: ${issue.message}`);
}

/** What is larger than anything that makes sense here, anywhere in a value. */
function excessOf(
  value: unknown,
  path: string,
  { chars, level = 0 }: { readonly chars?: number | undefined; readonly level?: number },
): string | undefined {
  if (typeof value === 'string')
    return chars !== undefined && value.length > chars
      ? `${echo(path)}: it has more than ${chars} characters`
      : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (level === MOST_LEVELS) return `params nested deeper than ${MOST_LEVELS} levels`;
  const keys = Object.keys(value);
  if (keys.length > MOST_MEMBERS) return `${echo(path)}: it has more than ${MOST_MEMBERS} members`;
  for (const key of keys) {
    if (key.length > NAME_CHARS) return `${echo(path)}: a key has more than ${NAME_CHARS} characters`;
    // What copies an object sets the prototype by it, or drops it.
    if (key === '__proto__') return `${echo(path)}: nothing has the name __proto__`;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    const excess = excessOf(member, `${path}.${key}`, { chars, level: level + 1 });
    if (excess !== undefined) return excess;
  }
  return undefined;
}

function isToken(token: unknown): boolean {
  if (token === undefined || Number.isInteger(token)) return true;
  return typeof token === 'string' && token.length <= NAME_CHARS;
}

/** The names of what is asked for, which their schemas do not bound. */
function nameExcess({ name, ref, argument }: Readonly<Record<string, unknown>>): string | undefined {
  const names = [name, isRecord(ref) && ref.name, isRecord(argument) && argument.name];
  return names.some((one) => typeof one === 'string' && one.length > NAME_CHARS)
    ? `a name has more than ${NAME_CHARS} characters`
    : undefined;
}

/** Checks the params of a message before the SDK does, because the SDK reports wrong types as internal errors (-32603). */
import { type StandardSchemaV1Sync, specTypeSchemas } from '@modelcontextprotocol/server';
import { isRecord } from '../../base/json.ts';
import { MAX_URL_CHARS } from '../../base/limits.ts';
import { plain } from '../../base/text.ts';
import type { Message } from './http.ts';

/** The maximum length of the name of a tool, prompt, argument, check or key, in characters. */
export const NAME_CHARS = 256;
const MOST_MEMBERS = 64;
/** The maximum depth of nested objects and arrays. Arguments have two levels, client capabilities a few. */
const MOST_LEVELS = 16;
const ECHO_CHARS = 200;

export function echo(text: string): string {
  return plain(text, ECHO_CHARS);
}

type ParamsSchema = StandardSchemaV1Sync<unknown, unknown>;
const LISTED: ParamsSchema = specTypeSchemas.PaginatedRequestParams;

/** Schemas by method. Unknown methods have no schema, because they are refused in any case. */
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

/** Returns why the params of a message are refused (-32602), in one line; `undefined` if they are valid. */
export function badParams({ method, params = {} }: Message): string | undefined {
  // Leave this to the SDK, which rejects params that are not an object as an invalid request.
  if (!isRecord(params)) return undefined;
  const { _meta, ...fields } = params;
  // `initialize` has no limit, because clients may send long descriptions and `data:` URLs of icons, which are not used.
  const chars = method === 'initialize' ? undefined : MAX_URL_CHARS;
  const excess = excessOf(fields, 'params', { chars }) ?? excessOf(_meta, '_meta', {});
  if (excess !== undefined) return excess;
  if (isRecord(_meta) && !isToken(_meta.progressToken))
    return `_meta.progressToken: it is neither an integer nor a string of at most ${NAME_CHARS} characters`;
  const issue = SCHEMAS.get(method)?.['~standard'].validate(params).issues?.[0];
  if (issue === undefined) return nameExcess(fields);
  const path = (issue.path ?? []).map((one) => String(typeof one === 'object' ? one.key : one));
  return echo(`${path.join('.')}: ${issue.message}`);
}

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
    // Code that copies the object would set the copy's prototype with this key, or lose the key.
    if (key === '__proto__') return `${echo(path)}: __proto__ is not allowed as a name`;
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

/** Checks the length of names that the schemas do not limit. */
function nameExcess({ name, ref, argument }: Readonly<Record<string, unknown>>): string | undefined {
  const names = [name, isRecord(ref) && ref.name, isRecord(argument) && argument.name];
  return names.some((one) => typeof one === 'string' && one.length > NAME_CHARS)
    ? `a name has more than ${NAME_CHARS} characters`
    : undefined;
}

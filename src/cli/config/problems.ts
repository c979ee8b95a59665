/** Describes the errors in a configuration, in sentences that name the field and its allowed values. */
import * as z from 'zod';
import { nearest, plain } from '../../base/text.ts';
import { configSchema } from '../../report/gate/config.ts';
import { CliError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

interface Problem {
  readonly sentence: string;
  /** The rejected value, if the field has a list of allowed values. */
  readonly typed?: string;
  readonly allowed?: readonly string[];
}

/** The maximum number of problems in one message. */
const MOST_LISTED = 5;
const VALUE_LENGTH = 60;

/** Returns the error for a configuration that does not match its schema. */
export function invalidConfig(name: string, data: unknown, issues: readonly Issue[]): CliError {
  const problems = issues.flatMap((issue) => problemsOf(issue, issue.path, data));
  const listed = problems.slice(0, MOST_LISTED);
  const lines = listed.map(({ sentence }) => sentence);
  if (problems.length > MOST_LISTED) lines.push(`… and ${problems.length - MOST_LISTED} more.`);
  const near = listed.flatMap(({ typed, allowed = [] }) =>
    typed === undefined ? [] : nearest(typed, allowed).slice(0, 1),
  );
  const question = near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `;
  const allowed = listed.find((one) => one.allowed !== undefined)?.allowed;
  return new CliError('configuration', `${name}: ${lines.join('\n')}`, {
    hint: `${question}The schema of the file is printed by: schema config`,
    allowed,
  });
}

function problemsOf(issue: Issue, path: readonly PropertyKey[], data: unknown): Problem[] {
  const field = fieldOf(path);
  const value = valueAt(data, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        sentence: `${quoted(key)} is not a field of ${field}.`,
        typed: key,
        allowed: fieldsAt(path),
      }));
    case 'invalid_value':
      return [
        {
          sentence: value === undefined ? `${field} is missing.` : `${field} does not take ${quoted(value)}.`,
          typed: typeof value === 'string' ? value : '',
          allowed: issue.values.map(String),
        },
      ];
    case 'invalid_union': {
      // A union has one schema for each type of value; the last one is for arrays. Report only errors of the matching schema.
      const ofType = issue.errors.find((errors) => !errors.some(isOfOtherType));
      const meant = (Array.isArray(value) ? issue.errors.at(-1) : (ofType ?? issue.errors[0])) ?? [];
      return meant.flatMap((one) => problemsOf(one, [...path, ...one.path], data));
    }
    case 'invalid_type':
      return [
        {
          sentence:
            value === undefined
              ? `${field} is missing.`
              : `${field} takes ${TYPES[issue.expected] ?? issue.expected}, not ${quoted(value)}.`,
        },
      ];
    case 'too_small':
      return [
        { sentence: `${field} ${boundOf(issue.origin, 'at least', issue.minimum)}, not ${quoted(value)}.` },
      ];
    case 'too_big':
      return [
        { sentence: `${field} ${boundOf(issue.origin, 'at most', issue.maximum)}, not ${quoted(value)}.` },
      ];
    case 'invalid_format':
      return [{ sentence: `${field} takes ${FORMATS[issue.format] ?? issue.format}, not ${quoted(value)}.` }];
    case 'invalid_key':
      return [
        {
          sentence: `${quoted(path.at(-1))} cannot be a name in ${fieldOf(path.slice(0, -1))}: ${issue.issues[0]?.message ?? ''}.`,
        },
      ];
    default:
      return [{ sentence: `${field} does not take ${quoted(value)}: ${issue.message}.` }];
  }
}

/** Returns whether a schema rejected the type of the value itself, not of a field inside it. */
function isOfOtherType({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a day that exists, as YYYY-MM-DD',
  url: 'an absolute URL',
};

function boundOf(origin: string, which: string, bound: number | bigint): string {
  if (origin === 'string') return `takes ${which} ${bound} character`;
  if (origin === 'array') return `takes ${which} ${bound} item`;
  return `must be ${which} ${bound}`;
}

/** Returns a path in the configuration as text, for example `waivers[0].check`. */
function fieldOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the configuration';
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return plain(text.replace(/^\./, ''), VALUE_LENGTH);
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value;
}

function quoted(value: unknown): string {
  if (typeof value === 'string') return `“${plain(value, VALUE_LENGTH)}”`;
  return plain(JSON.stringify(value) ?? typeof value, VALUE_LENGTH);
}

/** Returns the names that the JSON Schema allows in an object of the configuration. */
function fieldsAt(path: readonly PropertyKey[]): readonly string[] {
  let at: z.core.JSONSchema.BaseSchema = z.toJSONSchema(configSchema);
  for (const key of path) {
    const next = typeof key === 'number' ? at.items : at.properties?.[String(key)];
    if (typeof next !== 'object' || Array.isArray(next)) return [];
    at = next;
  }
  const names = typeof at.propertyNames === 'object' ? at.propertyNames.enum?.map(String) : undefined;
  return names ?? Object.keys(at.properties ?? {});
}

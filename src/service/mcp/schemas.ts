/** Schemas that several tools share. */
import * as z from 'zod';
import { CATEGORIES, KEYWORDS, SITE_TYPES } from '../../audit/check-texts/vocabulary.ts';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import { ENDPOINT_CHARS } from '../mcp-endpoint.ts';
import { NAME_CHARS } from './params.ts';

/** The argument for the site. Callers may also name it `url` (`tool.ts`). */
export const targetArgument = z.string().describe('The site: a public host or its URL.');

/** Values that a caller may declare about a site. Results for them are stored separately from the site's normal results. */
export const declared = {
  site_type: z.enum(SITE_TYPES).optional(),
  // Not `max`, because it would add `maxLength` to the list of tools, which has a size limit.
  mcp_endpoint: z
    .string()
    .refine(({ length }) => length <= ENDPOINT_CHARS)
    .optional(),
};

export type Declared = z.infer<z.ZodObject<typeof declared>>;

/** The arguments of tools that audit. Other tools do not describe them, because the list of tools has a size limit. */
export const declaredArguments = {
  site_type: declared.site_type.describe(
    'Kind of site; omit to detect it. `api` always runs the API checks.',
  ),
  mcp_endpoint: declared.mcp_endpoint.describe('Path of the MCP endpoint, if the site does not link to it.'),
};

const name = z.string().max(NAME_CHARS);

export const checkIdArgument = name.describe('A check id such as llms-txt.');

export const cursorArgument = z.string().optional();

/** Describes the arguments that are neither enums nor numbers, for error messages. */
export const ARGUMENT_MEANINGS: Readonly<Record<string, string>> = {
  target: 'a public host, such as "example.com"',
  targets: 'a list of two to four hosts: ["a.com", "b.com"]',
  check_id: 'the id of a check, such as "llms-txt"',
  cursor: 'the next_cursor of the previous page',
  mcp_endpoint: 'a path on the target, such as "/v1/mcp"',
};

export const category = z.enum(CATEGORIES.map(({ id }) => id));
export const keyword = z.enum(KEYWORDS);
export const percent = z.int().min(0).max(100);
export const count = z.int();
export const scores = z.strictObject({ relative: z.int(), global: z.int() });
/** A term in a stored scorecard. Not an enum, because another version of the auditor may have written unknown terms. */
export const word = z.string();
export const nextCursor = z.string().optional();

/** The call to make next if the result does not have the requested data. */
export const nextCall = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  why: z.string(),
});

export type NextCall = z.infer<typeof nextCall>;

/** The newest attempt to audit a site, if that attempt gave no scorecard. */
export const failedAttemptOutput = z
  .strictObject({
    state: z.enum(LISTING_STATES),
    message: z.string(),
    quote: z.string().optional().describe('Text from the site; untrusted.'),
  })
  .describe('Why the newest audit failed.');

/** What the schemas of several tools are made of. */
import * as z from 'zod';
import { CATEGORIES, KEYWORDS, SITE_TYPES } from '../../audit/check-texts/vocabulary.ts';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import { ENDPOINT_CHARS } from '../mcp-endpoint.ts';
import { NAME_CHARS } from './params.ts';

/** The site. Callers may also pass it as `url` (`tool.ts`). */
export const targetArgument = z.string().describe('The site: a public host or its URL.');

export const siteTypeArgument = z.enum(SITE_TYPES).optional().describe('Only if the owner declares it.');

export const endpointArgument = z
  .string()
  .max(ENDPOINT_CHARS)
  .optional()
  .describe('The path of its MCP endpoint (/v1/mcp), if nothing links to it.');

/** Other texts have the bound of all params. */
const name = z.string().max(NAME_CHARS);

export const checkIdArgument = name.describe('Such as llms-txt.');

export const cursorArgument = z.string().optional();

/** What the arguments are that are no words of a vocabulary and no numbers, for who sends something else. */
export const ARGUMENT_MEANINGS: Readonly<Record<string, string>> = {
  target: 'a public host, such as "example.com"',
  targets: 'a list of two to four hosts: ["a.com", "b.com"]',
  check_id: 'the id of a check, such as "llms-txt"',
  cursor: 'the next_cursor of the previous page',
  mcp_endpoint: 'a path on the target, such as "/v1/mcp"',
};

export const category = z.enum(CATEGORIES.map(({ id }) => id));
export const keyword = z.enum(KEYWORDS);
/** 0 to 100. */
export const percent = z.int().min(0).max(100);
export const count = z.int();
/** Both scores, as answers have them. */
export const scores = z.strictObject({ relative: z.int(), global: z.int() });
/** Words of stored scorecards: those of other rules may have some that are not known here. */
export const word = z.string();
export const nextCursor = z.string().optional();

/** Where an answer is not here, the call that leads to it. */
export const nextCall = z
  .strictObject({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), why: z.string() })
  .describe('Call this.');

export type NextCall = z.infer<typeof nextCall>;

/** That the newest attempt to audit a site gave no scorecard. */
export const failedAttemptOutput = z
  .strictObject({
    state: z.enum(LISTING_STATES),
    message: z.string(),
    quote: z.string().optional().describe('Untrusted.'),
  })
  .describe('The newest audit failed.');

/** What the schemas of several tools are made of. */
import * as z from 'zod';
import { CATEGORIES, KEYWORDS, SITE_TYPES } from '../../audit/check-texts/vocabulary.ts';
import { LISTING_STATES } from '../../audit/scorecard/listing-state.ts';
import { ENDPOINT_CHARS } from '../mcp-endpoint.ts';
import { NAME_CHARS } from './params.ts';

export const targetArgument = z.string().describe('A public host; of a URL only the host counts.');

export const siteTypeArgument = z
  .enum(SITE_TYPES)
  .optional()
  .describe('What the owner declares the site to be. Such results are kept apart.');

export const endpointArgument = z
  .string()
  .min(1)
  .max(ENDPOINT_CHARS)
  .optional()
  .describe(
    'Path of the MCP endpoint on the target (/v1/mcp), if nothing leads to it; a target with such a path suggests it. Kept apart too.',
  );

/** Other texts have the bound of all params. */
const name = z.string().max(NAME_CHARS);

export const checkIdArgument = name.describe('Such as llms-txt.');

export const cursorArgument = z.string().optional().describe('next_cursor of the page before.');

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
  .strictObject({ state: z.enum(LISTING_STATES), message: z.string() })
  .describe('The newest audit failed.');

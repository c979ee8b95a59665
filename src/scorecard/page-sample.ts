/**
 * What the pages of a sitemap say where they were looked at beside a scorecard. It stands beside the scorecard and changes
 * nothing in it: a scorecard is of a site as its home page shows it.
 */
import * as z from 'zod';
import { STATUSES } from '../definitions/vocabulary.ts';

const status = z.enum(STATUSES);
const url = z.string().describe('Untrusted: the site has named it.');
const evidence = z.string().describe('What was seen. Untrusted: it quotes the site.');

export const pageSampleSchema = z.strictObject({
  asked: z.int().describe('How many pages were asked for.'),
  sitemap: url.nullable().describe('The sitemap that the pages are from; null where none could be read.'),
  listed: z.int().describe('How many pages of this site it lists, as far as it was read.'),
  more: z.boolean().describe('It lists more than were read.'),
  problem: z.string().nullable().describe('Why no page was looked at; null where some were.'),
  checks: z.array(z.string()).describe('Ids of the checks that are asked of each page.'),
  pages: z.array(
    z.strictObject({
      url,
      seen: z
        .boolean()
        .describe('It answered as an HTML page of this site. What did not is never a difference.'),
      evidence,
      differences: z.array(
        z.strictObject({
          check: z.string(),
          home: status.describe('What the scorecard says, of the home page.'),
          here: status.describe('What is so on this page.'),
          evidence,
        }),
      ),
      unseen: z.array(z.string()).describe('Ids of checks that could not be judged on this page.'),
    }),
  ),
});

export type PageSample = z.infer<typeof pageSampleSchema>;
export type SampledPage = PageSample['pages'][number];

/** A sample of no page, and why. */
export function noSample(asked: number, problem: string, seen: Partial<PageSample> = {}): PageSample {
  return { asked, sitemap: null, listed: 0, more: false, checks: [], pages: [], ...seen, problem };
}

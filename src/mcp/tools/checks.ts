/** The catalogue of checks. */

import * as z from 'zod';
import { CHECK_COUNT, POINTS } from '../../catalogue/index.ts';
import { markdownProse } from '../../render/escape.ts';
import { KEYWORD_WORDS, plural } from '../../view/words.ts';
import { category, count, keyword, percent, principle } from '../schemas.ts';
import { blocks } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS } from './reading.ts';

export const listChecks = tool({
  name: 'list_checks',
  title: 'List the checks',
  description:
    `Lists the ${CHECK_COUNT} checks that every site is held to, or those of one category or level, with what makes each pass and the share of catalog sites that pass it. ` +
    'Use it to see what is asked before building, or to find a check_id for get_fix. Cost: a read.',
  input: z.strictObject({
    category: category.optional(),
    keyword: keyword
      .optional()
      .describe(`must is worth ${POINTS.must} points, should ${POINTS.should}, may ${POINTS.may}.`),
  }),
  output: z.strictObject({
    spec_version: z.string(),
    total: count,
    checks: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        category,
        keyword,
        principle,
        passes_when: z.string(),
        pass_percent: percent
          .nullable()
          .describe('Of the catalog sites to which it applies; null where there is none.'),
      }),
    ),
  }),
  annotations: READS,
  failsWith: [],
  async run(wanted, { library }) {
    const { spec_version, checks: all } = await library.checks();
    const checks = all
      .filter((check) => wanted.category === undefined || check.category === wanted.category)
      .filter((check) => wanted.keyword === undefined || check.keyword === wanted.keyword);
    return {
      structured: {
        spec_version,
        total: checks.length,
        checks: checks.map(
          ({ id, label, category: own, keyword: level, principle: group, passes_when, rate }) => ({
            id,
            label,
            category: own,
            keyword: level,
            principle: group,
            passes_when,
            pass_percent: rate.percent,
          }),
        ),
      },
      text: blocks([
        `${plural(checks.length, 'check')}, standard ${spec_version}:`,
        checks
          .map(
            ({ id, label, category: own, keyword: level }) =>
              `- \`${id}\` (${own}, ${KEYWORD_WORDS[level]}): ${markdownProse(label)}`,
          )
          .join('\n'),
        'What makes one pass, and how to fix it: get_fix with check_id.',
      ]),
    };
  },
});

import * as z from 'zod';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import { KEYWORD_WORDS } from '../../audit/scorecard/words.ts';
import { markdownProse } from '../../base/escape.ts';
import { plural } from '../../base/text.ts';
import { badCursor, decodeCursor, encodeCursor } from '../mcp/cursor.ts';
import {
  category,
  count,
  cursorArgument,
  keyword,
  type NextCall,
  nextCall,
  nextCursor,
  word,
} from '../mcp/schemas.ts';
import { blocks, missText, moreText } from '../mcp/texts.ts';
import { READS, tool } from '../mcp/tool.ts';

const NAME = 'list_checks';

export const listChecks = tool({
  name: NAME,
  title: 'List the checks',
  description:
    `Lists the ${CHECK_COUNT} checks; the field \`passes_when\` says what each requires. ` +
    'Use it before you build a site, or to find a check_id for get_fix.',
  input: z.strictObject({
    category: category.optional(),
    keyword: keyword.optional(),
    cursor: cursorArgument,
    limit: z.int().min(1).max(100).default(25),
  }),
  output: z.strictObject({
    spec_version: word,
    total: count,
    checks: z.array(
      z.strictObject({
        id: word,
        label: word,
        category: word,
        keyword: word,
        principle: word,
        passes_when: word,
        pass_rate: word,
      }),
    ),
    next_cursor: nextCursor,
    next: nextCall.optional(),
  }),
  annotations: READS,
  async run({ cursor, limit, ...wanted }, { library }) {
    const { spec_version, checks: all } = await library.checks();
    const fitting = all
      .filter((check) => wanted.category === undefined || check.category === wanted.category)
      .filter((check) => wanted.keyword === undefined || check.keyword === wanted.keyword);
    const query = JSON.stringify([wanted.category ?? null, wanted.keyword ?? null]);
    const start = cursor === undefined ? 0 : 1 + indexAfter(fitting, cursor, query);
    const items = fitting.slice(start, start + limit);
    const last = items.at(-1);
    const more = last !== undefined && start + items.length < fitting.length;
    const next = more ? encodeCursor({ asked: query, after: [last.id, ''] }) : undefined;
    const frame = { spec_version, total: fitting.length };
    if (fitting.length === 0) {
      return {
        structured: { ...frame, checks: [], next: ALL },
        text: missText('No check in this category has this keyword.', ALL),
      };
    }
    return {
      structured: {
        ...frame,
        checks: items.map(
          ({ id, label, category: categoryId, keyword: level, principle: group, passes_when, rate }) => ({
            id,
            label,
            category: categoryId,
            keyword: level,
            principle: group,
            passes_when,
            pass_rate: rate.text,
          }),
        ),
        next_cursor: next,
      },
      text: blocks([
        `${items.length} of ${plural(fitting.length, 'check')}, standard ${spec_version}:`,
        items
          .map(
            ({ id, label, category: categoryId, keyword: level }) =>
              `- \`${id}\` (${categoryId}, ${KEYWORD_WORDS[level]}): ${markdownProse(label)}`,
          )
          .join('\n'),
        'To see what makes a check pass and how to fix a failure, call get_fix with its check_id.',
        ...(next === undefined ? [] : [moreText(next)]),
      ]),
    };
  },
});

const ALL: NextCall = {
  tool: NAME,
  arguments: {},
  why: 'Leave out category and keyword to list every check.',
};

function indexAfter(all: readonly { readonly id: string }[], cursor: string, query: string): number {
  const decoded = decodeCursor(cursor);
  const index = decoded?.asked === query ? all.findIndex(({ id }) => id === decoded.after[0]) : -1;
  if (index < 0) throw badCursor(NAME);
  return index;
}

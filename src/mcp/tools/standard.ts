/** The agent-native standard: one principle, or a search over everything in it. */

import * as z from 'zod';
import { PRINCIPLES_IN_WORDS } from '../../definitions/counts.ts';
import { type Keyword, PRINCIPLES } from '../../definitions/vocabulary.ts';
import { markdownProse } from '../../render/escape.ts';
import type { StandardPrinciple } from '../../service-api.ts';
import { KEYWORD_WORDS, plural } from '../../view/words.ts';
import { pageById } from '../cursor.ts';
import { count, cursorArgument, type NextCall, nextCall, nextCursor, word } from '../schemas.ts';
import { rank, type Searchable } from '../search.ts';
import { blocks, missText, moreText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS } from './reading.ts';

const requirement = z.strictObject({
  id: word,
  level: word,
  applies: word.describe('To which programs.'),
  text: word,
  url: word,
});

export const getPrinciple = tool({
  name: 'get_principle',
  title: 'Read a principle',
  description:
    `Reads the agent-native CLI standard: without id its ${PRINCIPLES_IN_WORDS} principles in a line each, with id one with its requirements and the reasons. ` +
    'Use it when designing or reviewing a command line tool that agents will drive. Cost: a read.',
  input: z.strictObject({
    id: z
      .string()
      .max(100)
      .optional()
      .describe(`${PRINCIPLES[0]} to ${PRINCIPLES.at(-1)}, or the id of a requirement.`),
  }),
  output: z.strictObject({
    found: z.boolean(),
    spec_version: word,
    principles: z.array(
      z.strictObject({
        id: word,
        name: word,
        summary: word,
        url: word,
        requirements: z.array(requirement).optional(),
      }),
    ),
    document: word.optional().describe('The whole principle, Markdown.'),
    next: nextCall.optional(),
  }),
  annotations: READS,
  canFail: false,
  async run({ id }, { library }) {
    const { spec_version, principles } = await library.standard();
    if (id === undefined) {
      return {
        structured: { found: true, spec_version, principles: principles.map(shortOf) },
        text: blocks([
          `The agent-native CLI standard, version ${spec_version}:`,
          principles
            .map(({ id: own, name, summary }) => `- ${own} ${markdownProse(name)}: ${markdownProse(summary)}`)
            .join('\n'),
          'The requirements of one: get_principle with its id.',
        ]),
      };
    }
    const wanted = id.trim().toLowerCase();
    const own = principles.find(
      (one) => one.id.toLowerCase() === wanted || one.requirements.some((each) => each.id === wanted),
    );
    if (own === undefined) {
      return {
        structured: { found: false, spec_version, principles: [], next: ALL },
        text: missText('There is no principle or requirement with this id.', ALL),
      };
    }
    const document = await library.principle(own.id);
    if (document === undefined) throw new Error(`principle ${own.id} is not published`);
    return {
      structured: {
        found: true,
        spec_version,
        principles: [{ ...shortOf(own), requirements: [...own.requirements] }],
        document,
      },
      text: document,
    };
  },
});

const ALL: NextCall = {
  tool: 'get_principle',
  arguments: {},
  why: 'Without an id, every principle is listed.',
};

function shortOf({ id, name, summary, url }: StandardPrinciple) {
  return { id, name, summary, url };
}

const NAME = 'search_standard';

export const searchStandard = tool({
  name: NAME,
  title: 'Search the standard',
  description:
    'Searches principles, requirements and checks for words, best hits first, page by page. Use it to find what the standard says of a topic, such as exit codes. ' +
    'Plain words find more than a sentence. Cost: a read.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(200),
    cursor: cursorArgument,
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.strictObject({
    query: word,
    total: count,
    hits: z.array(
      z.strictObject({
        kind: z.enum(['principle', 'requirement', 'check']),
        id: word,
        title: word,
        text: word,
        keyword: word.optional(),
        url: word,
      }),
    ),
    next_cursor: nextCursor,
    next: nextCall.optional(),
  }),
  annotations: READS,
  canFail: false,
  async run({ query, cursor, limit }, { library }) {
    const [standard, definitions] = await Promise.all([library.standard(), library.checks()]);
    const entries: Entry[] = [
      ...standard.principles.flatMap(entriesOf),
      ...definitions.checks.map((check) => ({
        kind: 'check' as const,
        id: check.id,
        title: check.label,
        text: check.passes_when,
        more: `${check.goal} ${check.fix}`,
        keyword: check.keyword,
        url: check.skill_url,
      })),
    ];
    const found = rank(query, entries).map(({ more: _, ...hit }) => hit);
    const { items: hits, next } = pageById(found, { name: NAME, asked: query, cursor, limit });
    return {
      structured: {
        query,
        total: found.length,
        hits: [...hits],
        next_cursor: next,
        ...(found.length === 0 ? { next: LIST } : {}),
      },
      text: textOf(hits, found.length, next),
    };
  },
});

const LIST: NextCall = {
  tool: 'list_checks',
  arguments: {},
  why: 'The list of checks shows which words the standard uses; so does get_principle for the principles.',
};

interface Hit {
  readonly kind: 'principle' | 'requirement' | 'check';
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly keyword?: Keyword;
  readonly url: string;
}

type Entry = Hit & Searchable;

function entriesOf({ id, name, summary, url, requirements }: StandardPrinciple): Entry[] {
  return [
    { kind: 'principle', id, title: name, text: summary, more: '', url },
    ...requirements.map((one) => ({
      kind: 'requirement' as const,
      id: one.id,
      title: `${id} ${name}`,
      text: one.text,
      more: one.applies,
      keyword: one.level,
      url: one.url,
    })),
  ];
}

function textOf(hits: readonly Hit[], total: number, next: string | undefined): string {
  if (total === 0) return missText('Nothing in the standard contains these words.', LIST);
  return blocks([
    `${hits.length} of ${plural(total, 'hit')}:`,
    hits
      .map(
        ({ kind, id, title, text, keyword: level }) =>
          `- ${kind} \`${id}\`${level === undefined ? '' : ` (${KEYWORD_WORDS[level]})`}, ${markdownProse(title)}: ${markdownProse(text)}`,
      )
      .join('\n'),
    `More of a check: get_fix with check_id. More of a principle or requirement: get_principle with id ${PRINCIPLES[0]} to ${PRINCIPLES.at(-1)}.`,
    ...(next === undefined ? [] : [moreText(next)]),
  ]);
}

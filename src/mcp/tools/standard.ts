/** The agent-native standard: one principle, or a search over everything in it. */

import * as z from 'zod';
import type { StandardPrinciple } from '../../catalog/services.ts';
import { PRINCIPLES_IN_WORDS } from '../../catalogue/counts.ts';
import { PRINCIPLES } from '../../catalogue/vocabulary.ts';
import { markdownProse } from '../../render/escape.ts';
import { KEYWORD_WORDS, plural } from '../../view/words.ts';
import { keyword, type NextCall, nextCall, principle } from '../schemas.ts';
import { rank, type Searchable } from '../search.ts';
import { blocks, missText } from '../texts.ts';
import { tool } from '../tool.ts';
import { READS } from './reading.ts';

const requirement = z.strictObject({
  id: z.string(),
  level: keyword,
  applies: z.string().describe('To which programs it applies.'),
  text: z.string(),
  url: z.string(),
});

export const getPrinciple = tool({
  name: 'get_principle',
  title: 'Read a principle',
  description:
    `Reads the agent-native CLI standard: without id its ${PRINCIPLES_IN_WORDS} principles in a line each, with id one principle with its MUST, SHOULD and MAY requirements and the reasons. ` +
    'Use it when designing or reviewing a command line tool that agents will drive. Cost: a read.',
  input: z.strictObject({ id: z.enum(PRINCIPLES).optional() }),
  output: z.strictObject({
    spec_version: z.string(),
    principles: z.array(
      z.strictObject({
        id: principle,
        name: z.string(),
        summary: z.string(),
        url: z.string(),
        requirements: z.array(requirement).optional().describe('Where one principle was asked for.'),
      }),
    ),
    document: z.string().optional().describe('The whole principle, Markdown; where one was asked for.'),
  }),
  annotations: READS,
  failsWith: [],
  async run({ id }, { library }) {
    const { spec_version, principles } = await library.standard();
    if (id === undefined) {
      return {
        structured: { spec_version, principles: principles.map(shortOf) },
        text: blocks([
          `The agent-native CLI standard, version ${spec_version}:`,
          principles
            .map(({ id: own, name, summary }) => `- ${own} ${markdownProse(name)}: ${markdownProse(summary)}`)
            .join('\n'),
          'The requirements of one: get_principle with its id.',
        ]),
      };
    }
    const document = await library.principle(id);
    const own = principles.filter((one) => one.id === id);
    if (document === undefined || own.length === 0) throw new Error(`principle ${id} is not published`);
    return {
      structured: {
        spec_version,
        principles: own.map((one) => ({ ...shortOf(one), requirements: [...one.requirements] })),
        document,
      },
      text: document,
    };
  },
});

function shortOf({ id, name, summary, url }: StandardPrinciple) {
  return { id, name, summary, url };
}

const MOST_HITS = 10;

export const searchStandard = tool({
  name: 'search_standard',
  title: 'Search the standard',
  description:
    'Searches principles, requirements and checks for words, the best hits first, at most 10. Use it to find what the standard says of a topic, such as exit codes or robots.txt. ' +
    'Plain words find more than a sentence. Cost: a read.',
  input: z.strictObject({ query: z.string().trim().min(1).max(200) }),
  output: z.strictObject({
    query: z.string(),
    hits: z.array(
      z.strictObject({
        kind: z.enum(['principle', 'requirement', 'check']),
        id: z.string(),
        title: z.string(),
        text: z.string(),
        keyword: keyword.optional(),
        url: z.string(),
      }),
    ),
    next: nextCall.optional(),
  }),
  annotations: READS,
  failsWith: [],
  async run({ query }, { library }) {
    const [standard, catalogue] = await Promise.all([library.standard(), library.checks()]);
    const entries: Entry[] = [
      ...standard.principles.flatMap(entriesOf),
      ...catalogue.checks.map((check) => ({
        kind: 'check' as const,
        id: check.id,
        title: check.label,
        text: check.passes_when,
        more: `${check.goal} ${check.fix}`,
        keyword: check.keyword,
        url: check.skill_url,
      })),
    ];
    const hits = rank(query, entries)
      .slice(0, MOST_HITS)
      .map(({ more: _, ...hit }) => hit);
    return {
      structured: { query, hits, ...(hits.length === 0 ? { next: LIST } : {}) },
      text: textOf(hits),
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
  readonly keyword?: z.infer<typeof keyword>;
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

function textOf(hits: readonly Hit[]): string {
  if (hits.length === 0) return missText('Nothing in the standard has these words.', LIST);
  return blocks([
    `${plural(hits.length, 'hit')}:`,
    hits
      .map(
        ({ kind, id, title, text, keyword: level }) =>
          `- ${kind} \`${id}\`${level === undefined ? '' : ` (${KEYWORD_WORDS[level]})`}, ${markdownProse(title)}: ${markdownProse(text)}`,
      )
      .join('\n'),
    `More of a check: get_fix with check_id. More of a principle or requirement: get_principle with id ${PRINCIPLES[0]} to ${PRINCIPLES.at(-1)}.`,
  ]);
}

import * as z from 'zod';
import { type Keyword, scoresText } from '../../audit/check-texts/vocabulary.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { KEYWORD_WORDS, NOT_JUDGED, statusWord } from '../../audit/scorecard/words.ts';
import { markdownCode, ownProse } from '../../base/escape.ts';
import { LIVE_COPY_MS } from '../../base/limits.ts';
import { plural } from '../../base/text.ts';
import { type ComparisonMatrix, cautions, matrixOf } from '../../catalog/matrix.ts';
import { count, nextCall, scores, word } from '../mcp/schemas.ts';
import { newestOf } from '../mcp/scorecard-answer.ts';
import { auditNext, blocks, missText } from '../mcp/texts.ts';
import { badArguments, READS, tool } from '../mcp/tool.ts';

const NAME = 'compare_scorecards';

const column = z.strictObject({
  target: word,
  score: scores,
  scored_at: word,
  scorecard_url: word,
});

const output = z.strictObject({
  found: z.boolean(),
  sites: z.array(column),
  differences: z
    .array(
      z.strictObject({
        check_id: word,
        label: word,
        category: word,
        keyword: word,
        statuses: z.array(word.nullable()),
      }),
    )
    .describe('`statuses` are in the order of `sites`; null means no verdict.'),
  same: count,
  cautions: z.array(word),
  missing: z.array(word),
  next: nextCall.optional(),
});

type Compared = z.input<typeof output>;

export const compareScorecards = tool({
  name: NAME,
  title: 'Compare sites',
  description:
    'Compares the newest stored scorecards of two to four sites: the scores, and each check whose results differ. ' +
    'Use it to see what another site does better.',
  input: z.strictObject({ targets: z.array(z.string()).min(2).max(4) }),
  output,
  annotations: READS,
  async run({ targets }, { scorecards }) {
    const hosts = [...new Set(targets.map((target) => scorecards.target(target).name))];
    if (hosts.length < 2) throw badArguments(NAME, '`targets` names one site only; name at least two');
    const stored = await Promise.all(
      hosts.map(async (host) => ({ host, envelope: newestOf(await scorecards.known(host, LIVE_COPY_MS)) })),
    );
    const found = stored.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope]));
    const missing = stored.filter(({ envelope }) => envelope === undefined).map(({ host }) => host);
    const matrix = matrixOf(found);
    const differences = found.length < 2 ? [] : differencesOf(matrix);
    const total = matrix.groups.reduce((sum, group) => sum + group.total, 0);
    const structured: Compared = {
      found: found.length >= 2,
      sites: found.map(columnOf),
      differences,
      same: found.length < 2 ? 0 : total - differences.length,
      cautions: cautions(found),
      missing,
      ...(missing[0] === undefined ? {} : { next: auditNext(missing[0]) }),
    };
    return { structured, text: textOf(structured, found) };
  },
});

function columnOf({ target, scorecard, freshness, scorecard_url }: Envelope) {
  return { target, score: scorecard.score, scored_at: freshness.scored_at, scorecard_url };
}

function differencesOf({ groups }: ComparisonMatrix) {
  return groups.flatMap((group) =>
    group.rows
      .filter(({ differs }) => differs)
      .map(({ id, label, keyword: level, cells }) => ({
        check_id: id,
        label,
        category: group.id,
        keyword: level,
        statuses: cells.map((cell) => cell?.status ?? null),
      })),
  );
}

function textOf(
  { sites, differences, same, cautions: warnings, missing }: Compared,
  cards: readonly Envelope[],
): string {
  return blocks([
    ...missing.map((target) => missText(`No scorecard of ${ownProse(target)} is stored.`, auditNext(target))),
    ...sites.map(({ target, score }, i) => `${i + 1}. ${ownProse(target)}: ${scoresText(score)}`),
    ...warnings,
    ...(sites.length < 2
      ? []
      : [`${plural(same, 'check')} ${same === 1 ? 'has' : 'have'} the same status on all sites.`]),
    ...(differences.length === 0
      ? []
      : [
          `The sites differ on ${plural(differences.length, 'check')}; their statuses, in the same order:`,
          differences.map((one) => differenceText(one, cards)).join('\n'),
          'To see what to change on a site, call get_fix with its target.',
        ]),
  ]);
}

/** Describes one difference without the check's label, which the structured content already has. */
function differenceText(
  { check_id, keyword: level }: Compared['differences'][number],
  cards: readonly Envelope[],
): string {
  const words = cards.map(({ scorecard }) => {
    const result = scorecard.results.find(({ id }) => id === check_id);
    return result === undefined ? NOT_JUDGED : statusWord(result);
  });
  return `- ${markdownCode(check_id)} (${KEYWORD_WORDS[level as Keyword]}): ${words.join(', ')}`;
}

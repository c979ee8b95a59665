/** What does robots.txt say to AI crawlers? */

import type { Found } from '../evidence/surface.ts';
import { AI_CRAWLERS } from '../parse/ai-crawlers.ts';
import type { RobotsTxt } from '../parse/robots.ts';
import { plain } from '../parse/text.ts';
import { absent, because, check, pass, type Verdict, whereFound } from './check.ts';
import { contentSignals } from './content-signals.ts';

export const robotsRuleChecks = [
  check('robots-ai-rules', {
    needs: ['robots'],
    evaluate: ({ robots }) => whereFound(robots, namesAiCrawlers),
  }),
  contentSignals,
];

function namesAiCrawlers({ value, evidence }: Found<RobotsTxt>): Verdict {
  const named = new Set(
    value.groups.flatMap(({ agents }) => agents).filter((agent) => AI_CRAWLERS.has(agent)),
  );
  const [list] = value.lists;
  const oneEach =
    list === undefined ? '' : `; “User-agent: ${plain(list, 80)}” names the first alone: one name a line`;
  if (named.size === 0) {
    const verdict = absent(evidence, `no group names an AI crawler${oneEach}`);
    return list === undefined
      ? verdict
      : because(
          verdict,
          'A User-agent line in robots.txt names several crawlers, and only the first counts.',
        );
  }
  const shown = [...named].slice(0, 8).join(', ');
  const more = named.size > 8 ? ` and ${named.size - 8} more` : '';
  return pass(evidence, `names ${shown}${more}${oneEach}`);
}

/** What does robots.txt say to AI crawlers? */

import type { Found } from '../evidence/surface.ts';
import { AI_CRAWLERS } from '../parse/ai-crawlers.ts';
import { parseRobots, type RobotsTxt } from '../parse/robots.ts';
import { plain } from '../parse/text.ts';
import { absent, check, pass, type Verdict, whereFound, withDetail } from './check.ts';
import { contentSignals } from './content-signals.ts';
import { found, missing } from './examples.ts';

const robotsOf = (text: string) =>
  found(parseRobots(text), { path: '/robots.txt', type: 'text/plain', text });

export const robotsRuleChecks = [
  check({
    id: 'robots-ai-rules',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt has rules for AI crawlers',
    goal: 'AI crawlers find rules that are meant for them, and need not guess.',
    fix: 'Add a group to robots.txt that names the AI crawlers that you have a rule for, for example `User-agent: GPTBot`, `User-agent: ClaudeBot`, `User-agent: Google-Extended`, one name a line, followed by their `Allow:` and `Disallow:` lines. `User-agent: *` alone does not say what you want AI systems to do.',
    resources: [
      { label: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    ],
    needs: ['robots'],
    evaluate: ({ robots }) => whereFound(robots, namesAiCrawlers),
    examples: [
      {
        title: 'a group for two AI crawlers',
        given: { robots: robotsOf('User-agent: gptbot\nUser-agent: ClaudeBot/1.0\nDisallow: /private') },
        expect: 'pass',
        evidence: 'gptbot, claudebot',
      },
      {
        title: 'only the group for all',
        given: { robots: robotsOf('User-agent: *\nAllow: /') },
        expect: 'absent',
      },
      {
        title: 'two names in one line, of which crawlers read the first',
        given: { robots: robotsOf('User-agent: GPTBot, ClaudeBot\nDisallow: /private') },
        expect: 'pass',
        evidence: 'names gptbot; “User-agent: GPTBot, ClaudeBot” names the first alone',
      },
      {
        title: 'an AI crawler in the second place of a line',
        given: { robots: robotsOf('User-agent: OwnBot, GPTBot\nDisallow: /') },
        expect: 'absent',
        evidence: 'one name a line',
      },
      {
        title: 'a name with a star behind it, which crawlers pass over',
        given: { robots: robotsOf('User-agent: GPTBot*\nDisallow: /') },
        expect: 'pass',
        evidence: 'names gptbot',
      },
      {
        title: 'a name that only contains that of an AI crawler',
        given: { robots: robotsOf('User-agent: NotGPTBot\nDisallow: /') },
        expect: 'absent',
      },
      {
        title: 'no robots.txt',
        given: { robots: missing('/robots.txt') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
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
  if (named.size === 0) return absent(withDetail(evidence, `no group names an AI crawler${oneEach}`));
  const shown = [...named].slice(0, 8).join(', ');
  const more = named.size > 8 ? ` and ${named.size - 8} more` : '';
  return pass(withDetail(evidence, `names ${shown}${more}${oneEach}`));
}

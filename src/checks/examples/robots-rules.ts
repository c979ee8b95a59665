/** Examples of the checks in ../robots-rules.ts. */
import { parseRobots } from '../../parse/robots.ts';
import { found, missing } from './answers.ts';
import type { Examples } from './example.ts';

const robotsOf = (text: string) =>
  found(parseRobots(text), { path: '/robots.txt', type: 'text/plain', text });

export const robotsRulesExamples = {
  'robots-ai-rules': [
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
} satisfies Examples;

/** What does robots.txt say to AI crawlers? */
import { AI_CRAWLERS } from '../parse/ai-crawlers.ts';
import { isKnownSignal, parseContentSignals } from '../parse/content-signal.ts';
import { parseRobots, type RobotsTxt } from '../parse/robots.ts';
import { plain } from '../parse/text.ts';
import type { Found, Surface } from '../probes/surface.ts';
import { absent, broken, check, notApplicable, pass, type Seen, type Verdict, withDetail } from './check.ts';
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
    evaluate: ({ robots }) => withRobots(robots, namesAiCrawlers),
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
  check({
    id: 'content-signals',
    category: 'bot-crawl-policy',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt says how content may be used',
    goal: 'AI systems know whether they may search, quote or train on what they fetch.',
    fix: 'Add a line such as `Content-Signal: search=yes, ai-input=yes, ai-train=no` to the group for `User-agent: *` in robots.txt. Each signal is set to `yes` or `no`; leave out those on which you take no position.',
    resources: [
      { label: 'Content Signals', url: 'https://contentsignals.org/' },
      {
        label: 'Content Signals Policy (Cloudflare)',
        url: 'https://developers.cloudflare.com/bots/additional-configurations/managed-robots-txt/',
      },
    ],
    needs: ['robots'],
    evaluate: ({ robots }) => withRobots(robots, statesSignals),
    examples: [
      {
        title: 'two known signals and an unknown one',
        given: {
          robots: robotsOf(
            'User-agent: *\nContent-Signal: search=yes, AI-Train = no, ai-magic=yes\nAllow: /',
          ),
        },
        expect: 'pass',
        evidence: 'search=yes, ai-train=no; not known: ai-magic=yes',
      },
      {
        title: 'no such line',
        given: { robots: robotsOf('User-agent: *\n# Content-Signal: search=yes\nAllow: /') },
        expect: 'absent',
      },
      {
        title: 'a line without a known signal',
        given: { robots: robotsOf('User-agent: *\nContent-Signal: search=maybe, all=no') },
        expect: 'broken',
        evidence: 'search=maybe',
      },
      {
        title: 'no robots.txt',
        given: { robots: missing('/robots.txt') },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];

/** What robots.txt says, where there is one that works; without one the check does not apply. */
function withRobots(
  robots: Seen<Surface<RobotsTxt>>,
  onFound: (found: Found<RobotsTxt>) => Verdict,
): Verdict {
  return robots.state === 'found' ? onFound(robots) : notApplicable(robots.evidence);
}

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

function statesSignals({ value, evidence }: Found<RobotsTxt>): Verdict {
  if (value.contentSignals.length === 0) return absent(withDetail(evidence, 'no Content-Signal line'));
  const signals = value.contentSignals.slice(0, 100).flatMap(parseContentSignals);
  const list = (some: typeof signals) =>
    [...new Set(some.map((signal) => plain(`${signal.name}=${signal.value}`, 40)))].slice(0, 8).join(', ');
  const known = list(signals.filter(isKnownSignal));
  const unknown = list(signals.filter((signal) => !isKnownSignal(signal)));
  if (known === '') {
    return broken(
      withDetail(
        evidence,
        `a Content-Signal line without a known signal${unknown === '' ? '' : `: ${unknown}`}`,
      ),
    );
  }
  return pass(withDetail(evidence, unknown === '' ? known : `${known}; not known: ${unknown}`));
}

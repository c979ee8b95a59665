/** What does the site say about the use of its content? */

import { describeAnswer, type Found, type Surface } from '../evidence/surface.ts';
import { headerOf } from '../io/io.ts';
import { isKnownSignal, parseContentSignals } from '../parse/content-signal.ts';
import {
  isPreference,
  parseContentUsage,
  parseContentUsageRule,
  type UsagePreference,
} from '../parse/content-usage.ts';
import { parseRobots, type RobotsTxt } from '../parse/robots.ts';
import { plain } from '../parse/text.ts';
import type { RootPage } from '../probes/root.ts';
import {
  absent,
  broken,
  check,
  couldNotSee,
  noncompliant,
  pass,
  type Verdict,
  whereFound,
  withDetail,
} from './check.ts';
import { found, missing, timedOut } from './examples.ts';

const robotsOf = (text: string) =>
  found(parseRobots(text), { path: '/robots.txt', type: 'text/plain', text });
const home = (usage?: string) =>
  found<RootPage>(
    { html: undefined, links: [] },
    { headers: usage === undefined ? [] : [['content-usage', usage]] },
  );

/** Lines of one kind that are read. */
const MAX_LINES = 100;
/** What is shown of a list of signals. */
const MAX_SHOWN = 8;

export const contentSignals = check({
  id: 'content-signals',
  category: 'bot-crawl-policy',
  keyword: 'should',
  principle: 'P7',
  label: 'robots.txt says how content may be used',
  goal: 'AI systems know whether they may search, quote or train on what they fetch.',
  fix: 'Add a line such as `Content-Signal: search=yes, ai-input=yes, ai-train=no` to the group for `User-agent: *` in robots.txt. Each signal is set to `yes` or `no`; leave out those on which you take no position. `Content-Usage: train-ai=n` of the IETF drafts, with `y` and `n`, counts too.',
  resources: [
    { label: 'Content Signals', url: 'https://contentsignals.org/' },
    {
      label: 'Content Signals Policy (Cloudflare)',
      url: 'https://developers.cloudflare.com/bots/additional-configurations/managed-robots-txt/',
    },
    {
      label: 'AIPREF: Content-Usage (IETF draft)',
      url: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
    },
  ],
  needs: ['robots'],
  uses: ['root'],
  evaluate: ({ robots, root }) => whereFound(robots, (surface) => statesUse(surface, root)),
  examples: [
    {
      title: 'two known signals and an unknown one',
      given: {
        robots: robotsOf('User-agent: *\nContent-Signal: search=yes, AI-Train = no, ai-magic=yes\nAllow: /'),
        root: home(),
      },
      expect: 'pass',
      evidence: 'Content-Signal: search=yes, ai-train=no; not known: ai-magic=yes',
    },
    {
      title: 'preferences of AIPREF, for a path',
      given: {
        robots: robotsOf('User-agent: *\nAllow: /\nContent-Usage: /blog/ train-ai=n'),
        root: home(),
      },
      expect: 'pass',
      evidence: 'Content-Usage: train-ai=n',
    },
    {
      title: 'preferences of AIPREF in a header',
      given: { robots: robotsOf('User-agent: *\nAllow: /'), root: home('search=y, train-ai=n') },
      expect: 'pass',
      evidence: 'https://site.example/ -> 200 (header Content-Usage: search=y, train-ai=n)',
    },
    {
      title: 'no such line',
      given: { robots: robotsOf('User-agent: *\n# Content-Signal: search=yes\nAllow: /'), root: home() },
      expect: 'absent',
    },
    {
      title: 'a line without a known signal',
      given: { robots: robotsOf('User-agent: *\nContent-Signal: search=maybe, all=no'), root: home() },
      expect: 'broken',
      evidence: 'search=maybe',
    },
    {
      title: 'preferences of an earlier draft only',
      given: { robots: robotsOf('User-agent: *\nContent-Usage: bots=n'), root: home() },
      expect: 'noncompliant',
      evidence: 'bots=n',
    },
    {
      title: 'preferences that cannot be parsed',
      given: { robots: robotsOf('User-agent: *\nContent-Usage: Train-AI=N'), root: home() },
      expect: 'noncompliant',
      evidence: 'states no preference',
    },
    {
      title: 'no such line, and no headers seen',
      given: { robots: robotsOf('User-agent: *\nAllow: /'), root: timedOut('/') },
      expect: 'error',
    },
    {
      title: 'no robots.txt',
      given: { robots: missing('/robots.txt'), root: home() },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
  ],
});

/** What states a use passes, wherever it stands; only where nothing does, the faults count. */
function statesUse({ value, evidence }: Found<RobotsTxt>, root: Surface<RootPage>): Verdict {
  const signals = value.contentSignals.slice(0, MAX_LINES).flatMap(parseContentSignals);
  const known = list(signals.filter(isKnownSignal));
  const unknown = list(signals.filter((signal) => !isKnownSignal(signal)));
  const lines = value.contentUsages.slice(0, MAX_LINES).map((line) => parseContentUsageRule(line) ?? []);
  const field = root.state === 'found' ? headerOf(root.answer.headers, 'content-usage') : undefined;
  const inHeader = field === undefined ? [] : (parseContentUsage(field) ?? []);

  const inRobots = [
    known === '' ? '' : `Content-Signal: ${known}${unknown === '' ? '' : `; not known: ${unknown}`}`,
    usageOf(lines.flat()),
  ].filter((part) => part !== '');
  if (inRobots.length > 0) return pass(withDetail(evidence, inRobots.join('; ')));
  const header = usageOf(inHeader);
  if (header !== '' && root.state === 'found') return pass(describeAnswer(root.answer, `header ${header}`));
  if (root.state === 'unseen') return couldNotSee(root);

  if (value.contentSignals.length > 0) {
    const shown = unknown === '' ? '' : `: ${unknown}`;
    return broken(withDetail(evidence, `a Content-Signal line without a known signal${shown}`));
  }
  if (value.contentUsages.length > 0 || field !== undefined) {
    const said = plain(value.contentUsages[0] ?? field ?? '', 80);
    return noncompliant(
      withDetail(evidence, `Content-Usage: ${said} states no preference of the vocabulary`),
    );
  }
  return absent(withDetail(evidence, 'neither Content-Signal nor Content-Usage'));
}

/** `Content-Usage: train-ai=n` of the preferences that are stated; empty where none is. */
function usageOf(preferences: readonly UsagePreference[]): string {
  const stated = preferences.filter(isPreference);
  const shown = list(stated.map(({ category, value = '' }) => ({ name: category, value })));
  return shown === '' ? '' : `Content-Usage: ${shown}`;
}

function list(signals: readonly { name: string; value: string }[]): string {
  const shown = signals.map(({ name, value }) => plain(`${name}=${value}`, 40));
  return [...new Set(shown)].slice(0, MAX_SHOWN).join(', ');
}

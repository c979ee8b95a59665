/** Examples of the checks in ../content-signals.ts. */

import type { RootPage } from '../../evidence/root.ts';
import { parseRobots } from '../../parse/robots.ts';
import { found, missing, timedOut } from './answers.ts';
import type { Examples } from './example.ts';

const robotsOf = (text: string) =>
  found(parseRobots(text), { path: '/robots.txt', type: 'text/plain', text });

const home = (usage?: string) =>
  found<RootPage>(
    { html: undefined, links: [] },
    { headers: usage === undefined ? [] : [['content-usage', usage]] },
  );

export const contentSignalsExamples = {
  'content-signals': [
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
} satisfies Examples;

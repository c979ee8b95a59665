/** Can an agent find what the site has for it? */
import { parseRobots } from '../parse/robots.ts';
import { check, judge } from './check.ts';
import { faulty, found, missing } from './examples.ts';

export const discoverabilityChecks = [
  check({
    id: 'robots',
    category: 'discoverability',
    keyword: 'should',
    principle: 'P7',
    label: 'robots.txt is published',
    goal: 'Agents learn from /robots.txt what they may fetch, before they fetch it.',
    fix: 'Serve a plain-text /robots.txt with status 200. An empty one, or one with `User-agent: *` and `Allow: /`, says that everything is open.',
    resources: [
      { label: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    ],
    needs: ['robots'],
    evaluate: ({ robots }) => judge(robots),
    examples: [
      {
        title: 'served as text',
        given: { robots: found(parseRobots('User-agent: *\nAllow: /'), { path: '/robots.txt' }) },
        expect: 'pass',
      },
      { title: 'not there', given: { robots: missing('/robots.txt') }, expect: 'absent' },
      { title: 'an HTML page', given: { robots: faulty('/robots.txt', 'an HTML page') }, expect: 'broken' },
    ],
  }),
];

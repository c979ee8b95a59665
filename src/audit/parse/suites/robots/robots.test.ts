import { expect, it } from 'vitest';
import { parseRobots } from '../../robots.ts';
import { ROBOTS_CASES } from './cases.ts';

it('robots.txt is read as RFC 9309 says', () => {
  const read = ROBOTS_CASES.map(({ about, text }) => {
    const { groups, sitemaps } = parseRobots(text);
    const written = groups.map(
      ({ agents, rules }) =>
        `${agents.join(' ')}: ${rules.map(({ allow, path }) => (allow ? '+' : '-') + path).join(' ')}`,
    );
    return { about, groups: written, sitemaps };
  });
  expect(read).toEqual(ROBOTS_CASES.map(({ text: _, ...expected }) => expected));
});

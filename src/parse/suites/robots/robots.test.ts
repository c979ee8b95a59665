import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../robots.ts';
import { ROBOTS_CASES } from './cases.ts';

describe('robots.txt, by RFC 9309', () => {
  it.each(ROBOTS_CASES)('$about', ({ text, groups, sitemaps = [] }) => {
    const read = parseRobots(text);
    const written = read.groups.map(
      ({ agents, rules }) =>
        `${agents.join(' ')}: ${rules.map(({ allow, path }) => (allow ? '+' : '-') + path).join(' ')}`,
    );
    expect(written).toEqual(groups);
    expect(read.sitemaps).toEqual(sitemaps);
  });
});

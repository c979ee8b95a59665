import { describe, expect, it } from 'vitest';
import { parseRobots } from './robots.ts';

const agentsOf = (text: string) => parseRobots(text).groups.map(({ agents }) => agents);

describe('robots.txt (RFC 9309)', () => {
  it('does not take the end of a sentence for a field', () => {
    expect(parseRobots('User-agent: a\nPlease disallow: /x\nAllow: /').groups).toEqual([
      { agents: ['a'], rules: [{ allow: true, path: '/' }] },
    ]);
  });

  it.each([
    ['GPTBot, ClaudeBot', 'gptbot'],
    ['GPTBot; ClaudeBot', 'gptbot'],
    ['*, GPTBot', ''],
  ])('reads the first name of a list in one line, and keeps the list: %s', (value, token) => {
    const { groups, lists } = parseRobots(`User-agent: ${value}\nDisallow: /`);
    expect(groups[0]?.agents).toEqual([token]);
    expect(lists).toEqual([value]);
  });

  it.each([
    ['GPTBot*', 'gptbot'],
    ['GPTBot2', 'gptbot2'],
    ['bigsur.ai', 'bigsur.ai'],
    ['Mozilla/5.0 (compatible; GPTBot/1.1)', 'mozilla'],
    ['*', '*'],
    ['*bot', ''],
  ])('takes the token of %s', (value, token) => {
    const { groups, lists } = parseRobots(`User-agent: ${value}\nDisallow: /`);
    expect(groups[0]?.agents).toEqual([token]);
    expect(lists).toEqual([]);
  });

  it('passes over rules before any group, and lines that are none', () => {
    expect(parseRobots('Disallow: /\nhello\n: x\nUser-agent:\nAllow: /').groups).toEqual([
      { agents: [], rules: [{ allow: true, path: '/' }] },
    ]);
  });

  it('keeps lines about sitemaps and the use of content wherever they stand', () => {
    const robots = parseRobots(
      'sitemap: /s.xml\nUser-agent: *\nContent-Signal: search=yes\nSitemap:\nContent-Usage: train-ai=n',
    );
    expect(robots).toMatchObject({
      sitemaps: ['/s.xml'],
      contentSignals: ['search=yes'],
      contentUsages: ['train-ai=n'],
    });
  });

  it('reads 500 KiB and no more', () => {
    const text = `${'#'.repeat(500 * 1024 - 20)}\nUser-agent: in\n\nUser-agent: out`;
    expect(agentsOf(text)).toEqual([['in']]);
  });
});

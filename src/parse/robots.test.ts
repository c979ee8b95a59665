import { describe, expect, it } from 'vitest';
import { parseRobots } from './robots.ts';

const agentsOf = (text: string) => parseRobots(text).groups.map(({ agents }) => agents);

describe('robots.txt (RFC 9309)', () => {
  it('reads several User-agent lines as one group, until a rule closes their list', () => {
    const { groups } = parseRobots(
      'User-agent: A\nuser-agent: b\nDisallow: /x\nAllow:/y\nUSER-AGENT : C\nAllow: /',
    );
    expect(groups).toEqual([
      {
        agents: ['a', 'b'],
        rules: [
          { allow: false, path: '/x' },
          { allow: true, path: '/y' },
        ],
      },
      { agents: ['c'], rules: [{ allow: true, path: '/' }] },
    ]);
  });

  it('does not take the end of a sentence for a field', () => {
    expect(parseRobots('User-agent: a\nPlease disallow: /x\nAllow: /').groups).toEqual([
      { agents: ['a'], rules: [{ allow: true, path: '/' }] },
    ]);
  });

  it('keeps the values of both lines about the use of content', () => {
    expect(parseRobots('Content-Signal: search=yes\nContent-Usage: train-ai=n')).toMatchObject({
      contentSignals: ['search=yes'],
      contentUsages: ['train-ai=n'],
    });
  });

  it('does not let other lines split a group', () => {
    expect(
      agentsOf('User-agent: a\nSitemap: https://x.example/s.xml\n\nCrawl-delay: 1\nUser-agent: b\nDisallow:'),
    ).toEqual([['a', 'b']]);
  });

  it('reads a byte order mark, comments, and all kinds of line ends', () => {
    expect(
      agentsOf(
        '\uFEFFUser-agent: a # the first\r\nDisallow: /\rUser-agent: b\nDisallow: /\r\n#User-agent: c',
      ),
    ).toEqual([['a'], ['b']]);
  });

  it('takes the product token without version and comment', () => {
    expect(agentsOf('User-agent: GPTBot/1.1 (+https://openai.com/gptbot)\nAllow: /')).toEqual([['gptbot']]);
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

  it('keeps Sitemap and Content-Signal lines wherever they stand', () => {
    const robots = parseRobots(
      'sitemap: /s.xml\nUser-agent: *\nContent-Signal: search=yes\nSitemap:\nSITEMAP: https://x.example/a b',
    );
    expect(robots.sitemaps).toEqual(['/s.xml', 'https://x.example/a b']);
    expect(robots.contentSignals).toEqual(['search=yes']);
  });

  it('reads 500 KiB and no more', () => {
    const text = `${'#'.repeat(500 * 1024 - 20)}\nUser-agent: in\n\nUser-agent: out`;
    expect(agentsOf(text)).toEqual([['in']]);
  });
});

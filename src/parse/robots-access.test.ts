import { describe, expect, it } from 'vitest';
import { parseRobots } from './robots.ts';
import { assistantsKeptOut, disallowsByName } from './robots-access.ts';

const declines = (text: string) => disallowsByName(parseRobots(text), 'AgentReadinessAuditor', '/');

describe('a robots.txt that declines', () => {
  it.each([
    ['names the token', 'User-agent: AgentReadinessAuditor\nDisallow: /'],
    ['names it among others', 'User-agent: GPTBot\nUser-agent: AgentReadinessAuditor\nDisallow: /'],
    [
      'names it in a second group',
      'User-agent: AgentReadinessAuditor\nAllow: /x\n\nUser-agent: AgentReadinessAuditor\nDisallow: /',
    ],
    ['disallows everything by a wildcard', 'User-agent: AgentReadinessAuditor\nDisallow: *'],
    ['disallows the first page', 'User-agent: AgentReadinessAuditor\nDisallow: /$'],
    ['allows some other path', 'User-agent: AgentReadinessAuditor\nDisallow: /\nAllow: /robots.txt'],
  ])('%s', (_title, text) => {
    expect(declines(text)).toBe(true);
  });

  it.each([
    ['names all', 'User-agent: *\nDisallow: /'],
    ['names others', 'User-agent: GPTBot\nDisallow: /'],
    ['names a longer token', 'User-agent: AgentReadinessAuditorX\nDisallow: /'],
    ['disallows nothing', 'User-agent: AgentReadinessAuditor\nDisallow:'],
    ['disallows a path', 'User-agent: AgentReadinessAuditor\nDisallow: /private'],
    ['allows the same', 'User-agent: AgentReadinessAuditor\nDisallow: /\nAllow: /'],
    ['allows the first page by a longer rule', 'User-agent: AgentReadinessAuditor\nDisallow: /\nAllow: /$'],
    ['disallows the ends of other paths', 'User-agent: AgentReadinessAuditor\nDisallow: /*.pdf$'],
    ['is empty', ''],
  ])('is not one that %s', (_title, text) => {
    expect(declines(text)).toBe(false);
  });

  it('reads wildcards in other paths', () => {
    const robots = parseRobots('User-agent: a\nDisallow: /x*y*z$\nDisallow: /p*q');
    const is = (path: string) => disallowsByName(robots, 'a', path);
    expect(['/xyz', '/x1y2z', '/xzyz', '/pq', '/p1q2'].map(is)).toEqual([true, true, true, true, true]);
    expect(['/xz', '/xyz1', '/xyy', '/p'].map(is)).toEqual([false, false, false, false]);
  });

  it('is read in time that grows with its length, whatever its rules', () => {
    const rules = Array.from({ length: 3_000 }, () => 'Disallow: /*a*a').join('\n');
    expect(declines(`User-agent: AgentReadinessAuditor\n${rules}\nDisallow: /`)).toBe(true);
  });
});

describe('the assistants that a robots.txt keeps out', () => {
  const keptOut = (text: string) => assistantsKeptOut(parseRobots(text));

  it('are those whose own group disallows the home page, or that have none where the group for all does', () => {
    expect(keptOut('User-agent: ChatGPT-User\nUser-agent: GPTBot\nDisallow: /')).toEqual(['chatgpt-user']);
    const rest = keptOut('User-agent: *\nDisallow: /\n\nUser-agent: Claude-User\nDisallow: /private');
    expect(rest).toContain('perplexity-user');
    expect(rest).not.toContain('claude-user');
  });

  it.each(['', 'User-agent: *\nDisallow: /private', 'User-agent: GPTBot\nDisallow: /'])(
    'are none in %j',
    (text) => {
      expect(keptOut(text)).toEqual([]);
    },
  );
});

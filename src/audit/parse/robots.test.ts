import { describe, expect, it } from 'vitest';
import {
  assistantsKeptOut,
  disallowsByName,
  isKnownSignal,
  isPreference,
  parseContentSignals,
  parseContentUsage,
  parseContentUsageRule,
  parseRobots,
  type UsagePreference,
} from './robots.ts';

const agentsOf = (text: string) => parseRobots(text).groups.map(({ agents }) => agents);

describe('robots.txt (RFC 9309)', () => {
  it('does not take the end of a sentence for a field', () => {
    expect(parseRobots('User-agent: a\nPlease disallow: /x\nAllow: /').groups).toEqual([
      { agents: ['a'], rules: [{ allow: true, path: '/' }] },
    ]);
  });

  it('keeps lines whose name is nearly Content-Signal', () => {
    const near = [
      'Content-Signals: ai-train=no',
      'CONTENT_SIGNAL: x',
      'X-Content-Signal: x',
      'ContentSignal:x',
    ];
    const text = [...near, 'Content-Signal: a=b', '# Content-Signals: x', 'Content-Signaling: x'].join('\n');
    expect(parseRobots(text)).toMatchObject({ misnamedSignals: near, contentSignals: ['a=b'] });
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

const read = (line: string) =>
  parseContentSignals(line).map(
    (signal) => `${signal.name}=${signal.value}${isKnownSignal(signal) ? '' : '?'}`,
  );

describe('Content-Signal', () => {
  it.each([
    ['search=yes, ai-train=no', ['search=yes', 'ai-train=no']],
    ['Search = YES,AI-Input=no;ai-train=No', ['search=yes', 'ai-input=no', 'ai-train=no']],
    ['/blog ai-train=no', ['ai-train=no']],
    ['search=maybe, robots=yes, ai-train=', ['search=maybe?', 'robots=yes?', 'ai-train=?']],
    ['research=yes', ['research=yes?']],
    ['search=yes,use=reference, use=yes', ['search=yes', 'use=reference', 'use=yes?']],
    ['yes', []],
    ['', []],
  ])('reads %j', (line, signals) => {
    expect(read(line)).toEqual(signals);
  });
});

describe('content usage', () => {
  const read = (
    value: string,
    parse: (value: string) => readonly UsagePreference[] | undefined = parseContentUsage,
  ) =>
    parse(value)?.map(
      (preference) =>
        `${preference.category}=${preference.value ?? ''}${isPreference(preference) ? '' : '?'}`,
    );

  describe('Content-Usage', () => {
    it.each([
      ['train-ai=n', ['train-ai=n']],
      ['train-ai=y, search=n', ['train-ai=y', 'search=n']],
      ['train-ai=n ,\tsearch=y', ['train-ai=n', 'search=y']],
      // The examples from the draft. The last value counts, and only a token states a preference.
      ['train-ai=y, train-ai, search=n, search="n"', ['train-ai=?', 'search=?']],
      ['train-ai;allow=n, train-ai=y', ['train-ai=y']],
      ['train-ai;has;parameters="?"', ['train-ai=?']],
      ['train-ai=n;why="a, b; \\"c\\""; q=0.5', ['train-ai=n']],
      ['bots=n, train-ai=no, a.b*=(x y)', ['bots=n?', 'train-ai=no?', 'a.b*=?']],
      ['', []],
    ])('reads %j', (value, preferences) => {
      expect(read(value)).toEqual(preferences);
    });

    it.each([
      'Train-AI=n',
      'train-ai=n,',
      'train-ai=',
      'train-ai=n search=y',
      ',',
      'train-ai="n',
      'train-ai: n',
    ])('cannot parse %j', (value) => {
      expect(read(value)).toBeUndefined();
    });

    it.each([
      ['train-ai=n', ['train-ai=n'], undefined],
      ['/ai-ok/ train-ai=y', ['train-ai=y'], '/ai-ok/'],
      ['/a\t search=n', ['search=n'], '/a'],
      ['/*.pdf$ train-ai=n', ['train-ai=n'], '/*.pdf$'],
      ['/a', [], '/a'],
    ])('reads the rule %j', (value, preferences, path) => {
      expect(read(value, (rule) => parseContentUsageRule(rule)?.preferences)).toEqual(preferences);
      expect(parseContentUsageRule(value)?.path).toBe(path);
    });

    it('reads the beginning of a long value', () => {
      expect(read(`a=b, ${'x=y, '.repeat(5_000)}`)).toBeUndefined();
      expect(read(`a=b, ${' '.repeat(9_000)}?`)).toBeUndefined();
      expect(read(`a=b${' '.repeat(9_000)}?`)).toEqual(['a=b?']);
    });
  });
});

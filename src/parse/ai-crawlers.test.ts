import { describe, expect, it } from 'vitest';
import { AI_CRAWLER_LIST, AI_CRAWLERS } from './ai-crawlers.ts';
import { parseRobots } from './robots.ts';

describe('the known AI crawlers', () => {
  it('are named once each, with who runs them, what for, and a page that says so', () => {
    expect(AI_CRAWLERS.size).toBe(AI_CRAWLER_LIST.length);
    for (const { token, operator, source } of AI_CRAWLER_LIST) {
      expect(operator, token).not.toBe('');
      expect(URL.parse(source)?.protocol, token).toBe('https:');
    }
    const ofKind = (kind: string) =>
      AI_CRAWLER_LIST.filter((one) => one.kind === kind).map(({ token }) => token);
    expect(ofKind('training')).toEqual(expect.arrayContaining(['GPTBot', 'ClaudeBot', 'Google-Extended']));
    expect(ofKind('search')).toEqual(expect.arrayContaining(['OAI-SearchBot', 'PerplexityBot']));
    expect(ofKind('user')).toEqual(expect.arrayContaining(['ChatGPT-User', 'Claude-User', 'Google-Agent']));
  });

  it('are product tokens as robots.txt is read', () => {
    for (const crawler of AI_CRAWLERS) {
      expect(parseRobots(`User-agent: ${crawler.toUpperCase()}/1.0`).groups[0]?.agents).toEqual([crawler]);
    }
  });

  it.each([
    'GPTBot',
    'ChatGPT-User',
    'OAI-SearchBot',
    'ClaudeBot',
    'Claude-User',
    'anthropic-ai',
    'Google-Extended',
    'Applebot-Extended',
    'PerplexityBot',
    'CCBot',
    'Bytespider',
    'Amazonbot',
    'meta-externalagent',
    'MistralAI-User',
    'MistralAI-Index',
    'meta-webindexer',
    'Google-GeminiNotebook',
    'Kimi-User',
  ])('include %s', (name) => {
    expect(AI_CRAWLERS.has(name.toLowerCase())).toBe(true);
  });

  it.each(['*', 'Googlebot', 'Bingbot', 'Applebot'])('do not include %s', (name) => {
    expect(AI_CRAWLERS.has(name.toLowerCase())).toBe(false);
  });
});

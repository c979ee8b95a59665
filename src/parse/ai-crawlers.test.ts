import { describe, expect, it } from 'vitest';
import { AI_CRAWLERS } from './ai-crawlers.ts';
import { parseRobots } from './robots.ts';

describe('the known AI crawlers', () => {
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
  ])('include %s', (name) => {
    expect(AI_CRAWLERS.has(name.toLowerCase())).toBe(true);
  });

  it.each(['*', 'Googlebot', 'Bingbot', 'Applebot'])('do not include %s', (name) => {
    expect(AI_CRAWLERS.has(name.toLowerCase())).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { AI_CRAWLERS } from './ai-crawlers.ts';
import { parseRobots } from './robots.ts';

describe('the known AI crawlers', () => {
  it('are product tokens as robots.txt is read', () => {
    for (const crawler of AI_CRAWLERS) {
      expect(parseRobots(`User-agent: ${crawler.toUpperCase()}/1.0`).groups[0]?.agents).toEqual([crawler]);
    }
  });

  it('include those of the large operators, and no general crawlers', () => {
    const named =
      'GPTBot ChatGPT-User OAI-SearchBot ClaudeBot Claude-User anthropic-ai Google-Extended Applebot-Extended';
    const more =
      'PerplexityBot CCBot Bytespider Amazonbot meta-externalagent MistralAI-User Kimi-User Google-Agent';
    const missing = `${named} ${more}`.split(' ').filter((name) => !AI_CRAWLERS.has(name.toLowerCase()));
    expect(missing).toEqual([]);
    expect(['*', 'googlebot', 'bingbot', 'applebot'].filter((name) => AI_CRAWLERS.has(name))).toEqual([]);
  });
});

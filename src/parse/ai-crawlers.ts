/**
 * Product tokens of crawlers and fetchers that serve AI systems, as their operators document them for robots.txt
 * (RFC 9309 section 2.2.1), in lower case. General search crawlers (Googlebot, Bingbot, Applebot) are not among them:
 * a group for those says nothing about AI.
 */
export const AI_CRAWLERS: ReadonlySet<string> = new Set([
  // OpenAI
  'gptbot',
  'chatgpt-user',
  'oai-searchbot',
  // Anthropic
  'claudebot',
  'claude-user',
  'claude-searchbot',
  'claude-web',
  'anthropic-ai',
  // Google
  'google-extended',
  'google-cloudvertexbot',
  'google-notebooklm',
  'gemini-deep-research',
  // Apple
  'applebot-extended',
  // Perplexity
  'perplexitybot',
  'perplexity-user',
  // Common Crawl, the base of many training sets
  'ccbot',
  // ByteDance
  'bytespider',
  'tiktokspider',
  // Amazon
  'amazonbot',
  'amzn-searchbot',
  'amzn-user',
  'bedrockbot',
  // Meta
  'meta-externalagent',
  'meta-externalfetcher',
  'facebookbot',
  // Microsoft
  'azureai-searchbot',
  // Others
  'ai2bot',
  'ai2bot-dolma',
  'aihitbot',
  'andibot',
  'bigsur.ai',
  'brightbot',
  'chatglm-spider',
  'cohere-ai',
  'cohere-training-data-crawler',
  'cotoyogi',
  'crawlspace',
  'deepseekbot',
  'devin',
  'diffbot',
  'duckassistbot',
  'firecrawlagent',
  'friendlycrawler',
  'grokbot',
  'iaskspider',
  'icc-crawler',
  'imagesiftbot',
  'img2dataset',
  'isscyberriskcrawler',
  'kagi-fetcher',
  'linerbot',
  'manus-user',
  'mistralai-user',
  'novaact',
  'omgili',
  'omgilibot',
  'pangubot',
  'phindbot',
  'sbintuitionsbot',
  'sidetrade',
  'timpibot',
  'velenpublicwebcrawler',
  'webzio-extended',
  'wpbot',
  'xai-grok',
  'youbot',
]);

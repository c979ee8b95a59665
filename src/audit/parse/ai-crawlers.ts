/**
 * The robots.txt names (product tokens) of AI crawlers and fetchers. These programs collect training data, build an
 * assistant's index, fetch a page at a person's request, or collect data to sell. General search crawlers (Googlebot, Bingbot,
 * Applebot, Bravebot, PetalBot) and tools (Scrapy, Cursor) are left out: robots.txt rules for them say nothing about AI.
 */

/** Each linked page documents the tokens on the next line. Other tokens are from github.com/ai-robots-txt/ai.robots.txt. */
const TOKENS = [
  // https://developers.openai.com/api/docs/bots
  'GPTBot OAI-SearchBot ChatGPT-User',
  // https://support.claude.com/en/articles/8896518
  'ClaudeBot Claude-SearchBot Claude-User',
  'Claude-Code Claude-Web anthropic-ai',
  // https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers
  'Google-Extended Google-CloudVertexBot',
  'CloudVertexBot',
  // https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers
  'Google-Agent Google-GeminiNotebook Google-NotebookLM',
  'NotebookLM Gemini-Deep-Research Google-Gemini-CLI Google-Firebase GoogleAgent-Mariner',
  'GoogleAgent-URLContext',
  // https://support.apple.com/en-us/119829
  'Applebot-Extended',
  // https://docs.perplexity.ai/guides/bots
  'PerplexityBot Perplexity-User',
  // https://developers.facebook.com/docs/sharing/webmasters/web-crawlers
  'meta-externalagent meta-webindexer meta-externalfetcher',
  'FacebookBot',
  // https://developer.amazon.com/amazonbot
  'Amazonbot Amzn-SearchBot Amzn-User',
  'AmazonBuyForMe amazon-kendra amazon-QBusiness bedrockbot NovaAct AzureAI-SearchBot',
  // https://commoncrawl.org/ccbot
  'CCBot',
  'Bytespider TikTokSpider',
  // https://docs.mistral.ai/en/robots
  'MistralAI-Training MistralAI-Index MistralAI-User',
  // https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot
  'DuckAssistBot',
  'cohere-ai cohere-training-data-crawler DeepSeekBot',
  // https://darkvisitors.com/agents/grokbot
  'GrokBot',
  // https://www.openshadow.io/guides/blocking-xai-bot
  'xAI-Bot',
  // https://darkvisitors.com/agents/xai-grok
  'xAI-Grok',
  'ChatGLM-Spider Kimi-User TongyiBot YiyanBot PanguBot YandexAdditional YandexAdditionalBot',
  'kagi-fetcher YouBot',
  // https://allenai.org/crawler
  'AI2Bot Ai2Bot-Dolma',
  'AI2Bot-DeepResearchEval AddSearchBot aiHitBot',
  // https://lyrenth.com/crawler-policy
  'AIWebIndex',
  'Andibot Anomura ApifyBot ApifyWebsiteContentCrawler atlassian-bot bigsur.ai Brightbot Channel3Bot',
  'Cloudflare-AutoRAG',
  // https://ds.rois.ac.jp/en_center8/en_crawler/
  'Cotoyogi',
  'Crawl4AI Crawlspace Devin Diffbot EchoboxBot ExaBot ExaSearchBot Factset_spyderbot FirecrawlAgent',
  'FriendlyCrawler iAskBot iaskspider ICC-Crawler ImagesiftBot img2dataset ISSCyberRiskCrawler',
  'KlaviyoAIBot laion-huggingface-processor LAIONDownloader LinerBot LinkupBot Manus-User',
  // https://docs.tabstack.ai/trust/controlling-access
  'Mozilla-Tabstack',
  'omgili omgilibot Webzio-Extended PhindBot QualifiedBot QueritBot Querit-SearchBot QuillBot',
  'SBIntuitionsBot Shap-User ShapBot Sidetrade TavilyBot TerraCotta Thinkbot Timpibot TwinAgent',
  'VelenPublicWebCrawler wpbot ZanistaBot',
];

/** The tokens in lower case, because robots.txt matching ignores case (RFC 9309 section 2.2.1). */
export const AI_CRAWLERS: ReadonlySet<string> = new Set(TOKENS.join(' ').toLowerCase().split(' '));

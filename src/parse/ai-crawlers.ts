/**
 * Product tokens of crawlers and fetchers that serve AI systems, as data: by whom, what for, and who says so. General
 * search crawlers (Googlebot, Bingbot, Applebot, Bravebot, PetalBot) and general tools (Scrapy, Cursor) are not among
 * them: a group for those says nothing about AI.
 */

/**
 * - `training`: collects what models are trained on, or is the token by which that is refused.
 * - `search`: builds the index that an assistant answers from.
 * - `user`: fetches a page because a person asked; some operators say that robots.txt may not apply to it.
 * - `data`: collects for whoever buys or runs it, AI systems above all.
 */
export type CrawlerKind = 'training' | 'search' | 'user' | 'data';

export interface AiCrawler {
  /** As written by its operator. */
  readonly token: string;
  readonly operator: string;
  readonly kind: CrawlerKind;
  /** The operator's own page, or the public list that names it. */
  readonly source: string;
}

const OPENAI = 'https://developers.openai.com/api/docs/bots';
const ANTHROPIC = 'https://support.claude.com/en/articles/8896518';
const GOOGLE = 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers';
const GOOGLE_USER =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const PERPLEXITY = 'https://docs.perplexity.ai/guides/bots';
const MISTRAL = 'https://docs.mistral.ai/en/robots';
const AI2 = 'https://allenai.org/crawler';
const LIST = 'https://github.com/ai-robots-txt/ai.robots.txt';

type Row = readonly [token: string, operator: string, kind: CrawlerKind, source: string];

const ROWS: readonly Row[] = [
  ['GPTBot', 'OpenAI', 'training', OPENAI],
  ['OAI-SearchBot', 'OpenAI', 'search', OPENAI],
  ['ChatGPT-User', 'OpenAI', 'user', OPENAI],
  ['ClaudeBot', 'Anthropic', 'training', ANTHROPIC],
  ['Claude-SearchBot', 'Anthropic', 'search', ANTHROPIC],
  ['Claude-User', 'Anthropic', 'user', ANTHROPIC],
  ['Claude-Code', 'Anthropic', 'user', LIST],
  ['Claude-Web', 'Anthropic', 'training', LIST],
  ['anthropic-ai', 'Anthropic', 'training', LIST],
  ['Google-Extended', 'Google', 'training', GOOGLE],
  ['Google-CloudVertexBot', 'Google', 'search', GOOGLE],
  ['CloudVertexBot', 'Google', 'search', LIST],
  ['Google-Agent', 'Google', 'user', GOOGLE_USER],
  ['Google-GeminiNotebook', 'Google', 'user', GOOGLE_USER],
  ['Google-NotebookLM', 'Google', 'user', GOOGLE_USER],
  ['NotebookLM', 'Google', 'user', LIST],
  ['Gemini-Deep-Research', 'Google', 'user', LIST],
  ['Google-Gemini-CLI', 'Google', 'user', LIST],
  ['Google-Firebase', 'Google', 'user', LIST],
  ['GoogleAgent-Mariner', 'Google', 'user', LIST],
  ['GoogleAgent-URLContext', 'Google', 'user', LIST],
  ['Applebot-Extended', 'Apple', 'training', 'https://support.apple.com/en-us/119829'],
  ['PerplexityBot', 'Perplexity', 'search', PERPLEXITY],
  ['Perplexity-User', 'Perplexity', 'user', PERPLEXITY],
  ['meta-externalagent', 'Meta', 'training', META],
  ['meta-webindexer', 'Meta', 'search', META],
  ['meta-externalfetcher', 'Meta', 'user', META],
  ['FacebookBot', 'Meta', 'training', LIST],
  ['Amazonbot', 'Amazon', 'training', AMAZON],
  ['Amzn-SearchBot', 'Amazon', 'search', AMAZON],
  ['Amzn-User', 'Amazon', 'user', AMAZON],
  ['AmazonBuyForMe', 'Amazon', 'user', LIST],
  ['amazon-kendra', 'Amazon', 'search', LIST],
  ['amazon-QBusiness', 'Amazon', 'search', LIST],
  ['bedrockbot', 'Amazon', 'search', LIST],
  ['NovaAct', 'Amazon', 'user', LIST],
  ['AzureAI-SearchBot', 'Microsoft', 'search', LIST],
  ['CCBot', 'Common Crawl', 'training', 'https://commoncrawl.org/ccbot'],
  ['Bytespider', 'ByteDance', 'training', LIST],
  ['TikTokSpider', 'ByteDance', 'training', LIST],
  ['MistralAI-Training', 'Mistral AI', 'training', MISTRAL],
  ['MistralAI-Index', 'Mistral AI', 'search', MISTRAL],
  ['MistralAI-User', 'Mistral AI', 'user', MISTRAL],
  [
    'DuckAssistBot',
    'DuckDuckGo',
    'user',
    'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  ],
  ['cohere-ai', 'Cohere', 'user', LIST],
  ['cohere-training-data-crawler', 'Cohere', 'training', LIST],
  ['DeepSeekBot', 'DeepSeek', 'training', LIST],
  ['GrokBot', 'xAI', 'training', 'https://darkvisitors.com/agents/grokbot'],
  ['xAI-Bot', 'xAI', 'training', 'https://www.openshadow.io/guides/blocking-xai-bot'],
  ['xAI-Grok', 'xAI', 'user', 'https://darkvisitors.com/agents/xai-grok'],
  ['ChatGLM-Spider', 'Zhipu AI', 'training', LIST],
  ['Kimi-User', 'Moonshot AI', 'user', LIST],
  ['TongyiBot', 'Alibaba', 'user', LIST],
  ['YiyanBot', 'Baidu', 'user', LIST],
  ['PanguBot', 'Huawei', 'training', LIST],
  ['YandexAdditional', 'Yandex', 'training', LIST],
  ['YandexAdditionalBot', 'Yandex', 'training', LIST],
  ['kagi-fetcher', 'Kagi', 'user', LIST],
  ['YouBot', 'You.com', 'search', LIST],
  ['AI2Bot', 'Ai2', 'training', AI2],
  ['Ai2Bot-Dolma', 'Ai2', 'training', AI2],
  ['AI2Bot-DeepResearchEval', 'Ai2', 'user', LIST],
  ['AddSearchBot', 'AddSearch', 'search', LIST],
  ['aiHitBot', 'aiHit', 'data', LIST],
  ['AIWebIndex', 'Lyrenth', 'search', 'https://lyrenth.com/crawler-policy'],
  ['Andibot', 'Andi', 'search', LIST],
  ['Anomura', 'Direqt', 'search', LIST],
  ['ApifyBot', 'Apify', 'data', LIST],
  ['ApifyWebsiteContentCrawler', 'Apify', 'data', LIST],
  ['atlassian-bot', 'Atlassian', 'search', LIST],
  ['bigsur.ai', 'Big Sur AI', 'user', LIST],
  ['Brightbot', 'Bright Data', 'data', LIST],
  ['Channel3Bot', 'Channel3', 'search', LIST],
  ['Cloudflare-AutoRAG', 'Cloudflare', 'search', LIST],
  ['Cotoyogi', 'ROIS', 'training', 'https://ds.rois.ac.jp/en_center8/en_crawler/'],
  ['Crawl4AI', 'Crawl4AI', 'data', LIST],
  ['Crawlspace', 'Crawlspace', 'data', LIST],
  ['Devin', 'Cognition', 'user', LIST],
  ['Diffbot', 'Diffbot', 'data', LIST],
  ['EchoboxBot', 'Echobox', 'data', LIST],
  ['ExaBot', 'Exa', 'data', LIST],
  ['ExaSearchBot', 'Exa', 'search', LIST],
  ['Factset_spyderbot', 'FactSet', 'training', LIST],
  ['FirecrawlAgent', 'Firecrawl', 'data', LIST],
  ['FriendlyCrawler', 'unknown', 'training', LIST],
  ['iAskBot', 'iAsk', 'user', LIST],
  ['iaskspider', 'iAsk', 'user', LIST],
  ['ICC-Crawler', 'NICT', 'training', LIST],
  ['ImagesiftBot', 'ImageSift', 'data', LIST],
  ['img2dataset', 'img2dataset', 'training', LIST],
  ['ISSCyberRiskCrawler', 'ISS-Corporate', 'training', LIST],
  ['KlaviyoAIBot', 'Klaviyo', 'user', LIST],
  ['laion-huggingface-processor', 'LAION', 'training', LIST],
  ['LAIONDownloader', 'LAION', 'training', LIST],
  ['LinerBot', 'Liner', 'user', LIST],
  ['LinkupBot', 'Linkup', 'search', LIST],
  ['Manus-User', 'Butterfly Effect', 'user', LIST],
  ['Mozilla-Tabstack', 'Mozilla', 'data', 'https://docs.tabstack.ai/trust/controlling-access'],
  ['omgili', 'Webz.io', 'data', LIST],
  ['omgilibot', 'Webz.io', 'data', LIST],
  ['Webzio-Extended', 'Webz.io', 'training', LIST],
  ['PhindBot', 'Phind', 'user', LIST],
  ['QualifiedBot', 'Qualified', 'user', LIST],
  ['QueritBot', 'Querit', 'search', LIST],
  ['Querit-SearchBot', 'Querit', 'search', LIST],
  ['QuillBot', 'QuillBot', 'user', LIST],
  ['SBIntuitionsBot', 'SB Intuitions', 'training', LIST],
  ['Shap-User', 'Parallel', 'user', LIST],
  ['ShapBot', 'Parallel', 'search', LIST],
  ['Sidetrade', 'Sidetrade', 'training', LIST],
  ['TavilyBot', 'Tavily', 'search', LIST],
  ['TerraCotta', 'Ceramic AI', 'data', LIST],
  ['Thinkbot', 'Thinkbot', 'data', LIST],
  ['Timpibot', 'Timpi', 'training', LIST],
  ['TwinAgent', 'Twin', 'user', LIST],
  ['VelenPublicWebCrawler', 'Velen', 'training', LIST],
  ['wpbot', 'QuantumCloud', 'user', LIST],
  ['ZanistaBot', 'Zanista', 'search', LIST],
];

export const AI_CRAWLER_LIST: readonly AiCrawler[] = ROWS.map(([token, operator, kind, source]) => ({
  token,
  operator,
  kind,
  source,
}));

/** The tokens in lower case, as groups of robots.txt are compared (RFC 9309 section 2.2.1). */
export const AI_CRAWLERS: ReadonlySet<string> = new Set(
  AI_CRAWLER_LIST.map(({ token }) => token.toLowerCase()),
);

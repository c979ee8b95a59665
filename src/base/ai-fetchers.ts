/** User-agent tokens of bots that fetch pages on a person's request, as their operators document them, in lower case. */
export const AI_FETCHERS: readonly string[] = [
  'amzn-user',
  'chatgpt-user',
  'claude-user',
  'cohere-ai',
  'duckassistbot',
  'gemini-deep-research',
  'google-notebooklm',
  'kagi-fetcher',
  'manus-user',
  'meta-externalfetcher',
  'mistralai-user',
  'perplexity-user',
];

/** Lower-case user-agent tokens of bots that fetch pages on a user's request, as the bots' operators document them. */
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

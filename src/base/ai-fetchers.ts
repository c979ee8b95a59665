/** Fetchers that act for a person who asked, by the product tokens that their operators document, in lower case. */
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

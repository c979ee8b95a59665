/** The Markdown form of a page: who gets it. */
import type { Definition } from './definition.ts';

const CONTENT_NEGOTIATION = {
  label: 'RFC 9110, section 12: Content Negotiation',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-12',
};

const TEXT_MARKDOWN = {
  label: 'RFC 7763: The text/markdown Media Type',
  url: 'https://www.rfc-editor.org/rfc/rfc7763.html',
};

const VARY = {
  label: 'RFC 9110, section 12.5.5: Vary',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.5',
};

export const markdown = [
  {
    id: 'accept-markdown',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'Accept: text/markdown gets Markdown',
    goal: 'An agent reads the text of a page without the markup around it, at a fraction of the tokens.',
    passesWhen:
      'A request with Accept text/markdown to a content URL returns Markdown (content-type containing markdown or text/plain).',
    fix: 'When a request for a page accepts `text/markdown`, answer with the Markdown of that page, `Content-Type: text/markdown; charset=utf-8` and `Vary: Accept, User-Agent`.',
    resources: [CONTENT_NEGOTIATION, TEXT_MARKDOWN],
  },

  {
    id: 'markdown-accept-plain',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Accept: text/plain gets Markdown',
    goal: 'An agent that can only ask for plain text also gets the readable version of a page.',
    passesWhen: 'Accept text/plain returns the Markdown twin.',
    fix: 'When a request for a page has `Accept: text/plain`, answer with the same Markdown as for text/markdown, as `text/plain` or `text/markdown`.',
    resources: [CONTENT_NEGOTIATION, TEXT_MARKDOWN],
  },

  {
    id: 'markdown-cli-ua',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Command-line clients get Markdown',
    goal: 'An agent that fetches with curl gets text, without having to know about content negotiation.',
    passesWhen: 'A bare command-line User-Agent receives the Markdown twin.',
    fix: 'If a client accepts anything (`Accept: */*`) and its User-Agent is a command-line tool such as `curl/8`, answer with the Markdown of the page and `Vary: Accept, User-Agent`.',
    resources: [CONTENT_NEGOTIATION, VARY],
  },

  {
    id: 'markdown-agent-ua',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'AI assistants get Markdown',
    goal: 'An assistant that opens a page for its user gets the text, whatever Accept header its fetcher sends.',
    passesWhen: 'An AI user-fetch User-Agent receives the Markdown twin.',
    fix: 'When an AI assistant fetches a page for its user (User-Agents such as ChatGPT-User), answer with the Markdown of the page and `Vary: Accept, User-Agent`.',
    resources: [
      CONTENT_NEGOTIATION,
      { label: 'OpenAI: overview of crawlers and fetchers', url: 'https://platform.openai.com/docs/bots' },
    ],
  },
] as const satisfies readonly Definition[];

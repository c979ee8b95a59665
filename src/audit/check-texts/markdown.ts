/** Definitions of the checks for the Markdown form of a page: which clients get it, and the response headers. */
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

const YAML = { label: 'YAML 1.2.2', url: 'https://yaml.org/spec/1.2.2/' };

export const markdown = [
  {
    id: 'accept-markdown',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'Accept: text/markdown gets Markdown',
    fails: 'Accept: text/markdown does not get Markdown',
    goal: 'An agent reads the text of a page without the markup around it, at a fraction of the tokens.',
    passesWhen: 'For `Accept: text/markdown`, a page responds with Markdown or plain text, not HTML.',
    fix: 'When a request for a page accepts `text/markdown`, answer with the Markdown of that page, `Content-Type: text/markdown; charset=utf-8` and `Vary: Accept`.',
    findings: {
      absent: 'The home page is HTML even when Markdown is requested.',
      broken: 'A request for Markdown gets HTML that is labeled as Markdown.',
    },
    resources: [CONTENT_NEGOTIATION, TEXT_MARKDOWN],
  },

  {
    id: 'markdown-accept-plain',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Accept: text/plain gets Markdown',
    fails: 'Accept: text/plain does not get Markdown',
    goal: 'An agent that can only request plain text also gets the readable version of a page.',
    passesWhen: 'For `Accept: text/plain`, a page responds with Markdown or plain text, not HTML.',
    fix: 'When a request for a page has `Accept: text/plain`, answer with the same Markdown as for text/markdown, as `text/plain` or `text/markdown`.',
    findings: { broken: 'A request for plain text gets HTML that is labeled as text.' },
    resources: [CONTENT_NEGOTIATION, TEXT_MARKDOWN],
  },

  {
    id: 'markdown-cli-ua',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Command-line clients get Markdown',
    fails: 'Command-line clients do not get Markdown',
    goal: 'An agent that fetches with curl gets text, without having to know about content negotiation.',
    passesWhen: 'For `Accept: */*` and the User-Agent of curl, a page responds with Markdown or plain text.',
    fix: 'If a client accepts anything (`Accept: */*`) and its User-Agent is a command-line tool such as `curl/8`, answer with the Markdown of the page and `Vary: Accept, User-Agent`.',
    findings: { broken: 'Command-line clients get HTML that is labeled as Markdown.' },
    resources: [CONTENT_NEGOTIATION, VARY],
  },

  {
    id: 'markdown-agent-ua',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'AI assistants get Markdown',
    fails: 'AI assistants do not get Markdown',
    goal: 'An assistant that opens a page for its user gets the text, whatever Accept header its fetcher sends.',
    passesWhen:
      'For `Accept: */*` and the User-Agent of an AI assistant, a page responds with Markdown or plain text.',
    fix: 'When an AI assistant fetches a page for its user (User-Agents such as ChatGPT-User), answer with the Markdown of the page and `Vary: Accept, User-Agent`.',
    findings: { broken: 'AI assistants get HTML that is labeled as Markdown.' },
    resources: [
      CONTENT_NEGOTIATION,
      { label: 'OpenAI: overview of crawlers and fetchers', url: 'https://platform.openai.com/docs/bots' },
    ],
  },

  {
    id: 'markdown-vary',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'Markdown responses say in Vary what they depend on',
    fails: 'Vary does not name all that Markdown responses depend on',
    goal: 'A cache between site and agent never hands Markdown to a browser, or HTML to an agent.',
    passesWhen:
      'In negotiated responses, Markdown and HTML alike, `Vary` names each request header that decides which of them is sent.',
    fix: 'Send `Vary` with every negotiated response, Markdown and HTML alike: `Vary: Accept` if only the Accept header decides, `Vary: Accept, User-Agent` if the User-Agent does too.',
    findings: {
      absent: 'The Vary header does not name the headers that decide between Markdown and HTML.',
      noncompliant: 'The Vary header names only some of the headers that decide between Markdown and HTML.',
    },
    resources: [VARY],
  },

  {
    id: 'markdown-frontmatter',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Markdown responses begin with front matter',
    fails: 'No Markdown response has readable front matter',
    goal: 'An agent reads a page’s title, description and canonical URL as data, before its text.',
    passesWhen: 'The Markdown begins with a block of YAML between two lines of `---`.',
    fix: 'Begin the Markdown with a YAML block between two lines of three hyphens (`---`), with keys such as title, description and url.',
    findings: { broken: 'The front matter of the Markdown cannot be read.' },
    resources: [YAML],
  },
] as const satisfies readonly Definition[];

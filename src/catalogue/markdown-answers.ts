/** The Markdown form of a page: what its answer carries. */
import type { Definition } from './definition.ts';

const VARY = {
  label: 'RFC 9110, section 12.5.5: Vary',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.5',
};

const YAML = { label: 'YAML 1.2.2', url: 'https://yaml.org/spec/1.2.2/' };

export const markdownAnswers = [
  {
    id: 'markdown-vary',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'Markdown responses say in Vary what they depend on',
    goal: 'A cache between site and agent never hands Markdown to a browser, or HTML to an agent.',
    passesWhen: 'Negotiated responses carry `Vary` naming both Accept and User-Agent.',
    fix: 'Send `Vary` with every negotiated response, Markdown and HTML alike: `Vary: Accept` if only the Accept header decides, `Vary: Accept, User-Agent` if the User-Agent does too.',
    resources: [VARY],
  },

  {
    id: 'markdown-frontmatter',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Markdown responses begin with front matter',
    goal: 'An agent reads a page’s title, description and canonical URL as data, before its text.',
    passesWhen: 'The Markdown twin starts with YAML frontmatter.',
    fix: 'Begin the Markdown with a YAML block between two lines of three hyphens (`---`), with keys such as title, description and url.',
    resources: [YAML],
  },
] as const satisfies readonly Definition[];

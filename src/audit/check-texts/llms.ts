/** Definitions of the checks for llms.txt (an index of the site for language models) and llms-full.txt. */
import type { Definition } from './definition.ts';

const LLMS_TXT = { label: 'The llms.txt proposal', url: 'https://llmstxt.org/' };

const COMMONMARK = { label: 'CommonMark', url: 'https://spec.commonmark.org/' };

export const llms = [
  {
    id: 'llms-txt',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'llms.txt is published',
    fails: 'No correct llms.txt is published',
    goal: 'An agent finds the pages that matter from one small file, instead of crawling the site.',
    passesWhen: '`/llms.txt` responds 200 with text that is neither HTML nor empty.',
    fix: 'Serve a Markdown file at /llms.txt with status 200 and the type text/plain or text/markdown: the name of the site, a summary, and lists of links to the pages that matter.',
    findings: {
      absent: 'There is no llms.txt.',
      noncompliant: 'llms.txt is sent as HTML.',
      broken: 'llms.txt is not a text file.',
    },
    resources: [LLMS_TXT],
  },

  {
    id: 'llms-txt-format',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'llms.txt has a title, a summary and an index',
    fails: 'llms.txt lacks a title, a summary or a proper index',
    goal: 'An agent sees at once what the site is, and finds its pages in lists of links.',
    passesWhen: 'llms.txt begins with an H1 and has a summary and a list of links.',
    fix: 'Begin llms.txt with one H1 (`# Name`), follow it with a summary in a blockquote (`> What this is`), and list the pages as Markdown links (`- [Title](https://…)`) under H2 headings.',
    resources: [LLMS_TXT, COMMONMARK],
  },

  {
    id: 'llms-txt-when-to-use',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'llms.txt says when and how agents should use the site',
    fails: 'No heading in llms.txt tells agents when to use the site',
    goal: 'An agent decides from llms.txt alone whether the site helps with its task, and how to work with it.',
    passesWhen:
      'llms.txt has a heading such as `When to use` or `Programmatic access`. Only the heading is checked.',
    fix: 'Add a section to llms.txt under a heading such as `## When to use` or `## Programmatic access`, and say there what the site is good for and which interfaces agents should call.',
    resources: [LLMS_TXT],
  },

  {
    id: 'llms-txt-links',
    category: 'content-for-agents',
    keyword: 'should',
    principle: 'P2',
    label: 'The links in llms.txt work',
    fails: 'Not all links in llms.txt work',
    goal: 'An agent that follows the index arrives at content, not at an error page.',
    passesWhen: 'The links in llms.txt respond with a status below 400. Up to ten are requested.',
    fix: 'Correct or remove the links named in the evidence, and check the links in llms.txt whenever the site is built.',
    resources: [
      LLMS_TXT,
      {
        label: 'RFC 9110, section 15: Status Codes',
        url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15',
      },
    ],
  },

  {
    id: 'llms-full-txt',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'llms-full.txt is published',
    fails: 'No correct llms-full.txt is published',
    goal: 'An agent with room in its context reads all the documentation in one request.',
    passesWhen: '`/llms-full.txt` responds 200 with text that is neither HTML nor empty.',
    fix: 'Serve the text of all pages that llms.txt lists, joined into one Markdown file, at /llms-full.txt.',
    findings: {
      noncompliant: 'llms-full.txt is sent as HTML.',
      broken: 'llms-full.txt is not a text file.',
    },
    resources: [LLMS_TXT],
  },

  {
    id: 'llms-txt-scoped',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Sections of the site have their own llms.txt',
    passes: 'A section of the site has its own llms.txt',
    fails: 'No section of the site has its own llms.txt',
    goal: 'An agent that needs one section reads only the index of that section.',
    passesWhen:
      'A first-level directory, such as `/docs/`, has an llms.txt that differs from that of the root.',
    fix: 'Serve an llms.txt in each large section (for example /docs/llms.txt) that lists the pages of that section, and link to it from /llms.txt.',
    resources: [LLMS_TXT],
  },

  {
    id: 'llms-full-txt-scoped',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Sections of the site have their own llms-full.txt',
    passes: 'A section of the site has its own llms-full.txt',
    fails: 'No section of the site has its own llms-full.txt',
    goal: 'An agent reads all of one section in one request, without the rest of the site.',
    passesWhen:
      'A first-level directory, such as `/docs/`, has an llms-full.txt that differs from that of the root.',
    fix: 'Serve an llms-full.txt in each large section (for example /docs/llms-full.txt) with the text of the pages of that section.',
    resources: [LLMS_TXT],
  },
] as const satisfies readonly Definition[];

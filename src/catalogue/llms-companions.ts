/** What a site may publish beside llms.txt: its full text, and both files for single sections. */
import type { Definition } from './definition.ts';

const LLMS_TXT = { label: 'The llms.txt proposal', url: 'https://llmstxt.org/' };

export const llmsCompanions = [
  {
    id: 'llms-full-txt',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'llms-full.txt is published',
    goal: 'An agent with room in its context reads all the documentation in one request.',
    passesWhen: '`/llms-full.txt` answers 200.',
    fix: 'Serve the text of all pages that llms.txt lists, joined into one Markdown file, at /llms-full.txt.',
    resources: [LLMS_TXT],
  },

  {
    id: 'llms-txt-scoped',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Sections of the site have their own llms.txt',
    goal: 'An agent that needs one section reads only the index of that section.',
    passesWhen: 'Per-section llms.txt files resolve under content subdirectories.',
    fix: 'Serve an llms.txt in each large section (for example /docs/llms.txt) that lists the pages of that section, and link to it from /llms.txt.',
    resources: [LLMS_TXT],
  },

  {
    id: 'llms-full-txt-scoped',
    category: 'content-for-agents',
    keyword: 'may',
    principle: 'P2',
    label: 'Sections of the site have their own llms-full.txt',
    goal: 'An agent reads all of one section in one request, without the rest of the site.',
    passesWhen: 'Per-section llms-full.txt files resolve under content subdirectories.',
    fix: 'Serve an llms-full.txt in each large section (for example /docs/llms-full.txt) with the text of the pages of that section.',
    resources: [LLMS_TXT],
  },
] as const satisfies readonly Definition[];

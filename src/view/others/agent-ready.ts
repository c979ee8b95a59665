/** agent-ready.dev, as its published list of checks names them. Its code is not public. */
import { AGENT_READY_PAGE_CHECKS } from './agent-ready-pages.ts';
import { AGENT_READY_PROTOCOL_CHECKS } from './agent-ready-protocols.ts';
import { AGENT_READY_SITE_CHECKS } from './agent-ready-site.ts';
import type { OtherTool } from './model.ts';

export const agentReady: OtherTool = {
  id: 'agent-ready',
  name: 'agent-ready.dev',
  short: 'agent-ready.dev',
  url: 'https://agent-ready.dev/',
  by: 'Agent Ready (mlava)',
  about: [
    'A hosted scanner crawls a site (25 pages without an account) and checks it against the Vercel Agent Readability Spec, llmstxt.org and descriptions of agent protocols. Results are pass, warn, fail and error.',
    'Its score is the share of checks that pass, over all pages; a warning earns nothing. Checks of protocols are reported and do not count, and one whose file is missing is left out. Accessibility has a score of its own.',
    'A page check there stands for every page that was crawled, one of ours for the home page: one template that lacks something fails many checks there and none here, or the other way round.',
  ],
  ahead: [
    'It crawls, so it finds pages that differ from the home page: their metadata, Markdown, headings, code blocks.',
    'It checks AGENTS.md, sitemap.md, payment protocols and the accessibility of the home page, which we do not.',
  ],
  unknown: [
    'Its code is not public: we know the names of its checks and how they are scored, and seldom the condition. Where we do not know who is stricter, the table says so.',
    'The list that we read has 69 checks and 9 of accessibility; its own llms.txt, collected in September 2026, speaks of 72 and 23. The others are not known to us.',
    'We could not run it here, and our comparison does not read its JSON.',
  ],
  sources: [
    {
      label: 'Its list of checks and method, in its MCP server',
      url: 'https://github.com/mlava/agent-ready-mcp/blob/f38dfd062f3e0a5c4b410046e08242bbf6629974/src/resource-content.ts',
      version: 'commit f38dfd0, 2026-07-20',
      read: '2026-11-22',
    },
    {
      label: 'Its method, on its site',
      url: 'https://agent-ready.dev/methodology',
      version: 'stored copy, “last updated 2026-05-11”',
      read: '2026-11-22',
    },
    {
      label: 'Which specification each check is of',
      url: 'https://agent-ready.dev/specs',
      version: 'stored copy without a date, 67 checks',
      read: '2026-11-22',
    },
    {
      label: 'The Vercel Agent Readability Spec',
      url: 'https://vercel.com/kb/guide/agent-readability-spec',
      version: 'stored copy without a date',
      read: '2026-11-22',
    },
  ],
  checks: [...AGENT_READY_SITE_CHECKS, ...AGENT_READY_PAGE_CHECKS, ...AGENT_READY_PROTOCOL_CHECKS],
};

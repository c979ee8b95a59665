/** Definitions of the checks for WebMCP, a way for a page to offer tools to agents in the browser. */
import type { Definition } from './definition.ts';

export const webmcp = [
  {
    id: 'webmcp',
    category: 'mcp',
    keyword: 'may',
    principle: 'P2',
    label: 'WebMCP tools on the home page',
    passes: 'The home page offers WebMCP tools',
    fails: 'The home page offers no readable WebMCP tools',
    goal: 'An agent in the browser calls the functions of the page as tools, instead of guessing at its buttons.',
    passesWhen: 'The HTML of the home page declares WebMCP tools, in a form, a script or JSON.',
    fix: 'Declare tools on the home page: forms with `toolname` and `tooldescription`, `document.modelContext.registerTool(…)` (formerly `navigator.modelContext`) in a script of the page, or an `application/webmcp+json` script.',
    findings: { broken: 'The WebMCP declaration of the home page cannot be read.' },
    resources: [{ label: 'WebMCP', url: 'https://webmachinelearning.github.io/webmcp/' }],
  },
] as const satisfies readonly Definition[];

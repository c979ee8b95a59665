/** Examples of every command, for a person and for an agent side by side. */
import { INSTALLED_NAME } from '../package.ts';

export interface CommandExample {
  readonly title: string;
  /** What a person types, without the name of the program. */
  readonly person: string;
  /** The same for a program: JSON, and an exit code to act on. */
  readonly agent: string;
}

export const EXAMPLES = {
  audit: [
    {
      title: 'Audit a site',
      person: 'https://example.com',
      agent: 'https://example.com --json',
    },
    {
      title: 'Audit a site before it ships, and fail the build below 80',
      person: 'http://localhost:3000 --fail-under 80',
      agent: 'http://localhost:3000 --fail-under 80 --json --quiet',
    },
    {
      title: 'Accept the failures of today, and fail only on what gets worse',
      person: 'http://localhost:3000 --baseline agent-readiness.baseline.json --update-baseline',
      agent: 'http://localhost:3000 --baseline agent-readiness.baseline.json --fail-on worse,broken --json',
    },
    {
      title: 'Reports for CI, several in one run',
      person: 'http://localhost:3000 --output-file sarif=audit.sarif,junit=audit.xml,comment=comment.md',
      agent: 'http://localhost:3000 --json --only-failures --compact',
    },
    {
      title: 'Record an audit, and judge it again later without the network',
      person: 'https://example.com --har site.har',
      agent: '--replay site.har --json',
    },
    {
      title: 'Several sites, or a list of them',
      person: 'https://example.com https://example.org',
      agent: '- --json < sites.txt',
    },
    {
      title: 'Where pages of the sitemap differ from the home page',
      person: 'https://example.com --sitemap-sample 8',
      agent: 'https://example.com --sitemap-sample 8 --json',
    },
    {
      title: 'Only the MCP checks',
      person: 'https://example.com --only mcp --verbose',
      agent: 'https://example.com --only mcp --jsonl',
    },
  ],
  explain: [
    {
      title: 'What a check asks, why, and how to pass it',
      person: 'explain llms-txt',
      agent: 'explain llms-txt --json',
    },
    {
      title: 'How to fix it with what the site is made with',
      person: 'explain llms-txt --for nextjs',
      agent: 'explain llms-txt --for nextjs --json',
    },
  ],
  fix: [
    {
      title: 'What to change, what gains most first, as prompts for a coding agent',
      person: 'fix http://localhost:3000',
      agent: 'fix scorecard.json --json',
    },
    {
      title: 'A plan for a coding agent, with what concerns one stack only',
      person: 'fix scorecard.json --plan fixes.md --for nextjs',
      agent: 'fix - --plan fixes.md --for nextjs --json < scorecard.json',
    },
    {
      title: 'The files that need no guessing: as a diff, and into this folder',
      person: 'fix http://localhost:3000 --write --canonical-origin https://example.com',
      agent: 'fix http://localhost:3000 --write --yes --canonical-origin https://example.com --json',
    },
  ],
  retest: [
    {
      title: 'Only what failed last time, and what changed',
      person: 'retest scorecard.json',
      agent: 'retest scorecard.json --json --quiet',
    },
    {
      title: 'The same at the address of a preview',
      person: 'retest scorecard.json http://localhost:3000',
      agent: 'retest - http://localhost:3000 --json < scorecard.json',
    },
  ],
  checks: [
    {
      title: 'The checks that a site must pass',
      person: 'checks --keyword must',
      agent: 'checks --keyword must --json',
    },
  ],
  compare: [
    {
      title: 'Fail a build where the site got worse',
      person: 'compare before.json after.json --fail-on-worse',
      agent: 'compare before.json - --fail-on-worse --json < after.json',
    },
    {
      title: 'What changed between two scorecards',
      person: 'compare before.json after.json',
      agent: 'compare before.json - --json < after.json',
    },
  ],
  schema: [
    {
      title: 'The JSON Schema of a scorecard',
      person: 'schema',
      agent: 'schema audit > scorecard.schema.json',
    },
  ],
  completions: [
    {
      title: 'Completion for bash (installed command)',
      person: `completions bash > ~/.local/share/bash-completion/completions/${INSTALLED_NAME}`,
      agent: 'completions bash --quiet',
    },
  ],
  skill: [
    {
      title: 'Teach a coding agent to use this command',
      person: 'skill install claude',
      agent: 'skill install claude --json',
    },
  ],
  'skill install': [
    {
      title: 'See what would be written, then write it',
      person: 'skill install claude --dry-run',
      agent: 'skill install --all --dry-run --json',
    },
  ],
  'skill update': [
    {
      title: 'Bring the installed skill files up to date',
      person: 'skill update',
      agent: 'skill update --json',
    },
  ],
  help: [
    {
      title: 'The help of one command',
      person: 'help skill install',
      agent: 'skill install --help',
    },
  ],
  init: [
    {
      title: 'Hold a site to what it is today, in every pull request',
      person: 'init --dry-run',
      agent: 'init --dry-run --json',
    },
    {
      title: 'The same in GitLab, for a site that another command starts',
      person: 'init --ci gitlab --target http://localhost:8080 --start "make serve"',
      agent: 'init --ci gitlab --target http://localhost:8080 --start "make serve" --json',
    },
  ],
  examples: [
    {
      title: 'All examples',
      person: 'examples',
      agent: 'examples --json',
    },
  ],
} as const satisfies Readonly<Record<string, readonly CommandExample[]>>;

export type CommandName = keyof typeof EXAMPLES;

/** Examples as they stand in a help text; the columns are what a person types and what an agent does. */
export function exampleLines(examples: readonly CommandExample[], program: string): string[] {
  return examples.flatMap(({ title, person, agent }) => [
    `  ${title}`,
    `    person  ${program} ${person}`,
    `    agent   ${program} ${agent}`,
  ]);
}

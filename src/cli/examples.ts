/** Examples of every command, for people and for agents. */

export interface CommandExample {
  readonly title: string;
  /** The arguments that a person types, without the program's name. */
  readonly person: string;
  /** The arguments that a program uses, to get JSON and a meaningful exit code. */
  readonly agent: string;
}

function examples(
  ...rows: readonly (readonly [title: string, person: string, agent: string])[]
): readonly CommandExample[] {
  return rows.map(([title, person, agent]) => ({ title, person, agent }));
}

export const EXAMPLES = {
  audit: examples(
    ['Audit a site', 'https://example.com', 'https://example.com --json'],
    [
      'Audit a site before it ships, and fail the build below 80',
      'http://localhost:3000 --fail-under 80',
      'http://localhost:3000 --fail-under 80 --json --quiet',
    ],
    [
      'Accept today’s failures, and fail only on what gets worse',
      'http://localhost:3000 --baseline agent-readiness.baseline.json --update-baseline',
      'http://localhost:3000 --baseline agent-readiness.baseline.json --fail-on worse,broken --json',
    ],
    [
      'What got better or worse, or newly applies, since an earlier scorecard',
      'http://localhost:3000 --baseline before.json',
      'http://localhost:3000 --baseline before.json --json --only-failures',
    ],
    [
      'Reports for CI, several in one run',
      'http://localhost:3000 --output-file sarif=audit.sarif,junit=audit.xml,comment=comment.md',
      'http://localhost:3000 --json --only-failures --compact',
    ],
    [
      'Record an audit, and judge it again later without the network',
      'https://example.com --har site.har',
      '--replay site.har --json',
    ],
    [
      'Only the MCP checks',
      'https://example.com --only mcp --verbose',
      'https://example.com --only mcp --jsonl',
    ],
  ),
  explain: examples([
    'What a check requires, why, and how to pass it',
    'explain llms-txt',
    'explain llms-txt --json',
  ]),
  fix: examples(
    [
      'What to change on a site, on one page for you or your coding agent',
      'fix http://localhost:3000',
      'fix http://localhost:3000 -o md',
    ],
    [
      'The same for a site behind nginx, from an earlier scorecard',
      'fix scorecard.json --for nginx',
      'fix - --for nginx --json < scorecard.json',
    ],
  ),
  checks: examples([
    'The checks that a site must pass',
    'checks --keyword must',
    'checks --keyword must --json',
  ]),
  compare: examples(
    [
      'Fail a build if the site got worse',
      'compare before.json after.json --fail-on-worse',
      'compare before.json - --fail-on-worse --json < after.json',
    ],
    [
      'What changed between two scorecards',
      'compare before.json after.json',
      'compare before.json - --json < after.json',
    ],
  ),
  schema: examples(['The JSON Schema of a scorecard', 'schema', 'schema audit > scorecard.schema.json']),
  skill: examples([
    'Teach a coding agent to use this command',
    'skill install claude',
    'skill install claude --json',
  ]),
  'skill install': examples([
    'See what would be written, then write it',
    'skill install claude --dry-run',
    'skill install --all --dry-run --json',
  ]),
  'skill update': examples([
    'Bring the installed skill files up to date',
    'skill update',
    'skill update --json',
  ]),
  help: examples(['The help of one command', 'help skill install', 'skill install --help']),
  examples: examples(['All examples', 'examples', 'examples --json']),
} as const;

export type CommandName = keyof typeof EXAMPLES;

/** Returns examples as lines of a help text, each with a command for people and one for agents. */
export function exampleLines(examples: readonly CommandExample[], program: string): string[] {
  return examples.flatMap(({ title, person, agent }) => [
    `  ${title}`,
    `    person  ${program} ${person}`,
    `    agent   ${program} ${agent}`,
  ]);
}

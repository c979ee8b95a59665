/** The fixed values in checks, verdicts and scorecards, such as categories and statuses. */

export const CATEGORIES = [
  { id: 'discoverability', name: 'Discoverability' },
  { id: 'content-for-agents', name: 'Content for agents' },
  { id: 'bot-crawl-policy', name: 'Bot & crawl policy' },
  { id: 'api', name: 'API' },
  { id: 'mcp', name: 'MCP' },
  { id: 'agent-discovery-auth', name: 'Agent discovery & auth' },
] as const;

export const STATUSES = ['pass', 'noncompliant', 'broken', 'absent', 'n_a', 'skip', 'error'] as const;
/** The statuses of failed checks, worst first. */
export const FAILING_STATUSES = ['broken', 'noncompliant', 'absent'] as const satisfies readonly Status[];
/** The reasons for the status `n_a`: a prerequisite of the check is missing, or an optional feature is missing. */
export const NA_REASONS = ['antecedent-unmet', 'optional-absent'] as const;
export const KEYWORDS = ['must', 'should', 'may'] as const;
export const PRINCIPLES = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8'] as const;
export const PRINCIPLE_NAMES: Readonly<Record<Principle, string>> = {
  P1: 'Non-interactive by default',
  P2: 'Structured, parseable output',
  P3: 'Progressive help discovery',
  P4: 'Fail fast with actionable errors',
  P5: 'Safe retries and explicit mutation boundaries',
  P6: 'Composable, predictable command structure',
  P7: 'Bounded, high-signal responses',
  P8: 'Discoverable through a skill bundle',
};
/** The site types that owners may declare, with the texts that the audit form shows. */
export const SITE_TYPE_CHOICES = [
  {
    id: 'content',
    name: 'Content',
    effect: 'Content: also checks llms-full.txt on a site without llms.txt.',
  },
  {
    id: 'api',
    name: 'API',
    effect: 'API: also runs the API checks if the site names no API.',
  },
] as const;
export const SITE_TYPES = SITE_TYPE_CHOICES.map(({ id }) => id);

/** The command-line option that names an MCP endpoint. It is also the endpoint's `source` in a scorecard's `mcp_discovery`. */
export const NAMED_ENDPOINT = '--mcp-endpoint';

/**
 * How a check changed between two scorecards. `newly_applies`: it fails and did not apply before. `neutral`: a failure no
 * longer applies, or one scorecard has no verdict.
 */
export const CHANGE_DIRECTIONS = ['worse', 'better', 'newly_applies', 'neutral'] as const;

export type ChangeDirection = (typeof CHANGE_DIRECTIONS)[number];
export type CategoryId = (typeof CATEGORIES)[number]['id'];
export type Status = (typeof STATUSES)[number];
export type FailingStatus = (typeof FAILING_STATUSES)[number];
export type NaReason = (typeof NA_REASONS)[number];
export type Keyword = (typeof KEYWORDS)[number];
export type Principle = (typeof PRINCIPLES)[number];
/** The site type that the owner declared; `null` if the owner declared no type. */
export type SiteType = (typeof SITE_TYPES)[number] | null;

export function isFailing(status: string): status is FailingStatus {
  return FAILING_STATUSES.some((one) => one === status);
}

/** Returns whether a status means that the site has the feature, but the feature is faulty. */
export function isFaulty(status: string): boolean {
  return isFailing(status) && status !== 'absent';
}

type Scores<T> = Readonly<Record<'relative' | 'global', T>>;

/** The words after a score, for example `35% of what applies` or `13% global-ready`. */
export const SCORE_OF: Scores<string> = { relative: 'of what applies', global: 'global-ready' };

export const SCORE_NAMES: Scores<string> = { relative: 'Relative score', global: 'Global score' };

/** An explanation of both scores. Pages that list many sites show this text once. */
export const SCORES_TEXT =
  'The relative score measures a site against the checks that apply to it and could be tested (`relative` in JSON). The global score measures it against all checks (`global`).';

/** Returns both scores as text, for example `35% of what applies, 13% global-ready`. */
export function scoresText({ relative, global }: Scores<number>): string {
  return `${relative}% ${SCORE_OF.relative}, ${global}% ${SCORE_OF.global}`;
}

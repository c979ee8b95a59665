/** What a site is expected to keep: the surfaces that it has on the day when a team begins to use the gate. */
import type { CheckId } from '../definitions/index.ts';
import type { StoredScorecard } from '../scorecard/stored.ts';
import type { Config } from './config.ts';

/** The checks that say that a surface is there. How good each is the baseline keeps. */
const SURFACES: readonly CheckId[] = [
  'robots',
  'sitemap',
  'llms-txt',
  'accept-markdown',
  'openapi',
  'api-catalog',
  'mcp-initialize',
  'mcp-server-discover',
  'mcp-tools-list',
  'mcp-modern-tools-list',
  'well-known-mcp-card',
  'webmcp',
  'oauth-discovery',
  'ai-catalog',
  'a2a-agent-card',
  'agent-skills',
  'security-txt',
];

/** Thresholds are a multiple of this below the scores: a page that changes must not fail a build by one percent. */
const STEP = 5;

/** A part of the configuration. */
export interface Expected {
  readonly assertions: NonNullable<Config['assertions']>;
  readonly thresholds: NonNullable<Config['thresholds']>;
  readonly assistants?: Config['assistants'];
}

/** What the configuration asks for, so that what the scorecard found stays. */
export function expectedOf({ score, results, assistants_kept_out: keptOut }: StoredScorecard): Expected {
  const passing = new Set(results.filter(({ status }) => status === 'pass').map(({ id }) => id));
  const least = (value: number) => Math.floor(value / STEP) * STEP;
  return {
    assertions: Object.fromEntries(SURFACES.filter((id) => passing.has(id)).map((id) => [id, 'pass'])),
    thresholds: { relative: least(score.relative), global: least(score.global) },
    ...(passing.has('robots') && keptOut === undefined ? { assistants: 'allowed' as const } : {}),
  };
}

/** The points of checks. */
import { definitions } from './index.ts';
import type { Keyword } from './vocabulary.ts';

/** The points of each level; `src/audit/scorecard/score.ts` says how statuses earn them. */
export const POINTS: Readonly<Record<Keyword, number>> = { must: 5, should: 3, may: 1 };

export const ALL_POINTS = definitions.reduce((sum, { keyword }) => sum + POINTS[keyword], 0);

/** The points that checks can earn. */
import { definitions } from './index.ts';
import type { Keyword } from './vocabulary.ts';

/** The maximum points of a check by level. `src/audit/scorecard/score.ts` defines how statuses earn them. */
export const POINTS: Readonly<Record<Keyword, number>> = { must: 5, should: 3, may: 1 };

export const ALL_POINTS = definitions.reduce((sum, { keyword }) => sum + POINTS[keyword], 0);

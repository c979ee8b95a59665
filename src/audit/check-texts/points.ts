import { definitions } from './index.ts';
import type { Keyword } from './vocabulary.ts';

/** The maximum points of a check, by keyword. `src/audit/scorecard/score.ts` defines how many of them a status earns. */
export const POINTS: Readonly<Record<Keyword, number>> = { must: 5, should: 3, may: 1 };

export const ALL_POINTS = definitions.reduce((sum, { keyword }) => sum + POINTS[keyword], 0);

/** Options of `audit`: what a scorecard is held to. */
import { number } from '../settings.ts';

export const GATE = {
  failUnder: number({
    flags: '--fail-under <score>',
    env: 'AUDIT_FAIL_UNDER',
    config: 'thresholds.relative',
    description: 'exit with 1 if the relative score is lower than this',
    fallback: undefined,
    shown: 'off',
    min: 0,
    max: 100,
    unit: 'percent',
  }),
} as const;

/** Options of `audit`: what a scorecard must meet. */
import { FAIL_ON } from '../../gate/vocabulary.ts';
import { flag, members, number, text } from '../settings.ts';

export const GATE = {
  failOn: members({
    flags: '--fail-on <reasons>',
    config: 'failOn',
    description:
      'what exits with 1: a check that is broken, one that is worse than in the baseline, or what is below a threshold or an assertion; separated by commas',
    choices: FAIL_ON,
    shown: 'below and worse, where something is configured for them',
  }),
  failUnder: number({
    flags: '--fail-under <score>',
    config: 'thresholds.relative',
    description: 'exit with 1 if the score of what applies is lower than this',
    shown: 'off',
    min: 0,
    max: 100,
    unit: 'percent',
  }),
  baseline: text({
    flags: '--baseline <file>',
    config: 'baseline',
    path: true,
    description:
      'an earlier scorecard (JSON), or the file that --update-baseline writes: says what is better and worse, and fails only on what is worse',
    shown: 'none',
  }),
  updateBaseline: flag({
    flags: '--update-baseline',
    description: 'write the baseline as the site is found now, new failures included',
  }),
  tightenBaseline: flag({
    flags: '--tighten-baseline',
    description: 'take what is fixed out of the baseline, and add nothing to it',
  }),
} as const;

/** Options of `audit`: what is audited. */
import { SITE_TYPES } from '../../definitions/vocabulary.ts';
import { MOST_AT_ONCE } from '../../limits.ts';
import { choice, listSetting, number } from '../settings.ts';

export const SCOPE = {
  siteType: choice({
    flags: '--site-type <type>',
    config: 'siteType',
    description: 'what kind of site it is; checks that do not fit it become n_a',
    choices: SITE_TYPES,
    shown: 'detected automatically',
  }),
  only: listSetting({
    flags: '--only <checks>',
    config: 'only',
    description: 'run only these checks or categories; ids, separated by commas, repeatable',
    shown: 'all',
  }),
  skip: listSetting({
    flags: '--skip <checks>',
    config: 'skip',
    description: 'leave out these checks or categories; they become “skip”',
    shown: 'none',
  }),
  jobs: number({
    flags: '--jobs <n>',
    config: 'jobs',
    description: 'of several sites, audit so many at a time; those of one domain come one after the other',
    fallback: 2,
    min: 1,
    max: MOST_AT_ONCE,
    unit: 'audits',
    whole: true,
  }),
} as const;

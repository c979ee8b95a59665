/** Options of `audit`: what is audited. */
import { SITE_TYPES } from '../../definitions/vocabulary.ts';
import { choice, listSetting } from '../settings.ts';

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
} as const;

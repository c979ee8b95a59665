/** Options of `audit`: what is audited. */
import { SITE_TYPES } from '../../catalogue/vocabulary.ts';
import { choice, list } from '../settings.ts';

export const SCOPE = {
  siteType: choice({
    flags: '--site-type <type>',
    env: 'AUDIT_SITE_TYPE',
    config: 'siteType',
    description: 'what kind of site it is; checks that do not fit it become n_a',
    choices: SITE_TYPES,
    fallback: undefined,
    shown: 'detected automatically',
  }),
  only: list({
    flags: '--only <checks>',
    env: 'AUDIT_ONLY',
    config: 'only',
    description: 'run only these checks or categories; ids, separated by commas, repeatable',
    shown: 'all',
  }),
  skip: list({
    flags: '--skip <checks>',
    env: 'AUDIT_SKIP',
    config: 'skip',
    description: 'leave out these checks or categories; they become “skip”',
    shown: 'none',
  }),
} as const;

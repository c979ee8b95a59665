/** The processes that audit for a program that audits now and then: one is kept for the next audit. */
import { MOST_AT_ONCE } from '../limits.ts';
import { Auditors } from './auditors.ts';

export const sharedAuditors = new Auditors({ kept: 1, most: MOST_AT_ONCE });

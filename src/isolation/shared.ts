/** The processes that audit for a program that audits now and then: one is kept for the next audit. */
import { Auditors } from './auditors.ts';

/** More at the same time would take more memory than a small machine has. */
const MOST = 6;

export const sharedAuditors = new Auditors({ kept: 1, most: MOST });

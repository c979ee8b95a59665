/** The processes that audit for a program that audits now and then: one is kept for the next audit. */
import { Auditors } from './auditors.ts';

export const sharedAuditors = new Auditors({ kept: 1 });

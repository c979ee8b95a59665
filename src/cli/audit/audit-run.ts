/** The settings of `audit`, read. */
import type { AUDIT } from '../options.ts';
import type { Run } from '../run.ts';

export type AuditRun = Run<typeof AUDIT>;

/** Authorization documents. */
import type { Probes } from './probe.ts';

export type AuthEvidence = {};

export const authProbes = {} as Probes<AuthEvidence>;

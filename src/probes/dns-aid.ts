/** DNS-AID records. */
import type { Probes } from './probe.ts';

export type DnsAidEvidence = {};

export const dnsAidProbes = {} as Probes<DnsAidEvidence>;

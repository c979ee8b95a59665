/** The API surface: error answers, rate limits, api-catalog, schemas. */
import type { Probes } from './probe.ts';

export type ApiEvidence = {};

export const apiProbes = {} as Probes<ApiEvidence>;

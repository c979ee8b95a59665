/** Authorization and discovery documents for agents. */
import type { Check } from './check.ts';

export const agentDiscoveryAuthChecks: readonly Check[] = [];

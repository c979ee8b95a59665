/** web-bot-auth and security.txt. */
import type { Probes } from './probe.ts';

export type BotPolicyEvidence = {};

export const botPolicyProbes = {} as Probes<BotPolicyEvidence>;

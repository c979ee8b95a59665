/** Are the rules for AI crawlers clear, and does the site keep to them? */
import type { Check } from './check.ts';

export const botCrawlPolicyChecks: readonly Check[] = [];

/** What the HTML says without JavaScript. */
import type { Check } from './check.ts';

export const htmlChecks: readonly Check[] = [];

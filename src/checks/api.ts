/** Can an agent call the site? */
import type { Check } from './check.ts';

export const apiChecks: readonly Check[] = [];

/** llms.txt and its companions: an index of the site for language models. */
import type { Check } from './check.ts';

export const llmsChecks: readonly Check[] = [];

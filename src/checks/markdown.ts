/** The root page as Markdown, for those who ask for it. */
import type { Check } from './check.ts';

export const markdownChecks: readonly Check[] = [];

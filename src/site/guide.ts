/** Text and data for the guides, which explain how to pass a check. Each guide has a page of its own. */
import type { Definition } from '../audit/check-texts/definition.ts';
import { KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { npxCommand, verifyOptions } from '../base/npx.ts';
import type { CatalogView } from '../catalog/catalog.ts';
import { passRate } from '../catalog/rate.ts';
import type { StackText } from '../fix/texts.ts';

/** The headings of every guide in `content/checks`, in order. */
export const GUIDE_SECTIONS = [
  'Why it matters to an agent',
  'How the check decides',
  'Common mistakes',
  'How to verify it',
] as const;

/** The heading of the section that pages insert after a guide's first section. Its text is in `content/changes`. */
export const FIX_SECTION = 'How to fix it';

/** A note in each guide about the verdicts that have different names on pages and in data. */
const WORDS_NOTE =
  'Pages show these verdicts in capitals, with two names of their own: MISSING is `absent`, and N/A is `n_a`.';

/** Inserts the section `FIX_SECTION` and the note `WORDS_NOTE` into a guide. */
export function wholeGuide(text: string, howToFix: string): string {
  const [, decides, mistakes] = GUIDE_SECTIONS.map((name) => `## ${name}\n`);
  return text
    .replace(`${decides}`, () => `## ${FIX_SECTION}\n\n${howToFix}\n\n${decides}`)
    .replace(`${mistakes}`, () => `${WORDS_NOTE}\n\n${mistakes}`);
}

export const STACKS_TITLE = 'Configurations';
export const STACKS_LEAD =
  'For sites that are configured rather than programmed: what does the job already, and one whole configuration for the rest.';

export function stackTitle({ name }: Pick<StackText, 'name'>): string {
  return `${name}: the whole configuration`;
}

export function triedText(tried: string): string {
  return `Tried: ${tried}.`;
}

/** The maximum number of sites named as examples. */
const NAMED = 6;

/** Returns the share of sites that pass a check, with examples of sites that pass it and of sites that implement it wrongly. */
export function checkInCatalog(id: string, { listed, figures }: CatalogView) {
  const judged = listed.map(({ target, scored }) => ({
    target,
    // A site without a result for the check counts as `skip`, which is neither a pass nor a failure.
    status: scored.results.find((result) => result.id === id)?.status ?? 'skip',
  }));
  const named = (statuses: readonly string[]) =>
    judged
      .filter(({ status }) => statuses.includes(status))
      .slice(0, NAMED)
      .map(({ target }) => target);
  return {
    rate: passRate(figures, id),
    passing: named(['pass']),
    broken: named(['broken', 'noncompliant']),
  };
}

/** Returns the prompt for a coding agent. Its links and commands use the catalog at `origin`. */
export function guidePrompt({ id, label, keyword, goal, fix }: Definition, origin: string): string {
  return [
    `Make this site pass the agent-readiness check "${label}" (${id}, ${KEYWORD_WORDS[keyword]}).`,
    `Goal: ${goal}`,
    `Fix: ${fix}`,
    `Guide: ${origin}/fix/${id}.md`,
    `Afterwards verify it with: ${npxCommand(origin)} <the site> ${verifyOptions(id)}`,
  ].join('\n');
}

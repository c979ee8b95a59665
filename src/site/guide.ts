/** What the page of a guide says beside its text: how the catalog does, and a prompt for a coding agent. */
import type { Definition } from '../audit/check-texts/definition.ts';
import { KEYWORD_WORDS } from '../audit/scorecard/words.ts';
import { npxCommand, verifyOptions } from '../base/npx.ts';
import type { Listed } from '../catalog/listed.ts';
import { passRate } from '../catalog/rate.ts';
import type { StackText } from '../fix/texts.ts';

/** The sections of every guide in `content/checks`, in order. */
export const GUIDE_SECTIONS = [
  'Why it matters to an agent',
  'How the check decides',
  'Common mistakes',
  'How to verify it',
] as const;

/** The section that a page adds after the first one: what must be seen on the wire, from `content/changes`. */
export const FIX_SECTION = 'How to fix it';

/** Where the words of verdicts differ between pages and data: said once in each guide. */
const WORDS_NOTE =
  'Pages show these verdicts in capitals, with two names of their own: MISSING is `absent`, and N/A is `n_a`.';

/**
 * Returns the text of a guide with the section on how to fix its check.
 *
 * @param text Markdown with the sections of a guide
 * @param howToFix Markdown
 */
export function wholeGuide(text: string, howToFix: string): string {
  const [, decides, mistakes] = GUIDE_SECTIONS.map((name) => `## ${name}\n`);
  return text
    .replace(`${decides}`, () => `## ${FIX_SECTION}\n\n${howToFix}\n\n${decides}`)
    .replace(`${mistakes}`, () => `${WORDS_NOTE}\n\n${mistakes}`);
}

export const STACKS_TITLE = 'Configurations';
export const STACKS_LEAD =
  'For sites that are configured rather than programmed: what does the job already, and one whole configuration for the rest.';

/** The title of a stack's page. */
export function stackTitle({ name }: Pick<StackText, 'name'>): string {
  return `${name}: the whole configuration`;
}

/** What a stack's configuration was run with. */
export function triedText(tried: string): string {
  return `Tried: ${tried}.`;
}

/** So many sites are named for what they do. */
const NAMED = 6;

/** How the sites of the catalog do in a check, and the best of those that pass, and of those that have it, but not right. */
export function checkInCatalog(id: string, listed: readonly Listed[]) {
  const judged = listed.map(({ target, scored }) => ({
    target,
    // `skip`, which counts for nothing, where the check was not judged then.
    status: scored.results.find((result) => result.id === id)?.status ?? 'skip',
  }));
  const named = (statuses: readonly string[]) =>
    judged
      .filter(({ status }) => statuses.includes(status))
      .slice(0, NAMED)
      .map(({ target }) => target);
  return {
    rate: passRate(listed, id),
    passing: named(['pass']),
    broken: named(['broken', 'noncompliant']),
  };
}

/** What a coding agent is told, at the catalog with this origin. */
export function guidePrompt({ id, label, keyword, goal, fix }: Definition, origin: string): string {
  return [
    `Make this site pass the agent-readiness check "${label}" (${id}, ${KEYWORD_WORDS[keyword]}).`,
    `Goal: ${goal}`,
    `Fix: ${fix}`,
    `Guide: ${origin}/fix/${id}.md`,
    `Afterwards verify it with: ${npxCommand(origin)} <the site> ${verifyOptions(id)}`,
  ].join('\n');
}

/** What pages and documents say of the standard for programs: how many requirements it has, and what follows what. */
import { PRINCIPLES_IN_WORDS } from '../catalogue/counts.ts';
import { catalogue } from '../catalogue/index.ts';
import { PRINCIPLES, type Principle } from '../catalogue/vocabulary.ts';
import { SPEC_VERSION } from '../versions.ts';
import type { PrincipleText, Requirement } from './texts.ts';
import { plural } from './words.ts';

/** How many requirements there are of each level. */
export function requirementCounts(
  principles: readonly PrincipleText[],
): Readonly<Record<Requirement['level'] | 'all', number>> {
  const levels = principles.flatMap(({ requirements }) => requirements.map(({ level }) => level));
  const count = (wanted: Requirement['level']) => levels.filter((level) => level === wanted).length;
  return { all: levels.length, must: count('must'), should: count('should'), may: count('may') };
}

/** The checks of sites that follow a principle. */
export function checksOfPrinciple(id: Principle) {
  return catalogue.filter(({ principle }) => principle === id);
}

/** What the page of all principles begins with. */
export const PRINCIPLES_LEAD = `What agents need of a program that they drive. Each principle has requirements with stable ids; the checks of sites follow the same ${PRINCIPLES_IN_WORDS}.`;

/** What the checks of a principle stand under. */
export const FOLLOWING = 'Checks of sites that follow it';

/** `7 requirements · 4 checks of sites` */
export function principleCounts(id: Principle, requirements: readonly Requirement[]): string {
  const checks = checksOfPrinciple(id).length;
  const own = plural(requirements.length, 'requirement');
  return checks === 0 ? own : `${own} · ${plural(checks, 'check')} of sites`;
}

/** The principles before and after one, where there are such. */
export function neighboursOf(id: Principle): {
  readonly before: Principle | undefined;
  readonly after: Principle | undefined;
} {
  const at = PRINCIPLES.indexOf(id);
  return { before: PRINCIPLES[at - 1], after: PRINCIPLES[at + 1] };
}

/** `/spec.json`: principles with their requirements, without the prose around them. */
export function specDocument(principles: readonly PrincipleText[], origin: string) {
  return {
    spec_version: SPEC_VERSION,
    url: `${origin}/spec`,
    principles: principles.map(({ id, name, summary, requirements }) => ({
      id,
      name,
      url: `${origin}/principles/${id.toLowerCase()}`,
      summary,
      requirements: requirements.map(({ text, ...requirement }) => ({
        ...requirement,
        url: `${origin}/spec#${requirement.id}`,
        text,
      })),
    })),
  };
}

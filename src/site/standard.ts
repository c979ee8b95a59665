import { definitions } from '../audit/check-texts/index.ts';
import { PRINCIPLES, type Principle } from '../audit/check-texts/vocabulary.ts';
import { plural } from '../base/text.ts';
import { SPEC_VERSION } from '../base/versions.ts';
import type { PrincipleText, Requirement } from '../fix/texts.ts';

export function requirementCounts(
  principles: readonly PrincipleText[],
): Readonly<Record<Requirement['level'] | 'all', number>> {
  const levels = principles.flatMap(({ requirements }) => requirements.map(({ level }) => level));
  const count = (wanted: Requirement['level']) => levels.filter((level) => level === wanted).length;
  return { all: levels.length, must: count('must'), should: count('should'), may: count('may') };
}

export function checksOfPrinciple(id: Principle) {
  return definitions.filter(({ principle }) => principle === id);
}

export const PRINCIPLES_LEAD =
  'Each principle says what agents need of a web site, which the checks test, and of a command-line program, which the CLI standard requires.';

/** The headings of the two parts of a principle's page. The checks test only the requirements of the first part. */
export const OF_WEB_SITES = 'For web sites';
export const OF_PROGRAMS = 'For command-line programs';

/** Returns text such as `24 checks` or `no check`. */
export function checkCount(id: Principle): string {
  const { length } = checksOfPrinciple(id);
  return length === 0 ? 'no check' : plural(length, 'check');
}

export function neighborsOf(id: Principle) {
  const at = PRINCIPLES.indexOf(id);
  return { before: PRINCIPLES[at - 1], after: PRINCIPLES[at + 1] };
}

/** Returns the CLI standard as data, without the prose around the requirements. */
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

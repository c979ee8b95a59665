/** What the HTML of the root page says about the site. */

import type { Facts } from '../evidence/facts.ts';
import { parseJsonLd } from '../parse/json-ld.ts';
import { parseMediaType } from '../parse/media-type.ts';
import { absent, because, broken, check, noncompliant, pass, type Verdict, whereFound } from './check.ts';

/** A description that says something has this many characters or more. */
const MIN_DESCRIPTION = 30;

export const htmlChecks = [
  check('root-meta-description', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value: { title, description }, evidence }) => {
        if (description === undefined) return absent(evidence, 'no meta description');
        const { length } = Array.from(description);
        if (length < MIN_DESCRIPTION) {
          return because(
            noncompliant(evidence, `the description has ${length} characters, fewer than ${MIN_DESCRIPTION}`),
            `The meta description of the home page is too short to say anything, at ${length} characters.`,
          );
        }
        return title !== undefined && essence(description) === essence(title)
          ? because(
              noncompliant(evidence, 'the description is the title again'),
              'The meta description of the home page only repeats its title.',
            )
          : pass(evidence, `a description of ${length} characters`);
      }),
  }),

  check('schema-org-jsonld', {
    needs: ['rootHtml'],
    evaluate: ({ rootHtml }) =>
      whereFound(rootHtml, ({ value, evidence }) =>
        judgeJsonLd(
          value.scripts.filter(({ type }) => isJsonLd(type)).map(({ text }) => text),
          evidence,
        ),
      ),
  }),
];

/** A text as it reads, without the differences that a reader does not see. */
function essence(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}

function isJsonLd(type: string | undefined): boolean {
  return parseMediaType(type)?.essence === 'application/ld+json';
}

/** One script that parses and names schema.org is enough; an empty one is not counted. */
function judgeJsonLd(texts: readonly string[], evidence: Facts): Verdict {
  const read = texts.filter((text) => text.trim() !== '').map(parseJsonLd);
  const faults = read.filter((parsed) => !parsed.ok);
  if (read.some((parsed) => parsed.ok && parsed.value.schemaOrg)) {
    const detail = faults.length === 0 ? '' : `; ${faults.length} of ${read.length} scripts cannot be parsed`;
    return pass(evidence, `JSON-LD in the vocabulary of schema.org${detail}`);
  }
  const fault = faults[0];
  if (fault !== undefined) return broken(evidence, `JSON-LD script: ${fault.why}`);
  const detail = read.length === 0 ? 'no JSON-LD script' : 'JSON-LD whose @context does not name schema.org';
  return absent(evidence, detail);
}

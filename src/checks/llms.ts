/** llms.txt and its companions: an index of the site for language models. */

import { type Facts, listing } from '../evidence/facts.ts';
import type { LinkOutcome, LlmsLinks } from '../evidence/llms.ts';
import type { LlmsTxt } from '../parse/llms-txt.ts';
import {
  absent,
  because,
  broken,
  type Check,
  check,
  couldNotSee,
  judge,
  noncompliant,
  notApplicable,
  notReached,
  pass,
  unclear,
  type Verdict,
  whereFound,
} from './check.ts';

/** Headings that tell an agent what the site is for and how to work with it. */
const WHEN_TO_USE = [
  /\bwhen (not )?to (use|choose|pick|reach for|call)\b/,
  /\bwhen (should|can|do) (i|we|you|an? \w+|agents?) use\b/,
  /\bprogrammatic(ally)? (access|use|usage)\b/,
  /^for (\w+ ){0,2}(agents?|ai|llms?|assistants?|(language )?models)$/,
  /\b(access|endpoints|entry points|guidance|guidelines|information|instructions|interfaces|notes|use|usage) (for|by) (\w+ ){0,2}(agents?|ai|llms?|assistants?|(language )?models)$/,
  /^(\w+ )?(agent|ai|llm|assistant) (access|guidance|guidelines|instructions|notes|usage)$/,
];

export const llmsChecks: readonly Check[] = [
  check('llms-txt', {
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) => judge(llmsTxt),
  }),

  check('llms-txt-format', {
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) =>
      whereFound(llmsTxt, ({ value, evidence }) => {
        const missing = missingParts(value);
        return missing.length === 0
          ? pass(evidence, 'H1, summary and index')
          : because(
              noncompliant(evidence, `without ${missing.map(({ part }) => part).join(', ')}`),
              lacks(missing),
            );
      }),
  }),

  check('llms-txt-when-to-use', {
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) =>
      whereFound(llmsTxt, ({ value, evidence }) => {
        const heading = value.headings.find(saysWhenToUse);
        return heading === undefined
          ? absent(evidence, `none of its headings (${value.headings.length}) is such as "When to use"`)
          : pass(evidence, `heading "${heading}"`);
      }),
  }),

  check('llms-txt-links', {
    needs: ['llmsLinks'],
    evaluate: ({ llmsLinks }) =>
      whereFound(llmsLinks, ({ value, evidence }) => linksVerdict(value, evidence)),
  }),

  check('llms-full-txt', {
    needs: [],
    uses: ['llmsTxt', 'llmsFullTxt'],
    evaluate({ llmsTxt, llmsFullTxt }, { siteType }) {
      if (siteType !== 'content') {
        if (llmsTxt.state === 'unseen') return couldNotSee(llmsTxt);
        if (llmsTxt.state !== 'found') return notApplicable(llmsTxt.evidence);
      }
      return llmsFullTxt.state === 'unseen' ? couldNotSee(llmsFullTxt) : judge(llmsFullTxt);
    },
  }),

  check('llms-txt-scoped', {
    needs: ['llmsTxt', 'llmsTxtScoped'],
    evaluate: ({ llmsTxt, llmsTxtScoped }) => whereFound(llmsTxt, () => judge(llmsTxtScoped)),
  }),

  check('llms-full-txt-scoped', {
    needs: ['llmsFullTxt', 'llmsFullTxtScoped'],
    evaluate: ({ llmsFullTxt, llmsFullTxtScoped }) => whereFound(llmsFullTxt, () => judge(llmsFullTxtScoped)),
  }),
];

/** What llms.txt lacks, for the evidence and for its owner. */
interface MissingPart {
  readonly part: string;
  readonly plainly: string;
}

function missingParts({ title, summary, hasIndex }: LlmsTxt): MissingPart[] {
  return [
    ...(title === undefined
      ? [{ part: 'an H1 as its first heading', plainly: 'a title as its first heading' }]
      : []),
    ...(summary === undefined
      ? [
          {
            part: 'a summary (a blockquote or paragraph before the first H2)',
            plainly: 'a summary before its first section',
          },
        ]
      : []),
    ...(hasIndex ? [] : [{ part: 'an index (a Markdown link in a list)', plainly: 'a list of links' }]),
  ];
}

function lacks(missing: readonly MissingPart[]): string {
  return `llms.txt lacks ${missing.map(({ plainly }) => plainly).join(' and ')}.`;
}

function saysWhenToUse(heading: string): boolean {
  const words = heading
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return WHEN_TO_USE.some((pattern) => pattern.test(words));
}

/** One dead link breaks the check; one that could not be seen does not, as long as another one was. */
function linksVerdict({ total, outcomes }: LlmsLinks, evidence: Facts): Verdict {
  if (outcomes.length === 0) return notApplicable(evidence, 'it has no links');
  const of = (state: LinkOutcome['state']) => outcomes.filter((outcome) => outcome.state === state);
  const list = (text: string, links: readonly LinkOutcome[]) =>
    listing(
      text,
      links.flatMap((link) => link.evidence),
    );
  const [dead, cut, unjudged, resolving] = [of('dead'), of('aborted'), of('unclear'), of('resolves')];
  const asked = `${outcomes.length} of ${total} links asked`;
  if (dead.length > 0) {
    const verdict = broken(evidence, list(`${asked}, ${dead.length} do not resolve:`, dead));
    const what = outcomes.length === total ? `the ${total}` : `${outcomes.length} tried`;
    return because(
      verdict,
      `${dead.length} of ${what} ${total === 1 ? 'link' : 'links'} in llms.txt ${dead.length === 1 ? 'leads' : 'lead'} nowhere.`,
    );
  }
  if (cut.length > 0) return notReached(evidence, list('', cut));
  if (resolving.length === 0) {
    return unclear(evidence, list('no link could be judged:', unjudged));
  }
  const rest = unjudged.length === 0 ? [] : [list('not judged:', unjudged)];
  return pass(evidence, `${asked}, ${resolving.length} resolve`, ...rest);
}

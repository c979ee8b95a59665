import { LONGER_THAN_READ } from '../../base/parsed.ts';
import { plain, plural } from '../../base/text.ts';
import { type Facts, factsList } from '../evidence/facts.ts';
import { type LinkOutcome, type LlmsLinks, type MarkdownFile, ofRightType } from '../evidence/llms.ts';
import { cannotJudge, type Found, type Surface } from '../evidence/surface.ts';
import { speaksToAgents } from '../parse/agent-heading.ts';
import type { LlmsLink, LlmsTxt } from '../parse/llms-txt.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  notReached,
  pass,
  unclear,
  type Verdict,
  verdictOn,
  whereFound,
} from './check.ts';

export const llmsChecks: readonly Check[] = [
  check('llms-txt', {
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) => fileVerdict(llmsTxt, 'llms.txt is empty.'),
  }),

  check('llms-txt-format', {
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) =>
      whereAllRead(ofRightType(llmsTxt), ({ value, evidence }) => {
        const missing = missingParts(value);
        return missing.length === 0
          ? pass(evidence, 'H1, summary and index')
          : because(
              noncompliant(
                evidence,
                `without ${missing.map(({ part }) => part).join(', ')}`,
                ...(missing.includes(NAMES) ? rewritten(value.links) : []),
              ),
              lacks(missing),
            );
      }),
  }),

  check('llms-txt-when-to-use', {
    needs: ['llmsTxt'],
    evaluate: ({ llmsTxt }) =>
      whereAllRead(ofRightType(llmsTxt), ({ value, evidence }) => {
        const heading = value.headings.find(speaksToAgents);
        return heading === undefined
          ? absent(evidence, `${plural(value.headings.length, 'heading')}, none such as "When to use"`)
          : pass(evidence, `heading "${heading}"`);
      }),
  }),

  check('llms-txt-links', {
    needs: ['llmsLinks'],
    evaluate: ({ llmsLinks }) =>
      whereAllRead(llmsLinks, ({ value, evidence }) => linksVerdict(value, evidence)),
  }),

  check('llms-full-txt', {
    needs: [],
    uses: ['llmsTxt', 'llmsFullTxt'],
    evaluate({ llmsTxt, llmsFullTxt }, { siteType }) {
      if (siteType !== 'content') {
        if (llmsTxt.state === 'inconclusive') return couldNotSee(llmsTxt);
        if (ofRightType(llmsTxt).state !== 'found') return notApplicable(llmsTxt.evidence);
      }
      return llmsFullTxt.state === 'inconclusive' ? couldNotSee(llmsFullTxt) : fileVerdict(llmsFullTxt);
    },
  }),

  check('llms-txt-scoped', {
    needs: ['llmsTxt', 'llmsTxtScoped'],
    evaluate: ({ llmsTxt, llmsTxtScoped }) =>
      whereFound(ofRightType(llmsTxt), () => verdictOn(llmsTxtScoped)),
  }),

  check('llms-full-txt-scoped', {
    needs: ['llmsFullTxt', 'llmsFullTxtScoped'],
    evaluate: ({ llmsFullTxt, llmsFullTxtScoped }) =>
      whereFound(ofRightType(llmsFullTxt), () => verdictOn(llmsFullTxtScoped)),
  }),
];

function fileVerdict(file: Conclusive<Surface<MarkdownFile>>, whenEmpty?: string): Verdict {
  return verdictOn(
    file,
    ({ value, evidence }) => (value.wrongType === undefined ? pass(evidence) : noncompliant(evidence)),
    whenEmpty,
  );
}

/** Judges a file. If something is missing in a truncated file, the result is inconclusive: the unread rest may contain it. */
function whereAllRead<T>(surface: Conclusive<Surface<T>>, onFound: (found: Found<T>) => Verdict): Verdict {
  return whereFound(surface, (found) => {
    const verdict = onFound(found);
    const isMissing = ['absent', 'noncompliant', 'n_a'].includes(verdict.status);
    return isMissing && found.answer.truncated
      ? couldNotSee(cannotJudge(found.answer, LONGER_THAN_READ))
      : verdict;
  });
}

/** A missing part of llms.txt, described for the evidence (`part`) and for the owner (`plainly`). */
interface MissingPart {
  readonly part: string;
  readonly plainly: string;
}

const INDEX: MissingPart = { part: 'an index (a Markdown link in a list)', plainly: 'a list of links' };
const NAMES: MissingPart = {
  part: 'names in its index (bare URLs instead of `[name](url)`)',
  plainly: 'names for the URLs in its lists',
};

function missingParts({ title, summary, hasIndex, hasBareUrls }: LlmsTxt): MissingPart[] {
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
    ...(hasIndex ? [] : [hasBareUrls ? NAMES : INDEX]),
  ];
}

/** Returns an example of the fix: the first bare URL that has a name, rewritten as a Markdown link. */
function rewritten(links: readonly LlmsLink[]): string[] {
  const line = links.find(
    ({ text, url, bare }) => bare === true && text !== url && !/^(?:https?:\/\/|www\.)/i.test(text),
  );
  if (line === undefined) return [];
  return [`write \`- [${plain(line.text.replace(/[[\]`]/g, ''), 80)}](${plain(line.url, 200)})\``];
}

function lacks(missing: readonly MissingPart[]): string {
  return `llms.txt is missing ${missing.map(({ plainly }) => plainly).join(' and ')}.`;
}

/** Judges the links. A single dead link makes the check `broken`. An `unclear` link matters only if no link resolves. */
function linksVerdict({ total, outcomes }: LlmsLinks, evidence: Facts): Verdict {
  if (outcomes.length === 0) return notApplicable(evidence, 'no links');
  const of = (state: LinkOutcome['state']) => outcomes.filter((outcome) => outcome.state === state);
  const list = (text: string, links: readonly LinkOutcome[]) =>
    factsList(
      text,
      links.flatMap((link) => link.evidence),
    );
  const [dead, cut, unjudged, resolving] = [of('dead'), of('aborted'), of('unclear'), of('resolves')];
  const counted = `${outcomes.length} of ${total} links requested`;
  if (dead.length > 0) {
    const verdict = broken(
      evidence,
      list(`${counted}, ${dead.length} ${dead.length === 1 ? 'is' : 'are'} dead:`, dead),
    );
    const what = outcomes.length === total ? `the ${total}` : `${outcomes.length} tried`;
    const which = total === 1 ? 'The only link' : `${dead.length} of ${what} links`;
    return because(verdict, `${which} in llms.txt ${dead.length === 1 ? 'is' : 'are'} dead.`);
  }
  if (cut.length > 0) return notReached(evidence, list('', cut));
  if (resolving.length === 0) {
    return unclear(evidence, list('no link could be judged:', unjudged));
  }
  const rest = unjudged.length === 0 ? [] : [list('not judged:', unjudged)];
  return pass(evidence, `${counted}, ${resolving.length} resolve`, ...rest);
}

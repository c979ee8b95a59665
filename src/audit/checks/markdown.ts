/** Checks for the Markdown form of a page: which clients get it, its `Vary` header and its front matter. */

import { parseVary, type Varied } from '../../base/headers.ts';
import { type Facts, says, withDetail } from '../evidence/facts.ts';
import type { MarkdownAlternate } from '../evidence/markdown.ts';
import type { Found, Surface } from '../evidence/surface.ts';
import { parseFrontMatter } from '../parse/front-matter.ts';
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
  pass,
  type Verdict,
  verdictOn,
  whereFound,
} from './check.ts';

const VARIANTS = ['markdownByAccept', 'markdownByPlain', 'markdownForCli', 'markdownForAgent'] as const;

type Variant = (typeof VARIANTS)[number];

const NAMES = { accept: 'Accept', userAgent: 'User-Agent' } as const;

export const markdownChecks: readonly Check[] = [
  check('accept-markdown', {
    needs: ['rootHtml', 'markdownByAccept'],
    evaluate: ({ rootHtml, markdownByAccept }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownByAccept, 'markdownByAccept')),
  }),

  check('markdown-accept-plain', {
    needs: ['rootHtml', 'markdownByPlain'],
    evaluate: ({ rootHtml, markdownByPlain }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownByPlain, 'markdownByPlain')),
  }),

  check('markdown-cli-ua', {
    needs: ['rootHtml', 'markdownForCli'],
    evaluate: ({ rootHtml, markdownForCli }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownForCli, 'markdownForCli')),
  }),

  check('markdown-agent-ua', {
    needs: ['rootHtml', 'markdownForAgent'],
    evaluate: ({ rootHtml, markdownForAgent }) =>
      whereFound(rootHtml, () => judgeAlternate(markdownForAgent, 'markdownForAgent')),
  }),

  check('markdown-vary', {
    needs: ['rootHtml'],
    uses: [...VARIANTS, 'markdownForAuditor'],
    evaluate: ({ rootHtml, markdownForAuditor, ...alternates }) =>
      whereFound(rootHtml, () =>
        withAlternates(alternates, (alternatesFound) => {
          const verdict = judgeVary(alternatesFound, changesBy(alternates, markdownForAuditor));
          const hidden = Object.values(alternates).find(({ state }) => state === 'inconclusive');
          if (verdict.status !== 'pass' || hidden?.state !== 'inconclusive') return verdict;
          // The response that could not be read may depend on a header that the other responses do not list in `Vary`.
          return judgeVary(alternatesFound, ['accept', 'userAgent']).status === 'pass'
            ? verdict
            : couldNotSee(hidden);
        }),
      ),
  }),

  check('markdown-frontmatter', {
    needs: ['rootHtml'],
    uses: [...VARIANTS],
    evaluate: ({ rootHtml, ...alternates }) =>
      whereFound(rootHtml, () => withAlternates(alternates, judgeFrontMatter)),
  }),
];

/** A detail for the evidence of each variant, which says how the variant was requested. */
const REQUESTED_BY = {
  markdownByAccept: { wanted: 'requested with Accept: text/markdown' },
  markdownByPlain: { wanted: 'requested with Accept: text/plain' },
  markdownForCli: { wanted: 'requested as curl' },
  markdownForAgent: { wanted: 'requested as an AI assistant' },
} as const;

function judgeAlternate(
  alternate: Conclusive<Surface<MarkdownAlternate>>,
  variant: keyof typeof REQUESTED_BY,
): Verdict {
  return verdictOn({ ...alternate, evidence: withDetail(alternate.evidence, REQUESTED_BY[variant]) });
}

type Alternates = Readonly<Record<Variant, Surface<MarkdownAlternate>>>;

/** Judges the responses that are Markdown. If none is Markdown and one could not be read, the result is inconclusive. */
function withAlternates(
  alternates: Alternates,
  judgeAlternates: (found: readonly Found<MarkdownAlternate>[]) => Verdict,
): Verdict {
  const surfaces = VARIANTS.map((key) => {
    const alternate = alternates[key];
    return { ...alternate, evidence: withDetail(alternate.evidence, REQUESTED_BY[key]) };
  });
  const alternatesFound = surfaces.filter((surface) => surface.state === 'found');
  if (alternatesFound.length > 0) return judgeAlternates(alternatesFound);
  const hidden = surfaces.find((surface) => surface.state === 'inconclusive');
  return hidden === undefined ? notApplicable(says('no page was returned as Markdown')) : couldNotSee(hidden);
}

/** The request headers that decide whether the response is Markdown; empty if they are unknown. */
type Deciding = readonly (keyof Varied)[];

/**
 * Returns the request headers that decide whether the response is Markdown. `accept`: the auditor got Markdown with its own
 * User-Agent, which sites do not know. `userAgent`: only some of the clients got Markdown.
 */
function changesBy(alternates: Alternates, auditor: Surface<MarkdownAlternate>): Deciding {
  const isAlternate = ({ state }: Surface<MarkdownAlternate>) => state === 'found';
  const clients = [alternates.markdownForCli, alternates.markdownForAgent, auditor];
  const byAccept = [alternates.markdownByAccept, alternates.markdownByPlain, auditor].some(isAlternate);
  const byName =
    clients.some(isAlternate) && clients.some(({ state }) => state === 'absent' || state === 'broken');
  return [...(byAccept ? (['accept'] as const) : []), ...(byName ? (['userAgent'] as const) : [])];
}

/** A response that a cache may keep. `named`: the request headers in its `Vary` that decide whether the response is Markdown. */
interface Varying {
  readonly form: 'redirect' | 'Markdown' | 'HTML';
  readonly named: Deciding;
  readonly evidence: Facts;
}

const words = (some: Deciding, between: string) => some.map((field) => NAMES[field]).join(between);

/** Checks `Vary` on the Markdown, on the redirect to it, and on the HTML, because a cache may keep any of them. */
function judgeVary(alternates: readonly Found<MarkdownAlternate>[], deciding: Deciding): Verdict {
  const fields = deciding.length > 0 ? deciding : (['accept', 'userAgent'] as const);
  const enough = deciding.length > 0 ? deciding.length : 1;
  const namedIn = (vary: string) => fields.filter((field) => parseVary(vary)[field]);
  const read = alternates.flatMap(({ value, evidence }): Varying[] => {
    const { vary, isRedirect, htmlVary } = value;
    const chosen: Varying = { form: isRedirect ? 'redirect' : 'Markdown', named: namedIn(vary), evidence };
    return htmlVary === undefined ? [chosen] : [chosen, { form: 'HTML', named: namedIn(htmlVary), evidence }];
  });
  const ofForm = (form: Varying['form']) => read.filter((one) => one.form === form);
  const inOrder = [...ofForm('redirect'), ...ofForm('Markdown'), ...ofForm('HTML')];
  const short = inOrder.find(({ named }) => named.length < enough);
  if (short === undefined) {
    const [first] = read;
    return pass(first?.evidence ?? [], `Vary names ${words(first?.named ?? [], ' and ')}`);
  }
  const { form, named, evidence } = short;
  const lacking = fields.filter((field) => !named.includes(field));
  const whose = { redirect: 'Vary of the redirect', Markdown: 'Vary', HTML: 'Vary of the HTML at this URL' }[
    form
  ];
  const detail =
    named.length > 0
      ? `${whose} names ${words(named, ' and ')}, not ${words(lacking, ' or ')}`
      : `${whose} does not name ${words(lacking, deciding.length > 0 ? ' and ' : ' or ')}`;
  const isNamedNowhere = read.every((one) => one.named.length === 0);
  if (isNamedNowhere || (form === 'redirect' && named.length === 0))
    return absent(evidence, `${detail}, on which the response depends`);
  if (named.length > 0) return noncompliant(evidence, `${detail}, and the response depends on both`);
  const isHtml = form === 'HTML' || !ofForm('Markdown').some((one) => one.named.length > 0);
  const verdict = noncompliant(
    evidence,
    `${detail}, but that of ${form === 'HTML' ? 'the Markdown' : isHtml ? 'the HTML at this URL' : 'another Markdown response'} does`,
  );
  return isHtml
    ? because(verdict, 'Only one form of the page, HTML or Markdown, has the Vary header.')
    : verdict;
}

/** Judges front matter. One response with valid front matter is enough. Invalid front matter is worse than none at all. */
function judgeFrontMatter(alternates: readonly Found<MarkdownAlternate>[]): Verdict {
  const read = alternates.map((alternate) => ({ alternate, parsed: parseFrontMatter(alternate.value.text) }));
  for (const { alternate, parsed } of read) {
    if (parsed?.ok === true) {
      const keys = Object.keys(parsed.value).slice(0, 8).join(', ');
      return pass(alternate.evidence, `front matter: ${keys}`);
    }
  }
  for (const { alternate, parsed } of read) {
    if (parsed?.ok === false) return broken(alternate.evidence, parsed.why);
  }
  return absent(alternates[0]?.evidence ?? [], 'no front matter');
}

/** The Markdown twin of a page: what its answer carries. */

import type { Found, Surface } from '../evidence/surface.ts';
import { parseFrontMatter } from '../parse/front-matter.ts';
import { parseVary, type Varied } from '../parse/vary.ts';
import type { MarkdownTwin } from '../probes/markdown.ts';
import {
  absent,
  broken,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
  whereFound,
  withDetail,
} from './check.ts';
import { found, htmlPage, missing, timedOut } from './examples.ts';
import { ASKED } from './markdown.ts';

const VARY = {
  label: 'RFC 9110, section 12.5.5: Vary',
  url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-12.5.5',
};
const YAML = { label: 'YAML 1.2.2', url: 'https://yaml.org/spec/1.2.2/' };

const COMMON = { category: 'content-for-agents', principle: 'P2' } as const;
const VARIANTS = ['markdownByAccept', 'markdownByPlain', 'markdownForCli', 'markdownForAgent'] as const;
type Variant = (typeof VARIANTS)[number];

const HTML_AGAIN = { state: 'absent', evidence: 'https://site.example/ -> 200 (text/html)' } as const;
const HTML_AS_MARKDOWN = {
  state: 'broken',
  evidence: 'https://site.example/ -> 200 (text/markdown, but the body is HTML)',
} as const;
/** A twin with this text and this Vary. */
const twin = (text: string, vary = ''): Found<MarkdownTwin> =>
  found({ text, vary: [vary] }, { type: 'text/markdown', text });
/** What the four variants gave; the ones not named gave HTML. */
const variants = (given: Partial<Record<Variant, Surface<MarkdownTwin>>>) => ({
  rootHtml: htmlPage('<h1>Home</h1>'),
  markdownByAccept: HTML_AGAIN,
  markdownByPlain: HTML_AGAIN,
  markdownForCli: HTML_AGAIN,
  markdownForAgent: HTML_AGAIN,
  ...given,
});
/** The same, with what the auditor got under its own name. */
const varying = (given: Parameters<typeof variants>[0], auditor: Surface<MarkdownTwin> = HTML_AGAIN) => ({
  ...variants(given),
  markdownForAuditor: auditor,
});

export const markdownAnswerChecks = [
  check({
    ...COMMON,
    id: 'markdown-vary',
    keyword: 'should',
    label: 'Markdown answers name in Vary what they vary by',
    goal: 'A cache between site and agent never hands Markdown to a browser, nor HTML to an agent.',
    fix: 'Send with every negotiated answer, the Markdown and the HTML alike, a `Vary` that names what the answer changes by: `Vary: Accept` where the Accept header decides, `Vary: Accept, User-Agent` where the client’s name does too.',
    resources: [VARY],
    needs: ['rootHtml'],
    uses: [...VARIANTS, 'markdownForAuditor'],
    evaluate: ({ rootHtml, markdownForAuditor, ...twins }) =>
      whereFound(rootHtml, () =>
        withTwins(twins, (given) => {
          const verdict = judgeVary(given, changesBy(twins, markdownForAuditor));
          const blind = Object.values(twins).find(({ state }) => state === 'unseen');
          if (verdict.status !== 'pass' || blind?.state !== 'unseen') return verdict;
          // An answer that could not be seen may change by the field that these do not name.
          return judgeVary(given, ['accept', 'userAgent']).status === 'pass' ? verdict : couldNotSee(blind);
        }),
      ),
    examples: [
      {
        title: 'Accept, which alone decides',
        given: varying({ markdownByAccept: twin('x', 'Accept') }),
        expect: 'pass',
        evidence: 'Vary names Accept',
      },
      {
        title: 'both, where both decide',
        given: varying({
          markdownByAccept: twin('x', 'Accept, User-Agent'),
          markdownForCli: twin('x', 'User-Agent, Accept'),
        }),
        expect: 'pass',
        evidence: 'Vary names Accept and User-Agent',
      },
      { title: 'anything', given: varying({ markdownByAccept: twin('x', '*') }), expect: 'pass' },
      {
        title: 'Accept, and whether the name decides too could not be seen',
        given: varying({ markdownByAccept: twin('x', 'Accept'), markdownForAgent: timedOut('/') }),
        expect: 'error',
      },
      {
        title: 'one of them, where both decide',
        given: varying({
          markdownByAccept: twin('x', 'accept-encoding, accept'),
          markdownForCli: twin('x', 'accept'),
        }),
        expect: 'noncompliant',
        evidence: 'names Accept, not User-Agent',
      },
      {
        title: 'neither',
        given: varying({ markdownForCli: twin('x', 'Accept-Encoding') }),
        expect: 'absent',
        evidence: 'does not name User-Agent',
      },
      {
        title: 'the other one',
        given: varying({ markdownForCli: twin('x', 'Accept') }),
        expect: 'absent',
      },
      {
        title: 'one answer without it',
        given: varying({ markdownByAccept: twin('x', 'Accept'), markdownByPlain: twin('x', '') }),
        expect: 'noncompliant',
      },
      {
        title: 'whoever does not ask for HTML gets Markdown: the name decides nothing',
        given: varying(
          { markdownForCli: twin('x', 'Accept'), markdownForAgent: twin('x', 'Accept') },
          twin('x', 'Accept'),
        ),
        expect: 'pass',
      },
      {
        title: 'HTML that is called Markdown is none: the name decides',
        given: varying(
          { markdownForCli: twin('x', 'Accept'), markdownForAgent: HTML_AS_MARKDOWN },
          timedOut('/'),
        ),
        expect: 'absent',
      },
      {
        title: 'by which of the two could not be seen',
        given: varying(
          { markdownForCli: twin('x', 'Accept'), markdownForAgent: twin('x', 'User-Agent') },
          timedOut('/'),
        ),
        expect: 'pass',
      },
      { title: 'no Markdown', given: varying({}), expect: 'n_a', reason: 'antecedent-unmet' },
      {
        title: 'a variant could not be seen',
        given: varying({ markdownByAccept: timedOut('/') }),
        expect: 'error',
      },
      { title: 'the root is not HTML', given: { ...varying({}), rootHtml: missing('/') }, expect: 'n_a' },
    ],
  }),

  check({
    ...COMMON,
    id: 'markdown-frontmatter',
    keyword: 'may',
    label: 'Markdown answers begin with front matter',
    goal: 'An agent reads title, description and canonical URL of a page as data, before its text.',
    fix: 'Begin the Markdown with a YAML block between two lines of three hyphens, with keys such as title, description and url.',
    resources: [YAML],
    needs: ['rootHtml'],
    uses: [...VARIANTS],
    evaluate: ({ rootHtml, ...twins }) => whereFound(rootHtml, () => withTwins(twins, judgeFrontMatter)),
    examples: [
      {
        title: 'YAML between hyphens',
        given: variants({ markdownByAccept: twin('---\ntitle: Home\n---\n# Home') }),
        expect: 'pass',
      },
      {
        title: 'none',
        given: variants({ markdownByAccept: twin('# Home') }),
        expect: 'n_a',
        reason: 'optional-absent',
      },
      {
        title: 'never closed',
        given: variants({ markdownByAccept: twin('---\ntitle: Home\n\n# Home') }),
        expect: 'broken',
        evidence: 'not closed',
      },
      {
        title: 'not YAML',
        given: variants({ markdownByAccept: twin('---\ntitle: "Home\n---\n# Home') }),
        expect: 'broken',
        evidence: 'not YAML',
      },
      { title: 'no Markdown', given: variants({}), expect: 'n_a', reason: 'antecedent-unmet' },
      {
        title: 'a variant could not be seen',
        given: variants({ markdownForAgent: timedOut('/') }),
        expect: 'error',
      },
    ],
  }),
];

type Twins = Readonly<Record<Variant, Surface<MarkdownTwin>>>;

/** Judges those of the four variants that gave Markdown; where none did, a variant that could not be seen is the reason. */
function withTwins(twins: Twins, judgeTwins: (found: readonly Found<MarkdownTwin>[]) => Verdict): Verdict {
  const surfaces = VARIANTS.map((key) => {
    const twin = twins[key];
    return { ...twin, evidence: withDetail(twin.evidence, ASKED[key]) };
  });
  const given = surfaces.filter((surface) => surface.state === 'found');
  if (given.length > 0) return judgeTwins(given);
  const blind = surfaces.find((surface) => surface.state === 'unseen');
  return blind === undefined
    ? notApplicable('no request for a page was answered with Markdown')
    : couldNotSee(blind);
}

/** The request fields that answers were seen to change by; none: it is one of them, and which could not be seen. */
type Deciding = readonly (keyof Varied)[];

const NAMES = { accept: 'Accept', userAgent: 'User-Agent' } as const;

/**
 * By Accept, where the auditor got Markdown for another Accept than that of browsers; by User-Agent, where of the clients
 * that accept anything some got Markdown and others did not.
 */
function changesBy(twins: Twins, auditor: Surface<MarkdownTwin>): Deciding {
  const isTwin = ({ state }: Surface<MarkdownTwin>) => state === 'found';
  const clients = [twins.markdownForCli, twins.markdownForAgent, auditor];
  const byAccept = [twins.markdownByAccept, twins.markdownByPlain, auditor].some(isTwin);
  const byName =
    clients.some(isTwin) && clients.some(({ state }) => state === 'absent' || state === 'broken');
  return [...(byAccept ? (['accept'] as const) : []), ...(byName ? (['userAgent'] as const) : [])];
}

/**
 * Every Markdown answer may end up in a cache, so all of them must name what answers change by; and as long as any names
 * some of it, the header is not absent but falls short. Where a redirect led to the Markdown, the better of the two
 * answers counts.
 */
function judgeVary(twins: readonly Found<MarkdownTwin>[], deciding: Deciding): Verdict {
  const fields = deciding.length > 0 ? deciding : (['accept', 'userAgent'] as const);
  const enough = deciding.length > 0 ? deciding.length : 1;
  const read = twins.map((twin) => {
    const named = twin.value.vary
      .map(parseVary)
      .map((varied) => fields.filter((field) => varied[field]))
      .toSorted((a, b) => b.length - a.length)[0];
    return { twin, named: named ?? [] };
  });
  const words = (some: Deciding, between: string) => some.map((field) => NAMES[field]).join(between);
  const short = read.find(({ named }) => named.length < enough);
  if (short === undefined) {
    const [first] = read;
    return pass(withDetail(first?.twin.evidence ?? '', `Vary names ${words(first?.named ?? [], ' and ')}`));
  }
  const { twin, named } = short;
  const lacking = fields.filter((field) => !named.includes(field));
  const detail =
    named.length > 0
      ? `Vary names ${words(named, ' and ')}, not ${words(lacking, ' or ')}`
      : `Vary does not name ${words(lacking, deciding.length > 0 ? ' and ' : ' or ')}`;
  if (read.every((one) => one.named.length === 0)) {
    return absent(withDetail(twin.evidence, `${detail}, by which the answers change`));
  }
  return noncompliant(
    withDetail(
      twin.evidence,
      named.length > 0
        ? `${detail}, and they change by both`
        : `${detail}, though another Markdown answer does`,
    ),
  );
}

/** One answer with front matter is enough; one whose front matter does not work is worse than none. */
function judgeFrontMatter(twins: readonly Found<MarkdownTwin>[]): Verdict {
  const read = twins.map((twin) => ({ twin, parsed: parseFrontMatter(twin.value.text) }));
  for (const { twin, parsed } of read) {
    if (parsed?.ok === true) {
      const keys = Object.keys(parsed.value).slice(0, 8).join(', ');
      return pass(withDetail(twin.evidence, `front matter: ${keys}`));
    }
  }
  for (const { twin, parsed } of read) {
    if (parsed?.ok === false) return broken(withDetail(twin.evidence, parsed.why));
  }
  return absent(withDetail(twins[0]?.evidence ?? '', 'no front matter'));
}

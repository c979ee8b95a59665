/** The Markdown twin of a page: what its answer carries. */

import { says, withDetail } from '../evidence/facts.ts';
import type { MarkdownTwin } from '../evidence/markdown.ts';
import type { Found, Surface } from '../evidence/surface.ts';
import { parseFrontMatter } from '../parse/front-matter.ts';
import { parseVary, type Varied } from '../parse/vary.ts';
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
} from './check.ts';
import { ASKED } from './markdown.ts';

const VARIANTS = ['markdownByAccept', 'markdownByPlain', 'markdownForCli', 'markdownForAgent'] as const;
type Variant = (typeof VARIANTS)[number];

export const markdownAnswerChecks = [
  check('markdown-vary', {
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
  }),

  check('markdown-frontmatter', {
    needs: ['rootHtml'],
    uses: [...VARIANTS],
    evaluate: ({ rootHtml, ...twins }) => whereFound(rootHtml, () => withTwins(twins, judgeFrontMatter)),
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
    ? notApplicable(says('no request for a page was answered with Markdown'))
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
    return pass(first?.twin.evidence ?? [], `Vary names ${words(first?.named ?? [], ' and ')}`);
  }
  const { twin, named } = short;
  const lacking = fields.filter((field) => !named.includes(field));
  const detail =
    named.length > 0
      ? `Vary names ${words(named, ' and ')}, not ${words(lacking, ' or ')}`
      : `Vary does not name ${words(lacking, deciding.length > 0 ? ' and ' : ' or ')}`;
  if (read.every((one) => one.named.length === 0)) {
    return absent(twin.evidence, `${detail}, by which the answers change`);
  }
  return noncompliant(
    twin.evidence,
    named.length > 0
      ? `${detail}, and they change by both`
      : `${detail}, though another Markdown answer does`,
  );
}

/** One answer with front matter is enough; one whose front matter does not work is worse than none. */
function judgeFrontMatter(twins: readonly Found<MarkdownTwin>[]): Verdict {
  const read = twins.map((twin) => ({ twin, parsed: parseFrontMatter(twin.value.text) }));
  for (const { twin, parsed } of read) {
    if (parsed?.ok === true) {
      const keys = Object.keys(parsed.value).slice(0, 8).join(', ');
      return pass(twin.evidence, `front matter: ${keys}`);
    }
  }
  for (const { twin, parsed } of read) {
    if (parsed?.ok === false) return broken(twin.evidence, parsed.why);
  }
  return absent(twins[0]?.evidence ?? [], 'no front matter');
}

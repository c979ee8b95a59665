/** The Markdown twin of the root page: what its answer carries. */

import { parseFrontMatter } from '../parse/front-matter.ts';
import { parseVary, type Varied } from '../parse/vary.ts';
import type { MarkdownTwin } from '../probes/markdown.ts';
import type { Found, Surface } from '../probes/surface.ts';
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

export const markdownAnswerChecks = [
  check({
    ...COMMON,
    id: 'markdown-vary',
    keyword: 'should',
    label: 'Markdown answers vary by Accept and User-Agent',
    goal: 'A cache between site and agent never hands Markdown to a browser, nor HTML to an agent.',
    fix: 'Send `Vary: Accept, User-Agent` with every negotiated answer, the Markdown and the HTML alike.',
    resources: [VARY],
    needs: ['rootHtml'],
    uses: [...VARIANTS],
    evaluate: ({ rootHtml, ...twins }) => whereFound(rootHtml, () => withTwins(twins, judgeVary)),
    examples: [
      {
        title: 'both',
        given: variants({ markdownByAccept: twin('x', 'Accept, User-Agent') }),
        expect: 'pass',
      },
      { title: 'anything', given: variants({ markdownByAccept: twin('x', '*') }), expect: 'pass' },
      {
        title: 'one of them',
        given: variants({ markdownByAccept: twin('x', 'accept-encoding, accept') }),
        expect: 'noncompliant',
        evidence: 'names Accept, not User-Agent',
      },
      {
        title: 'neither',
        given: variants({ markdownForCli: twin('x', 'Accept-Encoding') }),
        expect: 'absent',
      },
      {
        title: 'one answer without it',
        given: variants({
          markdownByAccept: twin('x', 'Accept, User-Agent'),
          markdownForCli: twin('x', ''),
        }),
        expect: 'noncompliant',
      },
      { title: 'no Markdown', given: variants({}), expect: 'n_a', reason: 'antecedent-unmet' },
      {
        title: 'a variant could not be seen',
        given: variants({ markdownByAccept: timedOut('/') }),
        expect: 'error',
      },
      { title: 'the root is not HTML', given: { ...variants({}), rootHtml: missing('/') }, expect: 'n_a' },
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
    ? notApplicable('no request for the root page was answered with Markdown')
    : couldNotSee(blind);
}

/**
 * Every Markdown answer may end up in a cache, so all of them must vary by both; and as long as any says something, the
 * header is not absent but falls short. Where a redirect led to the Markdown, the better of the two answers counts.
 */
function judgeVary(twins: readonly Found<MarkdownTwin>[]): Verdict {
  const read = twins.map((twin) => ({ twin, varied: bestVary(twin.value.vary) }));
  const short = read.find(({ varied }) => namesOf(varied).length < 2);
  if (short === undefined)
    return pass(withDetail(read[0]?.twin.evidence ?? '', 'Vary names Accept and User-Agent'));
  const names = namesOf(short.varied);
  if (names.length === 1) {
    const other = names[0] === 'Accept' ? 'User-Agent' : 'Accept';
    return noncompliant(withDetail(short.twin.evidence, `Vary names ${names[0]}, not ${other}`));
  }
  const detail = 'Vary names neither Accept nor User-Agent';
  const none = read.every(({ varied }) => namesOf(varied).length === 0);
  return none
    ? absent(withDetail(short.twin.evidence, detail))
    : noncompliant(withDetail(short.twin.evidence, `${detail}, though it does on other Markdown answers`));
}

function bestVary(values: readonly string[]): Varied {
  const read = values.map(parseVary);
  const best = read.toSorted((a, b) => namesOf(b).length - namesOf(a).length)[0];
  return best ?? { accept: false, userAgent: false };
}

function namesOf({ accept, userAgent }: Varied): string[] {
  return [accept ? 'Accept' : '', userAgent ? 'User-Agent' : ''].filter((name) => name !== '');
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

/** Judges answers: lists which expectations do not hold, general ones for all answers of a kind included. Pure. */
import { READ_LIMIT } from '../limits.ts';
import { parseMediaType } from '../parse/media-type.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { header, that } from './matchers.ts';
import type { Deployment, DeploymentAnswer, DeploymentProbe, Difference, Expectation } from './probe.ts';

/** What every answer with a body says, whatever it is. */
const EVERY_ANSWER: readonly Expectation[] = [
  header(
    'X-Content-Type-Options',
    'nosniff',
    'Without it a browser may guess another type than the one that is sent, and run as a script what is none.',
  ),
  that(
    'Strict-Transport-Security',
    'Without it the first request of a returning visitor can be led away over HTTP.',
    ({ headers }, { at }) => {
      const value = headers['strict-transport-security'] ?? 'nothing';
      if (!at.startsWith('https:') || /max-age=[1-9]\d{6,}/.test(value)) return undefined;
      return { expected: 'max-age of a month or more', seen: value };
    },
  ),
  that(
    'addresses',
    'The site was built without its address (the variable URL), so that readers and programs are led to a site that is not there.',
    ({ text }, { publishedAs }) =>
      publishedAs !== DEFAULT_BASE_URL && text.includes(new URL(DEFAULT_BASE_URL).host)
        ? { expected: publishedAs, seen: DEFAULT_BASE_URL }
        : undefined,
  ),
];

const STRICT = ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'"];
const STRICT_POLICY = {
  test: (policy: string) => STRICT.every((part) => policy.includes(part)) && !policy.includes("'unsafe-"),
  toString: () => `${STRICT.join(' ')} and nothing unsafe`,
};

const EVERY_PAGE: readonly Expectation[] = [
  header(
    'Content-Security-Policy',
    STRICT_POLICY,
    'The pages quote audited sites; without a strict policy a flaw in escaping would run a stranger’s script.',
  ),
  header('Referrer-Policy', undefined, 'Without it other sites learn which pages a visitor has read.'),
  header(
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Without it a page that opens this one keeps a hold on its window.',
  ),
];

const PACED = 'Programs pace themselves by it.';
/** Of everything that the function answers. */
const EVERY_METERED: readonly Expectation[] = [
  header('RateLimit-Limit', `${READ_LIMIT.calls}`, PACED),
  header('RateLimit-Remaining', /^\d+$/, PACED),
  header('RateLimit-Reset', /^\d+$/, PACED),
  header(
    'Cache-Control',
    /\b(?:private|no-store)\b/,
    'The answer says how this caller stands, which no shared cache may give to another.',
  ),
];

/** What does not hold of an answer. */
export interface Off extends Difference {
  readonly what: string;
  readonly why: string;
}

/** Judges an answer: what does not hold of it, and of how many expectations. */
export function judgeAnswer(
  { expect, metered, bare }: Pick<DeploymentProbe, 'expect' | 'metered' | 'bare'>,
  answer: DeploymentAnswer,
  deployment: Deployment,
): { readonly off: readonly Off[]; readonly judged: number; readonly asExpected: boolean } {
  const isPage = parseMediaType(answer.headers['content-type'])?.essence === 'text/html';
  const all = [
    ...expect,
    ...(bare === true ? [] : EVERY_ANSWER),
    ...(isPage && bare !== true ? EVERY_PAGE : []),
    ...(metered === true ? EVERY_METERED : []),
  ];
  const off: Off[] = [];
  for (const [i, { what, why, decisive, judge: ask }] of all.entries()) {
    const difference = ask(answer, deployment);
    if (difference === undefined) continue;
    off.push({ what, why, ...difference });
    if (decisive === true) return { off, judged: i + 1, asExpected: false };
  }
  return { off, judged: all.length, asExpected: true };
}

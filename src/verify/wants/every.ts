/** What holds of every answer of the service, of every page, and of all that its function answers. Pure. */
import { READ_LIMIT } from '../../limits.ts';
import { parseMediaType } from '../../parse/media-type.ts';
import { DEFAULT_BASE_URL } from '../../versions.ts';
import type { Answer, Difference, Expectation } from '../probe.ts';
import { header, NOTHING, shown, that } from './answers.ts';

const UNBUILT_WHY =
  'The site was built without its address (the variable URL), so that readers and programs are led to a site that is not there.';

/** Marks of texts that the build fills in. */
const UNFILLED = /(?:<|&lt;)(?:base_url|cli|checks|cli_[a-z0-9]+)(?:>|&gt;)/;

/** What every answer with a body says, whatever it is. */
export const EVERY_ANSWER: readonly Expectation[] = [
  header(
    'X-Content-Type-Options',
    'nosniff',
    'Without it a browser may guess another type than the one that is sent, and run as a script what is none.',
  ),
  that(
    'Strict-Transport-Security',
    'Without it the first request of a returning visitor can be led away over HTTP.',
    ({ headers }, { at }) => {
      const value = headers['strict-transport-security'];
      if (!at.startsWith('https:') || /max-age=[1-9]\d{6,}/.test(value ?? '')) return undefined;
      return { expected: 'max-age of a month or more', seen: shown(value ?? NOTHING) };
    },
  ),
  that('addresses', UNBUILT_WHY, ({ text }, { publishedAs }) => {
    const { host } = new URL(DEFAULT_BASE_URL);
    return publishedAs !== DEFAULT_BASE_URL && text.includes(host)
      ? { expected: publishedAs, seen: DEFAULT_BASE_URL }
      : undefined;
  }),
  that('marks', 'A mark that the build did not fill in is an address that nobody can follow.', (answer) => {
    const [mark] = isText(answer) ? (UNFILLED.exec(answer.text) ?? []) : [];
    return mark === undefined ? undefined : { expected: 'no unfilled marks', seen: mark };
  }),
];

/** Of every page for people. */
export const EVERY_PAGE: readonly Expectation[] = [
  that(
    'Content-Security-Policy',
    'The pages quote audited sites; without a strict policy a flaw in escaping would run a stranger’s script.',
    ({ headers }) => judgePolicy(headers['content-security-policy']),
  ),
  header('Referrer-Policy', undefined, 'Without it other sites learn which pages a visitor has read.'),
  header(
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Without it a page that opens this one keeps a hold on its window.',
  ),
];

/** Of everything that the function answers. */
export const EVERY_METERED: readonly Expectation[] = [
  header(
    'RateLimit-Limit',
    `${READ_LIMIT.calls}`,
    'Programs pace themselves by it; without it, or with another number, they run into the refusal.',
  ),
  header('RateLimit-Remaining', /^\d+$/, 'Programs pace themselves by it.'),
  header('RateLimit-Reset', /^\d+$/, 'Programs wait as long as it says.'),
  header(
    'Cache-Control',
    /\b(?:private|no-store)\b/,
    'The answer says how this caller stands, which no shared cache may give to another.',
  ),
];

const isText = ({ headers }: Answer): boolean => {
  const { essence = '', suffix } = parseMediaType(headers['content-type']) ?? {};
  return essence.startsWith('text/') || essence === 'application/json' || suffix === 'json';
};

/** Sources that let through what an injected markup would want. */
const LOOSE = /^(?:'unsafe-[a-z-]+'|\*|https?:|data:|blob:)$/;

/** Whether a policy allows nothing but files of this origin, and scripts by hash. */
export function judgePolicy(policy: string | undefined): Difference | undefined {
  if (policy === undefined) return { expected: 'a policy', seen: NOTHING };
  const directives = new Map(
    policy.split(';').map((one) => {
      const [name = '', ...sources] = one.trim().toLowerCase().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const scripts = directives.get('script-src') ?? directives.get('default-src');
  if (scripts === undefined) return { expected: 'script-src or default-src', seen: shown(policy) };
  const loose = scripts.find((source) => LOOSE.test(source));
  if (loose !== undefined) return { expected: 'scripts of this origin only', seen: `script-src ${loose}` };
  for (const [name, allowed] of [
    ['base-uri', ["'none'", "'self'"]],
    ['frame-ancestors', ["'none'", "'self'"]],
  ] as const) {
    const [source, ...more] = directives.get(name) ?? [];
    const isStrict = more.length === 0 && allowed.some((one) => one === source);
    if (!isStrict) return { expected: `${name} ${allowed.join(' or ')}`, seen: shown(policy) };
  }
  return undefined;
}

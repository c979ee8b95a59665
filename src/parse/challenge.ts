/** The marks of bot protection in an answer: a blocked probe says nothing of the site and must never read as "absent". */
import { type HeaderList, headerOf } from '../io/io.ts';
import { looksLikeHtml } from './text.ts';

/** Statuses with which bot protection turns a client away. */
const REFUSALS = new Set([401, 403, 429, 503]);

/** A header that protection services add, and what to call it. The value pattern keeps ordinary answers out. */
const HEADER_MARKS: readonly (readonly [name: string, value: RegExp, vendor: string])[] = [
  ['cf-mitigated', /./, 'Cloudflare'],
  ['x-datadome', /./, 'DataDome'],
  ['x-dd-b', /./, 'DataDome'],
  ['set-cookie', /^datadome=/i, 'DataDome'],
  ['server', /^(akamaighost|akamainetstorage)/i, 'Akamai'],
  ['x-akamai-session-info', /./, 'Akamai'],
  ['x-reference-error', /./, 'Akamai'],
  ['x-iinfo', /./, 'Imperva'],
  ['x-cdn', /imperva|incapsula/i, 'Imperva'],
  ['x-px', /./, 'PerimeterX'],
  ['x-px-block', /./, 'PerimeterX'],
  ['x-px-blocked', /./, 'PerimeterX'],
  ['x-px-authorization', /./, 'PerimeterX'],
  ['set-cookie', /^_px(hd|3|vid)?=/i, 'PerimeterX'],
  ['x-amzn-waf-action', /./, 'AWS WAF'],
  ['x-vercel-mitigated', /./, 'Vercel'],
  ['x-kpsdk-ct', /./, 'Kasada'],
  ['x-sucuri-block', /./, 'Sucuri'],
];

/** Headers that are sent with a challenge only, whatever the status. */
const ALWAYS = new Set(['cf-mitigated', 'x-amzn-waf-action', 'x-vercel-mitigated']);

/** What the pages of challenges load or say; pages that only prepare for a challenge load other scripts. */
const INTERSTITIALS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\/cdn-cgi\/challenge-platform\/h\/[a-z]\/orchestrate\//i, 'Cloudflare interstitial'],
  [/_Incapsula_Resource\?([^"']{0,300}&)?SWUDNSAI=|Incapsula incident ID/i, 'Imperva interstitial'],
  [/CONTENT="NOINDEX, NOFOLLOW">[\s\S]{0,1000}\/_Incapsula_Resource\?SWJIYLWA=/i, 'Imperva interstitial'],
  [/\bsrc=["']https:\/\/(ct|geo|c)\.captcha-delivery\.com\//i, 'DataDome interstitial'],
  [/\bid=["']px-captcha["']/i, 'PerimeterX interstitial'],
  [/\bwindow\.gokuProps\s{0,9}=/, 'AWS WAF interstitial'],
];

/** The titles of challenge pages, whole: an article may well begin with the same words. */
const TITLES: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^just a moment$/i, 'Cloudflare interstitial'],
  [/^(attention required!|please wait) ?(\.\.\.)? ?\| cloudflare$/i, 'Cloudflare interstitial'],
  [/^pardon our interruption$/i, 'Imperva interstitial'],
  [/^making sure you(&#39;|'|’)re not a bot!?$/i, 'Anubis interstitial'],
  [/^vercel security checkpoint$/i, 'Vercel interstitial'],
  [/^checking your browser( before accessing [^ ]+)?$/i, 'challenge page'],
  [/^(please )?verify(ing)? (that )?you are (a )?human$/i, 'challenge page'],
  [/^are you a robot\??$/i, 'challenge page'],
];
const TITLE = /<title(?:\s[^>]{0,200})?>([^<]{1,200})<\/title/i;

/** A challenge page is small; a long article that quotes one is not a challenge. */
const MAX_INTERSTITIAL_CHARS = 60_000;

/**
 * Names the mark of a bot challenge in an answer (`cf-mitigated: challenge`, `Cloudflare interstitial` …), or
 * `undefined` when there is none. A 401 that asks for credentials is authorization, not bot protection.
 */
export function challengeMark(answer: {
  readonly status: number;
  readonly headers: HeaderList;
  readonly text: string;
}): string | undefined {
  const { status, headers, text } = answer;
  const refused =
    REFUSALS.has(status) && !(status === 401 && headerOf(headers, 'www-authenticate') !== undefined);
  for (const [name, pattern, vendor] of HEADER_MARKS) {
    if (!refused && !ALWAYS.has(name)) continue;
    const hit = headers.find(([key, value]) => key === name && pattern.test(value));
    if (hit !== undefined) return name === 'set-cookie' ? `${vendor} cookie` : `${vendor} header ${name}`;
  }
  const page = refused || (status >= 200 && status < 300);
  if (!page || text.length > MAX_INTERSTITIAL_CHARS || !looksLikeHtml(text)) return undefined;
  const title = (TITLE.exec(text)?.[1] ?? '').trim().replace(/(\.\.\.|…)$/, '');
  const titled = TITLES.find(([pattern]) => pattern.test(title));
  return (titled ?? INTERSTITIALS.find(([pattern]) => pattern.test(text)))?.[1];
}

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
];

/** Headers that are sent with a challenge only, whatever the status. */
const ALWAYS = new Set(['cf-mitigated', 'x-amzn-waf-action']);

/** What the pages of challenges say in their title or load; strict enough for a 200. */
const INTERSTITIALS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [
    /<title>\s*(just a moment|attention required! \| cloudflare|please wait\.\.\. \| cloudflare)/i,
    'Cloudflare interstitial',
  ],
  [/\/cdn-cgi\/challenge-platform\/h\/[a-z]\/orchestrate\//i, 'Cloudflare interstitial'],
  [/src=["'][^"']*\/_Incapsula_Resource\?/i, 'Imperva interstitial'],
  [/<title>\s*pardon our interruption/i, 'Imperva interstitial'],
  [/(captcha-delivery\.com|geo\.captcha-delivery)/i, 'DataDome interstitial'],
  [
    /(id=["']px-captcha["']|captcha\.px-cdn\.net|window\._pxAppId[^<]{0,400}px-captcha)/i,
    'PerimeterX interstitial',
  ],
  [/\bAwsWafIntegration\b[^<]{0,2000}\b(getToken|forceRefreshToken)\b/, 'AWS WAF interstitial'],
  [/<title>\s*making sure you(&#39;|'|’)re not a bot/i, 'Anubis interstitial'],
  [
    /<title>\s*(checking your browser|verify you are human|verifying you are human|are you a robot|vercel security checkpoint)/i,
    'challenge page',
  ],
];

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
  return INTERSTITIALS.find(([pattern]) => pattern.test(text))?.[1];
}

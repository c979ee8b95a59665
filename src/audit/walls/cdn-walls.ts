/** Bot walls of content delivery networks: Cloudflare, Akamai, Fastly, Vercel, Amazon, Microsoft, Google. */
import { type Signature, type Wall, wall } from './wall.ts';

const CLOUDFLARE_PRESENCE: readonly Signature[] = [
  { header: 'cf-ray' },
  { header: 'server', value: /^cloudflare/i },
  { cookie: '__cf_bm' },
];
const AMAZON_PRESENCE: readonly Signature[] = [
  { header: 'x-amz-cf-id' },
  { header: 'server', value: /^awselb/i },
  { cookie: 'aws-waf-token' },
];
const AKAMAI_PRESENCE: readonly Signature[] = [
  { header: 'server', value: /^akamai(?:ghost|netstorage)/i },
  { header: 'x-akamai-session-info' },
  { header: 'akamai-grn' },
  { cookie: '_abck' },
  { cookie: 'ak_bmsc' },
];

const CLOUDFLARE_ERRORS =
  'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/';
const IS_ANTIBOT = 'https://github.com/microlinkhq/is-antibot/blob/master/src/providers.json';

export const CDN_WALLS: readonly Wall[] = [
  wall('Cloudflare', 'challenge', {
    artifacts: [
      { header: 'cf-mitigated' },
      { markup: '_cf_chl_opt', around: /_cf_chl_opt\s{0,9}=\s{0,9}\{/ },
      {
        markup: '/orchestrate/',
        around: /\bsrc\s{0,9}=\s{0,9}["']\/cdn-cgi\/challenge-platform\/h\/[a-z]{1,2}\/orchestrate\//,
      },
    ],
    phrases: [
      { title: /^just a moment ?(?:\.\.\.|…)?$/i },
      { title: /^please wait ?(?:\.\.\.|…)? ?\| cloudflare$/i },
    ],
    presence: CLOUDFLARE_PRESENCE,
    source:
      'https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/',
  }),
  wall('Cloudflare', 'rate-limit', {
    artifacts: [
      { fields: { cloudflare_error: /^true$/, error_code: /^1015$/ } },
      { body: /^error code: 1015$/ },
    ],
    phrases: [{ text: /\bError 1015\b.{0,200}\byou are being rate limited\b/i }],
    source: `${CLOUDFLARE_ERRORS}error-1015/`,
  }),
  wall('Cloudflare', 'block', {
    artifacts: [
      // The 1xxx errors that refuse a client. Other 1xxx errors are about the site's configuration.
      { fields: { cloudflare_error: /^true$/, error_code: /^(?:100[5-9]|101[02]|1020|1106)$/ } },
      { body: /^error code: (?:100[5-9]|101[02]|1020|1106)$/ },
      { markup: 'data-translate="block_headline"' },
    ],
    phrases: [
      { title: /^attention required! ?\| cloudflare$/i },
      { title: /^access denied \| .{1,200} used cloudflare to restrict access$/i },
      { text: /\bError (?:100[5-9]|101[02]|1020|1106)\b.{0,200}\b(?:access denied|banned|blocked)\b/i },
    ],
    source: CLOUDFLARE_ERRORS,
  }),
  wall('Cloudflare', 'payment', {
    name: 'Cloudflare pay per crawl',
    artifacts: [{ header: 'crawler-price' }, { header: 'crawler-error' }],
    source:
      'https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/use-pay-per-crawl-as-ai-owner/error-codes/',
  }),
  wall('Cloudflare', 'login', {
    name: 'Cloudflare Access login',
    phrases: [{ title: /^sign in ?[・·] ?cloudflare access$/i }],
    source:
      'https://developers.cloudflare.com/cloudflare-one/reusable-components/custom-pages/access-login-page/',
  }),
  wall('Amazon', 'challenge', {
    name: 'AWS WAF challenge',
    artifacts: [
      { header: 'x-amzn-waf-action' },
      { markup: 'gokuProps', around: /\bwindow\.gokuProps\s{0,9}=/ },
    ],
    presence: AMAZON_PRESENCE,
    source:
      'https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html',
  }),
  wall('Amazon', 'block', {
    name: 'CloudFront block',
    // CloudFront also uses this page for errors of the origin. Only the text shows whether CloudFront refused the request.
    phrases: [
      {
        text: /\brequest could not be satisfied\b.{0,200}\b(?:request blocked|configured to block access)\b/i,
      },
    ],
    source: 'https://github.com/stamparm/identYwaf/blob/master/data.json',
  }),
  wall('Azure', 'block', {
    name: 'Azure Front Door block',
    phrases: [{ text: /^(?:.{0,100} )?the request is blocked\.(?: .{0,100})?$/i }],
    presence: [{ header: 'x-azure-ref' }],
    source:
      'https://learn.microsoft.com/azure/web-application-firewall/afds/waf-front-door-configure-custom-response-code',
  }),
  wall('Azure', 'challenge', {
    name: 'Azure WAF challenge',
    phrases: [{ title: /^azure waf$/i }],
    source: 'https://learn.microsoft.com/azure/web-application-firewall/waf-javascript-challenge',
  }),
  wall('Google Cloud', 'block', {
    name: 'Google Cloud Armor block',
    artifacts: [
      {
        body: /^<!doctype html><meta charset="?utf-8"?>.{0,100}<title>(?:403|429)<\/title>(?:403 Forbidden|429 Too Many Requests)$/i,
      },
    ],
    presence: [{ header: 'via', value: /^1\.1 google$/i }],
    source: 'https://cloud.google.com/armor/docs/configure-security-policies',
  }),
  wall('Akamai', 'block', {
    // Akamai's error 18 means that the client was denied. Other numbers are errors behind the edge server.
    phrases: [
      { text: /\baccess denied\b.{0,400}\breference ?# ?18\.[0-9a-f]{4,12}\.\d{6,12}\.[0-9a-f]{4,12}\b/i },
    ],
    presence: AKAMAI_PRESENCE,
    source: 'https://github.com/unclecode/crawl4ai/blob/main/crawl4ai/antibot_detector.py',
  }),
  wall('Akamai', 'challenge', {
    artifacts: [
      { fields: { 'sec-cp-challenge': /^true$/ } },
      { markup: '/_sec/cp_challenge/', around: /["']\/_sec\/cp_challenge\// },
    ],
    source: 'https://docs.hypersolutions.co/akamai-web/handling-428-status-code-sec-cpt',
  }),
  wall('Vercel', 'challenge', {
    artifacts: [
      { header: 'x-vercel-mitigated', value: /^challenge$/i },
      { header: 'x-vercel-challenge-token' },
      { markup: '/vercel/security/', around: /["'][^"'<>]{0,60}\/vercel\/security\//, bare: true },
    ],
    phrases: [{ title: /^vercel security checkpoint$/i }],
    presence: [{ header: 'x-vercel-id' }, { header: 'server', value: /^vercel$/i }],
    source: 'https://vercel.com/docs/vercel-firewall/firewall-concepts',
  }),
  wall('Vercel', 'block', {
    artifacts: [{ header: 'x-vercel-mitigated', value: /^(?!challenge$)/i }],
    source: 'https://vercel.com/docs/vercel-firewall/firewall-concepts',
  }),
  wall('Vercel', 'login', {
    name: 'Vercel deployment protection',
    artifacts: [{ cookie: '_vercel_sso_nonce' }],
    source: 'https://vercel.com/docs/deployment-protection',
  }),
  wall('Fastly', 'challenge', {
    artifacts: [
      { cookie: '_fs_ch_st_' },
      { markup: '/_fs-ch-', around: /\b(?:src|href)\s{0,9}=\s{0,9}["']\/_fs-ch-/ },
    ],
    phrases: [{ title: /^client challenge$/i }],
    presence: [{ header: 'x-fastly-request-id' }, { header: 'x-served-by', value: /^cache-[a-z]{3}/i }],
    source: IS_ANTIBOT,
  }),
  wall('StackPath', 'block', {
    phrases: [
      {
        text: /\b(?:an action has triggered the service and blocked your request|you performed an action that triggered the service and blocked your request)\b/i,
      },
    ],
    presence: [{ header: 'x-sp-waf-status' }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/stackpath.py',
  }),
];

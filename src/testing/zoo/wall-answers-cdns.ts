/** Answers of the walls of networks, as their makers send them. */
import type { WallAnswer, WallAnswers } from './wall-answers-type.ts';

const html = (title: string, body: string, head = '') =>
  `<!DOCTYPE html><html lang="en-US"><head><title>${title}</title><meta charset="utf-8">${head}</head><body>${body}</body></html>`;
const RAY = '8f3ac1d2ee4b7a01';

const CHALLENGE_SCRIPT = `<script nonce="b3J0">(function(){window._cf_chl_opt = {cvId: '3',cZone: 'site.example',cType: 'managed',cRay: '${RAY}',cH: 'x1'};}());</script>`;
const NO_SCRIPT =
  '<noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript>';

/** Cloudflare's 1xxx errors, as it sends them to clients that ask for JSON or Markdown. */
export const cloudflareJson = (code: number, status: number, title: string): WallAnswer => ({
  status,
  type: 'application/problem+json',
  headers: { server: 'cloudflare', 'cf-ray': RAY },
  body: JSON.stringify({
    type: `https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-${code}/`,
    title: `Error ${code}: ${title}`,
    status,
    detail: 'The site owner has set restrictions that prevent access.',
    instance: RAY,
    error_code: code,
    error_name: 'access_denied',
    error_category: 'access_denied',
    ray_id: RAY,
    zone: 'site.example',
    cloudflare_error: true,
    retryable: false,
  }),
});

export const cloudflareMarkdown = (code: number, status: number, title: string): WallAnswer => ({
  status,
  type: 'text/markdown; charset=utf-8',
  headers: { server: 'cloudflare', 'cf-ray': RAY, vary: 'Accept' },
  body: `---\nerror_code: ${code}\nerror_name: access_denied\nerror_category: access_denied\nstatus: ${status}\nray_id: ${RAY}\ncloudflare_error: true\nretryable: false\n---\n\n# Error ${code}: ${title}\n\n## What Happened\n\nThe site owner has set restrictions that prevent access.\n\n## What You Should Do\n\nDo not retry.\n`,
});

export const CDN_WALL_ANSWERS: WallAnswers = {
  'Cloudflare challenge': [
    {
      status: 403,
      headers: { 'cf-mitigated': 'challenge', server: 'cloudflare', 'cf-ray': RAY },
      body: html('Just a moment...', NO_SCRIPT + CHALLENGE_SCRIPT),
    },
    { status: 503, body: html('Einen Moment, bitte …', NO_SCRIPT + CHALLENGE_SCRIPT) },
    {
      status: 403,
      body: html(
        'Un momento…',
        `<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=${RAY}"></script>`,
      ),
    },
    {
      status: 200,
      headers: { server: 'cloudflare', 'cf-ray': RAY },
      body: html('Just a moment...', '<div class="spacer"></div>'),
    },
    { status: 403, body: html('Please Wait... | Cloudflare', '<h1>One more step</h1>') },
  ],
  'Cloudflare rate limit': [
    cloudflareJson(1015, 429, 'You are being rate limited'),
    { status: 429, type: 'text/plain; charset=UTF-8', body: 'error code: 1015' },
    {
      status: 429,
      body: html(
        'Access denied',
        `<div id="cf-error-details"><h1><span>Error</span> <span>1015</span></h1><p>Ray ID: ${RAY}</p><h2>You are being rate limited</h2></div>`,
      ),
    },
  ],
  'Cloudflare block': [
    cloudflareMarkdown(1020, 403, 'Access denied'),
    { status: 403, type: 'text/plain; charset=UTF-8', body: 'error code: 1010' },
    {
      status: 403,
      body: html(
        'Blocked',
        '<h1 data-translate="block_headline">Sorry, you have been blocked</h1><h2>You are unable to access site.example</h2>',
      ),
    },
    { status: 403, body: html('Attention Required! | Cloudflare', '<h1>Sorry</h1>') },
    {
      status: 403,
      body: html('Access denied | site.example used Cloudflare to restrict access', '<h1>Error</h1>'),
    },
    {
      status: 403,
      body: html('Access denied', `<h1>Error 1009</h1><p>Ray ID: ${RAY}</p><h2>Access denied</h2>`),
    },
  ],
  'Cloudflare pay per crawl': [
    { status: 402, type: 'text/plain', headers: { 'crawler-price': 'USD 0.01' }, body: '' },
    { status: 403, type: 'text/plain', headers: { 'crawler-error': 'CrawlerForbidden' }, body: 'Forbidden' },
  ],
  'Cloudflare Access login': [
    {
      status: 200,
      headers: { server: 'cloudflare', 'cf-ray': RAY },
      body: html(
        'Sign in ・ Cloudflare Access',
        '<h1>site.example</h1><p>Get a login code emailed to you</p>',
      ),
    },
  ],
  'AWS WAF challenge': [
    { status: 405, headers: { 'x-amzn-waf-action': 'captcha' }, body: html('Human Verification', '') },
    {
      status: 202,
      body: html(
        '',
        '<div id="challenge-container"></div>',
        '<script>window.awsWafCookieDomainList = [];window.gokuProps = {"key":"AQID","iv":"A6","context":"x"};</script>',
      ),
    },
  ],
  'CloudFront block': [
    {
      status: 403,
      headers: { 'x-cache': 'Error from cloudfront', server: 'CloudFront', 'x-amz-cf-id': 'aB3==' },
      body: html(
        'ERROR: The request could not be satisfied',
        "<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2><hr>Request blocked. We can't connect to the server for this app or website at this time. There might be too much traffic or a configuration error.<pre>Generated by cloudfront (CloudFront) Request ID: aB3==</pre>",
      ),
    },
  ],
  'Azure Front Door block': [
    {
      status: 403,
      headers: { 'x-azure-ref': '20261122T030507Z-r1' },
      body: html(
        '',
        '<h2>The request is blocked.</h2><div id="errorref"><span>20261122T030507Z-r1</span></div>',
      ),
    },
  ],
  'Azure WAF challenge': [
    { status: 403, body: html('Azure WAF', '<p>Please wait while we verify your browser</p>') },
  ],
  'Google Cloud Armor block': [
    {
      status: 403,
      headers: { via: '1.1 google' },
      body: '<!doctype html><meta charset="utf-8"><meta name=viewport content="width=device-width, initial-scale=1"><title>403</title>403 Forbidden',
    },
  ],
  'Akamai block': [
    {
      status: 403,
      headers: { server: 'AkamaiGHost' },
      body: '<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don\'t have permission to access "http&#58;&#47;&#47;site&#46;example&#47;" on this server.<P>\nReference&#32;&#35;18&#46;2d351ab8&#46;1557333295&#46;a4e16ab\n<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18</P>\n</BODY>\n</HTML>\n',
    },
  ],
  'Akamai challenge': [
    {
      status: 428,
      type: 'application/json',
      body: '{"sec-cp-challenge": "true","provider":"crypto","branding_url_content":"/_sec/cp_challenge/crypto_message-4-3.htm","chlg_duration":30,"token":"AAQ","timestamp":1763780707,"nonce":"a1","difficulty":15000}',
    },
    {
      status: 429,
      body: html(
        'Challenge Validation',
        '<div id="sec-container"><iframe src="/_sec/cp_challenge/crypto_message-4-3.htm" data-duration="5"></iframe></div>',
      ),
    },
  ],
  'Vercel challenge': [
    { status: 429, headers: { 'x-vercel-mitigated': 'challenge', server: 'Vercel' }, body: html('x', '') },
    { status: 403, headers: { 'x-vercel-challenge-token': '2.1763780707.60.abc' }, body: html('x', '') },
    {
      status: 429,
      body: html(
        'x',
        '<script type="module" src="/.well-known/vercel/security/static/challenge.v2.min.js"></script>',
      ),
    },
    { status: 429, body: html('Vercel Security Checkpoint', '<p>We are verifying your browser</p>') },
  ],
  'Vercel block': [
    {
      status: 403,
      type: 'text/plain',
      headers: { 'x-vercel-mitigated': 'deny' },
      body: 'Forbidden\n\nfra1::1763780707-aa\n',
    },
  ],
  'Vercel deployment protection': [
    {
      status: 401,
      headers: { 'set-cookie': '_vercel_sso_nonce=abc; Max-Age=3600; Path=/; Secure; HttpOnly' },
      body: html('Authentication Required', '<p>Vercel Authentication</p>'),
    },
  ],
  'Fastly challenge': [
    { status: 429, headers: { 'set-cookie': '_fs_ch_st_FSBmUei20MqUiJb9=abc; Path=/' }, body: html('x', '') },
    {
      status: 200,
      body: html(
        'x',
        '<noscript>JavaScript is disabled</noscript>',
        '<link href="/_fs-ch-1T1wmsGaOgGaSxcX/assets/styles.css" rel="stylesheet">',
      ),
    },
    {
      status: 200,
      headers: { 'x-served-by': 'cache-fra-etou8220123-FRA' },
      body: html('Client Challenge', '<p>A required part of this site couldn’t load.</p>'),
    },
  ],
  'StackPath block': [
    {
      status: 403,
      body: html(
        'StackPath',
        '<p>site.example is using a security service for protection against online attacks. An action has triggered the service and blocked your request.</p>',
      ),
    },
  ],
};

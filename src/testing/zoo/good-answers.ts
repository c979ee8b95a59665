/** Responses of good sites that a superficial check would take for those of walls. */
import type { WallAnswer } from './wall-answers-type.ts';

/** A paragraph of some length, as pages have them. */
export const PROSE = `<p>${'The tide rises twice a day, and each harbour has a table of its own that says when. '.repeat(8)}</p>`;

const html = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;
const article = (title: string, text: string, head = '') =>
  html(title, `<main><h1>${title}</h1>${PROSE}<p>${text}</p>${PROSE}</main>`, head);
const text = (type: string, body: string, status = 200): WallAnswer => ({ status, type, body });
const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WallAnswer => ({
  status,
  type: 'application/json',
  headers,
  body: JSON.stringify(body),
});

export const GOOD_ANSWERS: Readonly<Record<string, WallAnswer>> = {
  'an article about Incapsula': {
    status: 200,
    body: article(
      'What Incapsula does',
      'A blocked visitor reads “Request unsuccessful. Incapsula incident ID: 1-2” in a page that loads /_Incapsula_Resource?SWUDNSAI=31.',
    ),
  },
  'an article with the code of a challenge': {
    status: 200,
    body: article(
      'Reading Cloudflare’s page',
      '<pre>&lt;script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"&gt; window._cf_chl_opt = {cvId: 3}</pre>',
    ),
  },
  'a page titled “Just a moment…” with something to say': {
    status: 200,
    body: article('Just a moment…', 'Poems about waiting.'),
  },
  'a page with Cloudflare’s beacon': {
    status: 200,
    headers: { server: 'cloudflare', 'cf-ray': '8f3ac1d2ee4b7a01-FRA', 'set-cookie': '__cf_bm=a; Path=/' },
    body: article(
      'Harbours',
      'Welcome.',
      '<script>window.__CF$cv$params={r:"8f3ac1",t:"MTc2"};var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js";</script>',
    ),
  },
  'an empty shell with Cloudflare’s beacon': {
    status: 200,
    body: html(
      'App',
      '<div id="root"></div><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    ),
  },
  'a form with Turnstile': {
    status: 200,
    body: html(
      'Contact',
      '<form><input name="mail"><div class="cf-turnstile" data-sitekey="0x4A"></div><button>Send</button></form><script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>',
    ),
  },
  'a page with HUMAN’s sensor': {
    status: 200,
    headers: { 'set-cookie': '_pxhd=abc; Path=/' },
    body: html(
      'Shop',
      '<div id="app"></div><script>window._pxAppId="PX1";</script><script src="/PX1/init.js" async></script>',
    ),
  },
  'a page with DataDome’s tag': {
    status: 200,
    headers: { 'x-datadome': 'protected', 'set-cookie': 'datadome=abc; Path=/' },
    body: article('Shop', 'Buy.', '<script src="https://js.datadome.co/tags.js" async></script>'),
  },
  'a shell with Imperva’s script': {
    status: 200,
    headers: { 'x-iinfo': '1-2-3', 'set-cookie': 'visid_incap_1=a; Path=/', 'x-cdn': 'Imperva' },
    body: html(
      'App',
      '<div id="root"></div><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3&ns=1&cb=2" async></script>',
    ),
  },
  'a page with F5’s scripts': {
    status: 200,
    headers: { 'set-cookie': 'TS01a1b2c3=0123; Path=/' },
    body: html(
      'Bank',
      '<div id="app"></div><script>window["bobcmn"] = "1";</script><script src="/TSPD/08a?type=8"></script><noscript>Please enable JavaScript.</noscript>',
    ),
  },
  'a page that gets a token of AWS WAF': {
    status: 200,
    body: html('App', '<div id="app"></div><script>AwsWafIntegration.getToken()</script>'),
  },
  'a page with Kasada’s name in a script': {
    status: 200,
    body: html('App', '<div id="app"></div><script>if (window.KPSDK) KPSDK.configure([])</script>'),
  },
  'a 403 of one path behind Akamai': {
    status: 403,
    headers: { server: 'AkamaiGHost' },
    body: html('403 Forbidden', '<h1>Forbidden</h1>'),
  },
  'a 401 behind Imperva that asks for a token': {
    status: 401,
    headers: { 'www-authenticate': 'Bearer', 'x-iinfo': '1' },
    type: 'application/json',
    body: '{"error":"invalid_token"}',
  },
  'a fault of an origin behind CloudFront': {
    status: 504,
    headers: { 'x-cache': 'Error from cloudfront' },
    body: html(
      'ERROR: The request could not be satisfied',
      "<h2>The request could not be satisfied.</h2>CloudFront attempted to establish a connection with the origin, but either the attempt failed or the origin closed the connection. We can't connect to the server for this app or website at this time.",
    ),
  },
  'a fault of an origin behind Cloudflare, in JSON': json(502, {
    title: 'Error 502: Bad gateway',
    status: 502,
    error_code: 502,
    cloudflare_error: true,
    retryable: true,
  }),
  'an API’s 403 with a uuid': json(403, {
    uuid: 'b6a3b1f0',
    appId: 'PX-store',
    error: 'You may not read this',
  }),
  'an unknown route of API Gateway': json(
    403,
    { message: 'Missing Authentication Token' },
    { 'x-amzn-requestid': 'a', 'x-amzn-errortype': 'MissingAuthenticationTokenException' },
  ),
  'a missing file of S3': {
    status: 403,
    type: 'application/xml',
    headers: { server: 'AmazonS3' },
    body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7B</RequestId></Error>',
  },
  'nginx’s 403': {
    status: 403,
    headers: { server: 'nginx' },
    body: '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
  },
  'Drupal’s 403': {
    status: 403,
    body: html(
      'Access denied | Harbours',
      '<h1>Access denied</h1>You are not authorized to access this page.',
    ),
  },
  'a 406 of an endpoint': json(406, {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000, message: 'Not Acceptable: Client must accept text/event-stream' },
  }),
  'a page with a picture of Anubis': {
    status: 200,
    body: article('What Anubis is', '<img src="/.within.website/x/cmd/anubis/static/img/happy.webp">'),
  },
  'a long page that tries out a challenge’s script': {
    status: 200,
    body: article(
      'A laboratory',
      `<script>window._cf_chl_opt = {cType: 'managed'}</script>${PROSE.repeat(6)}`,
    ),
  },
  'a robots.txt': text('text/plain', 'User-agent: *\nDisallow: /cdn-cgi/challenge-platform/\n'),
  'an llms.txt of a maker of walls': text(
    'text/plain',
    '# Just a moment...\n\n> How `window._cf_chl_opt = {` and <script src="https://ct.captcha-delivery.com/c.js"> work.\n\nerror code: 1020\n',
  ),
  'a guide to errors in Markdown, with front matter': text(
    'text/markdown',
    '---\ntitle: Error 1020\nerror_code: 1020\n---\n\n# Error 1020\n\nAccess denied. Generated by Wordfence, or not.\n',
  ),
  'JSON that quotes a page': json(200, { html: html('Just a moment...', '') }),
  'JSON that quotes a refusal': json(200, { log: [{ cloudflare_error: true, error_code: 1020 }] }),
  'a long page with the title of a challenge': {
    status: 200,
    body: html('Just a moment...', 'x'.repeat(70_000)),
  },
};

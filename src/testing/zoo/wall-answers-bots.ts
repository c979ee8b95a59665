/** Responses of walls that distinguish people from programs, as their vendors send them. */
import { html, page, type WallAnswers } from './wall-answers-type.ts';

export const BOT_WALL_ANSWERS: WallAnswers = {
  'DataDome challenge': [
    { status: 403, headers: { 'x-dd-b': '1', 'x-datadome': 'protected' }, body: html('site.example', '') },
    {
      status: 403,
      type: 'application/json',
      headers: { 'x-datadome': 'protected', 'set-cookie': 'datadome=abc; Path=/; Secure' },
      body: '{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=AHrlqAAAAAMA&hash=14D062F60A4BDE8CE8647DFC720349&cid=x&t=fe&s=17434"}',
    },
    page(
      403,
      'site.example',
      `<p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AHrl','hsh':'14D0','t':'fe','s':17434,'host':'geo.captcha-delivery.com','cookie':'x'}</script><script data-cfasync="false" src="https://ct.captcha-delivery.com/c.js"></script>`,
    ),
  ],
  'HUMAN challenge': [
    page(
      403,
      'Access to this page has been denied',
      "<script>window._pxVid = '';window._pxUuid = 'b6a';window._pxAppId = 'PXu6b0qd2S';</script>",
      '<meta name="description" content="px-captcha">',
    ),
    {
      status: 403,
      type: 'application/json',
      body: JSON.stringify({
        appId: 'PXu6b0qd2S',
        jsClientSrc: '/u6b0qd2S/init.js',
        firstPartyEnabled: true,
        vid: '',
        uuid: 'b6a3b1f0-0000-11f0-8000-000000000001',
        hostUrl: '/u6b0qd2S/xhr',
        blockScript: '/u6b0qd2S/captcha/captcha.js?a=c&u=b6a3b1f0',
      }),
    },
    page(403, 'x', '<script src="https://captcha.px-cdn.net/PXu6b0qd2S/captcha.js?a=c"></script>'),
    page(403, 'Access to this page has been denied.', '<p>Press &amp; Hold to confirm</p>'),
  ],
  'HUMAN rate limit': [
    page(
      429,
      'Too Many Requests',
      '<h1>Too Many Requests</h1><p>Reached maximum requests limitation, try again soon.</p>',
    ),
  ],
  'Imperva block': [
    {
      status: 200,
      headers: {
        'x-iinfo': '10-1-2 NNNN CT(0 0 0) RT(1 0) q(0 -1 -1 -1) r(0 -1) B15(4,200,0)',
        'x-cdn': 'Imperva',
      },
      body: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="viewport" content="initial-scale=1.0"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=27&xinfo=10-1&incident_id=1-2&edet=15&cinfo=0&SWUDNSAI=31&rpinfo=0" frameborder=0 width="100%" height="100%"></iframe></body></html>',
    },
    { status: 403, body: '<html><body>Incapsula incident ID: 1063000310098738291-94735678</body></html>' },
    { status: 403, body: '<html><body>Request unsuccessful. Incapsula blocked it.</body></html>' },
  ],
  'Imperva challenge': [
    {
      status: 200,
      body: '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5074a744e2e3d891814e9a2dace20bd4,719d34d31c8e3a6e6fffd425f7e032f3"></script><body></body></html>',
    },
    {
      status: 200,
      headers: { 'set-cookie': 'reese84=3:abc; Path=/' },
      body: html(
        'Pardon Our Interruption',
        '<p>Something about your browser made us think you are a bot.</p>',
      ),
    },
  ],
  'Kasada challenge': [
    {
      status: 429,
      body: '<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=function(){return Date.now()};KPSDK.start=KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?x=1"></script></body></html>',
    },
    { status: 429, headers: { 'x-kpsdk-ct': '0abc' }, type: 'text/plain', body: '' },
    { status: 403, headers: { 'x-kasada-challenge': '1' }, type: 'text/plain', body: '' },
  ],
  'F5 block': [
    {
      status: 200,
      headers: { 'set-cookie': 'TS01a1b2c3=0123; Path=/' },
      body: "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 14396929317839226498<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>",
    },
  ],
  'F5 challenge': [
    {
      status: 200,
      body: '<html><head><meta http-equiv="Pragma" content="no-cache"/><script type="text/javascript">(function(){window["bobcmn"] = "101110";})();</script><script type="text/javascript" src="/TSPD/0804a?type=8"></script><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 14396929317839226499.</noscript></head><body></body></html>',
    },
  ],
  Anubis: [
    page(
      200,
      'Making sure you&#39;re not a bot!',
      `<main><h1 id="title" class="centered-div">Making sure you&#39;re not a bot!</h1><img id="image" src="/.within.website/x/cmd/anubis/static/img/pensive.webp?cacheBuster=v1.22.0"/><p id="status">Loading...</p><details><summary>Why am I seeing this?</summary><p>${'The administrator of this website has set up Anubis to protect the server against the scourge of companies that scrape websites. '.repeat(8)}</p></details></main>`,
      '<script id="anubis_version" type="application/json">"v1.22.0"</script><script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast","difficulty":2},"challenge":"a1b2"}</script>',
    ),
    page(
      200,
      'Oh noes!',
      '<img id="image" alt="Sad Anubis" src="/.within.website/x/cmd/anubis/static/img/reject.webp?cacheBuster=v1"/><p>Access Denied: error code 1234abcd.</p>',
    ),
    {
      status: 200,
      headers: { 'set-cookie': 'techaro.lol-anubis-auth=; Path=/' },
      body: html('Making sure you&#39;re not a bot!', '<p>Loading...</p>'),
    },
  ],
  'go-away': [
    {
      status: 418,
      headers: {
        refresh: '0; url=/.well-known/.go-away/challenge/header-refresh/verify-challenge?__goaway_ref=a1',
      },
      body: html(
        'Checking you are not a bot',
        '<p id="status">Loading challenge <em>header-refresh</em>...</p>',
      ),
    },
    page(
      418,
      'x',
      '<link rel="stylesheet" href="/.well-known/.go-away/assets/static/anubis/style.css?cacheBust=a1"/>',
    ),
    page(418, 'Checking you are not a bot', '<h1>Wait</h1>'),
    page(
      403,
      'Oh no!',
      '<p>Error: access denied</p><p>Protected by <a href="https://git.gammaspectra.live/git/go-away">go-away</a> :: Request Id a1</p>',
    ),
  ],
  'DDoS-Guard challenge': [
    {
      status: 403,
      headers: { server: 'ddos-guard' },
      body: html(
        'DDoS-Guard',
        '',
        '<link rel="stylesheet" href="/.well-known/ddos-guard/js-challenge/index.css"><script defer src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
      ),
    },
    page(200, 'x', '<script src="https://check.ddos-guard.net/check.js"></script>'),
    { status: 200, headers: { server: 'ddos-guard' }, body: html('DDoS-Guard', '<p>One moment</p>') },
    page(403, 'site.example', '<h1>Checking your browser before accessing site.example</h1>'),
  ],
  'Reblaze block': [
    page(
      403,
      'Access Denied',
      '<h1>Access Denied (403)</h1><p>Your current session has been terminated. For further information, do not hesitate to contact us.</p>',
    ),
  ],
  'Radware block': [
    page(403, 'Unauthorized Request Blocked', '<p>Case Number: 1</p>'),
    page(403, 'Radware Captcha', '<p>We apologize for the inconvenience</p>'),
  ],
  'Distil challenge': [
    page(405, 'x', '<form id="distilCaptchaForm" method="POST"></form>'),
    page(405, 'x', '<script>function distilCallbackGuard(){}</script>'),
  ],
  'Qrator block': [
    {
      status: 401,
      headers: { server: 'QRATOR' },
      body: html('x', '<script src="/__qrator/qauth_utm_v2.js"></script>'),
    },
  ],
  'bot challenge': [
    page(503, 'Checking your browser', ''),
    page(403, 'Verify you are human', ''),
    page(200, 'Are you a robot?', '<script src="https://www.recaptcha.net/recaptcha/api.js"></script>'),
    page(
      200,
      'Robot Check',
      '<form method="get" action="/errors/validateCaptcha"><p>Type the characters you see in this image</p></form>',
    ),
    page(
      200,
      'Security Check Required',
      '<script>document.cookie="seen=1;path=/";location.reload()</script>',
    ),
  ],
};

/** Bot walls of vendors that distinguish people from programs, and of vendors that stop floods of requests. */
import { type Wall, wall } from './wall.ts';

const IS_ANTIBOT = 'https://github.com/microlinkhq/is-antibot/blob/master/src/providers.json';
const IDENTYWAF = 'https://github.com/stamparm/identYwaf/blob/master/data.json';
const CRAWL4AI = 'https://github.com/unclecode/crawl4ai/blob/main/crawl4ai/antibot_detector.py';

export const BOT_WALLS: readonly Wall[] = [
  wall('DataDome', 'challenge', {
    artifacts: [
      { header: 'x-dd-b', value: /^[12]$/ },
      { fields: { url: /^https:\/\/[a-z.-]{0,60}captcha-delivery\.com\// } },
      {
        markup: 'captcha-delivery.com',
        around: /(?:\bsrc\s{0,9}=\s{0,9}["']https:\/\/|'host':')[a-z]{1,9}\.captcha-delivery\.com/,
      },
    ],
    presence: [{ header: 'x-datadome' }, { header: 'x-datadome-cid' }, { cookie: 'datadome' }],
    source: IS_ANTIBOT,
  }),
  wall('HUMAN', 'challenge', {
    artifacts: [
      { markup: 'px-captcha', around: /\b(?:content|id)=["']px-captcha["']/ },
      {
        fields: {
          appId: /^PX/,
          jsClientSrc: /./,
          firstPartyEnabled: /^(?:true|false)$/,
          vid: /^/,
          uuid: /./,
          hostUrl: /./,
          blockScript: /./,
        },
      },
      { markup: 'captcha.px-cdn.net', around: /\bsrc\s{0,9}=\s{0,9}["'](?:https:)?\/\/captcha\.px-cdn\.net/ },
    ],
    phrases: [{ title: /^access to this page has been (?:denied|blocked)\.?$/i }],
    presence: [
      { cookie: '_pxhd' },
      { cookie: '_px3' },
      { cookie: '_pxvid' },
      { header: 'x-px' },
      { header: 'x-px-block' },
      { header: 'x-px-blocked' },
      { header: 'x-px-authorization' },
    ],
    source: CRAWL4AI,
  }),
  wall('HUMAN', 'rate-limit', {
    phrases: [{ text: /\breached maximum requests limitation, try again soon\b/i }],
    source: 'https://docs.humansecurity.com/applications/supported-frameworks',
  }),
  wall('Imperva', 'block', {
    artifacts: [
      { markup: '_Incapsula_Resource', around: /_Incapsula_Resource\?[^"'<>]{0,300}SWUDNSAI=/, bare: true },
    ],
    phrases: [{ text: /\bincapsula incident id\b/i }, { text: /\brequest unsuccessful\. incapsula\b/i }],
    presence: [
      { header: 'x-iinfo' },
      { header: 'x-cdn', value: /^(?:imperva|incapsula)/i },
      { cookie: 'incap_ses_' },
      { cookie: 'visid_incap_' },
      { cookie: 'reese84' },
    ],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/incapsula.py',
  }),
  wall('Imperva', 'challenge', {
    // Ordinary pages also include this script, but only a challenge page has no other content and excludes search engines.
    artifacts: [
      {
        markup: '_Incapsula_Resource',
        around:
          /\bcontent=["']noindex, ?nofollow["'][^<]{0,50}<[^>]{0,400}\bsrc=["']\/_Incapsula_Resource\?SWJIYLWA=/i,
        bare: true,
      },
    ],
    phrases: [{ title: /^pardon our interruption ?(?:\.\.\.|…)?$/i }],
    source: CRAWL4AI,
  }),
  wall('Kasada', 'challenge', {
    artifacts: [{ markup: 'KPSDK.', around: /\bKPSDK\.(?:scriptStart|start)\s{0,9}=/ }],
    phrases: [{ header: 'x-kpsdk-ct' }, { header: 'x-kasada-challenge' }],
    presence: [{ header: 'x-kasada' }],
    source: CRAWL4AI,
  }),
  wall('F5', 'block', {
    phrases: [{ text: /\bthe requested url was rejected\. please consult with your administrator\b/i }],
    presence: [{ cookie: 'BIGipServer' }, { cookie: 'MRHSession' }, { header: 'server', value: /^big-?ip/i }],
    source: IDENTYWAF,
  }),
  wall('F5', 'challenge', {
    // F5's scripts prove nothing, because ordinary pages include them, too. Only the challenge page shows a support ID.
    phrases: [{ text: /\bplease enable javascript to view the page content\. ?your support id is\b/i }],
    source: 'https://my.f5.com/manage/s/article/K50448330',
  }),
  wall('Anubis', 'challenge', {
    name: 'Anubis',
    artifacts: [
      { markup: 'anubis_', around: /<script[^>]{0,200}\bid="anubis_(?:challenge|version)"/ },
      { markup: '/.within.website/x/cmd/anubis/', bare: true },
    ],
    // The title is translated, and operators may change it, but most keep this one.
    phrases: [{ title: /^making sure you['’]re not a bot!?$/i }],
    presence: [{ cookie: 'techaro.lol-anubis' }],
    source: 'https://github.com/TecharoHQ/anubis/blob/main/web/index.templ',
  }),
  wall('go-away', 'challenge', {
    name: 'go-away',
    artifacts: [
      { header: 'refresh', value: /\/\.well-known\/\.go-away\// },
      { markup: '/.well-known/.go-away/', around: /=\s{0,9}["'][^"'<>]{0,300}\/\.well-known\/\.go-away\// },
    ],
    phrases: [{ title: /^checking you are not a bot$/i }, { text: /\bprotected by go-away\b/i }],
    source: 'https://git.gammaspectra.live/git/go-away',
  }),
  wall('DDoS-Guard', 'challenge', {
    artifacts: [
      {
        markup: '/.well-known/ddos-guard/',
        around: /["']\/\.well-known\/ddos-guard\/(?:js-challenge|ddg-captcha-page|check\?context)/,
      },
      {
        markup: 'check.ddos-guard.net',
        around: /["']https:\/\/check\.ddos-guard\.net\/check\.js/,
        bare: true,
      },
    ],
    phrases: [{ title: /^ddos-guard$/i }, { text: /^checking your browser before accessing\b/i }],
    presence: [{ header: 'server', value: /^ddos-guard/i }, { cookie: '__ddg' }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/ddosguard.py',
  }),
  wall('Reblaze', 'block', {
    phrases: [{ text: /\baccess denied \(\d{3}\).{0,300}\bcurrent session has been terminated\b/i }],
    presence: [{ cookie: 'rbzid' }, { cookie: 'rbzsessionid' }, { header: 'server', value: /^reblaze/i }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/reblaze.py',
  }),
  wall('Radware', 'block', {
    phrases: [{ title: /^unauthorized request blocked$/i }, { title: /^radware (?:bot manager )?captcha$/i }],
    presence: [{ header: 'x-sl-compstate' }],
    source: IDENTYWAF,
  }),
  wall('Distil', 'challenge', {
    artifacts: [{ markup: 'distilCaptchaForm' }, { markup: 'distilCallbackGuard' }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/distil.py',
  }),
  wall('Qrator', 'block', {
    artifacts: [{ markup: '/__qrator/', around: /["']\/__qrator\/qauth/ }],
    presence: [{ header: 'server', value: /^qrator/i }],
    source: 'https://github.com/EnableSecurity/wafw00f/blob/master/wafw00f/plugins/qrator.py',
  }),
  wall('something', 'challenge', {
    name: 'bot challenge',
    // Titles that several vendors use and no article has.
    phrases: [
      { title: /^checking your browser(?: before accessing [^ ]{1,200})?(?:\.\.\.|…)?$/i },
      { title: /^(?:please )?verify(?:ing)? (?:that )?you are (?:a )?human(?:\.\.\.|…)?$/i },
      { title: /^are you a robot\??$/i },
      { title: /^(?:robot|bot|captcha|human) (?:check|challenge|verification)$/i },
      { title: /^security check(?: required)?$/i },
    ],
    source: CRAWL4AI,
  }),
];

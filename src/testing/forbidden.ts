/** What the public service must refuse: the table that `io/refusals.test.ts` runs. */

/** Inputs that are refused for one reason. */
interface ForbiddenForm {
  readonly what: string;
  /** Words of the message. */
  readonly says: RegExp;
  readonly inputs: readonly string[];
}

const NO_URL = /it is neither a host name nor a URL/;
const ADDRESS = /it is an IP address, and the public service audits host names only/;
const CONTROLS = /it contains white space, a backslash or control characters/;
const ONE_LABEL = /a single-label name is not a public host/;

/** Refused by their form alone: `invalid_target`, and no name is resolved. */
export const FORBIDDEN_FORMS: readonly ForbiddenForm[] = [
  {
    what: 'IPv4 addresses, however written',
    says: ADDRESS,
    inputs: [
      '127.0.0.1',
      '//127.0.0.1',
      '2130706433',
      '0x7f000001',
      '%31%32%37.0.0.1',
      '１２７．０．０．１',
      '8.8.8.8',
    ],
  },
  {
    what: 'metadata services of clouds, by address',
    says: ADDRESS,
    inputs: ['http://169.254.169.254/latest/meta-data/', '168.63.129.16', '[::ffff:169.254.169.254]'],
  },
  {
    what: 'IPv6 addresses',
    says: ADDRESS,
    inputs: ['[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '[2606:4700:4700::1111]'],
  },
  {
    what: 'what only resembles an address',
    says: NO_URL,
    inputs: ['::1', '[fe80::1%eth0]', '[127.0.0.1]', 'example.127'],
  },
  {
    what: 'other ports',
    says: /it names port \d+, and the public service audits the default ports only/,
    inputs: ['example.com:22', 'http://example.com:443'],
  },
  {
    what: 'what is no port',
    says: NO_URL,
    inputs: ['example.com:65536', 'example.com:-1', 'example.com:８０', 'example.com:http'],
  },
  {
    what: 'other schemes',
    says: /its scheme is [a-z+-]+, and only http and https sites can be audited/,
    inputs: [
      'ftp://example.com',
      'file:///etc/passwd',
      `${'a'.repeat(2000)}://example.com`,
      'javascript:alert(1)',
    ],
  },
  {
    what: 'schemes without an authority',
    says: /its scheme must be followed by \/\//,
    inputs: ['http:example.com', 'http:/127.0.0.1', 'https:'],
  },
  {
    what: 'user info',
    says: /it contains a user name or password/,
    inputs: ['me@example.com', 'https://me:secret@example.com', 'https://example.com@127.0.0.1'],
  },
  {
    what: 'names of one label',
    says: ONE_LABEL,
    inputs: ['intranet', 'INTRANET.', 'http://router/', 'bücher', 'xn--bcher-kva'],
  },
  {
    what: 'special-use names',
    says: /names under \.(localhost|local|internal|test|example|invalid|onion|arpa|alt) are not on the public internet/,
    inputs: ['localhost', 'app.localhost', 'metadata.google.internal', 'abcdefghij234567.onion'],
  },
  {
    what: 'special-use names, written so that only IDNA mapping shows them (UTS 46)',
    says: /names under \.(localhost|local|internal|test) are not on the public internet/,
    inputs: ['ｌｏｃａｌｈｏｓｔ', 'loc%61lhost', 'local\ufe0fhost', 'printer．ＬＯＣＡＬ'],
  },
  {
    what: 'characters that are not seen, or turn the text around',
    says: CONTROLS,
    inputs: ['exam\u00adple.com', 'exam\u200bple.com', '\u202emoc.elpmaxe', 'example\u2066.com'],
  },
  {
    what: 'white space, line ends, control characters, backslashes',
    says: CONTROLS,
    inputs: [
      'exam ple.com',
      'example.com\r\nHost: localhost',
      'example.com\u0000.internal',
      'example.com\\@127.0.0.1',
    ],
  },
  {
    what: 'joiners where no name has them',
    says: NO_URL,
    inputs: ['exam\u200cple.com', 'exam\u200dple.com', '\u200dexample.com'],
  },
  {
    what: 'no host name at all',
    says: /it is empty|it has no valid host name|it is neither a host name nor a URL/,
    inputs: ['', '.', 'example..com', 'example.com%23', '$(id).example.com'],
  },
  {
    what: 'names longer than DNS allows, and longer inputs',
    says: /longer than DNS allows|longer than any address of a site/,
    inputs: [
      `${'a'.repeat(64)}.com`,
      `${'abcdefg.'.repeat(32)}com`,
      `${'ü'.repeat(63)}.com`,
      `${'a.'.repeat(2000)}com`,
    ],
  },
];

/**
 * Addresses to which no name may lead that the public service calls, some of each kind. That every block of the registries
 * of special-purpose addresses is known for what it is, is proved in `io/guard.test.ts`.
 */
export const FORBIDDEN_ADDRESSES: readonly string[] = [
  '0.0.0.0',
  '127.0.0.1',
  '169.254.169.254',
  '192.168.0.0',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  'fd00:ec2::254',
];

/** Redirects that are refused by their form, whatever the host resolves to. */
export const FORBIDDEN_LOCATIONS: readonly string[] = [
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://8.8.8.8/',
  'http://[::1]/',
  'http://localhost/',
  'http://intranet/',
  'http://www.example.com:8080/',
  'http://me:secret@other.example.com/',
];

/** Redirects to what is no site at all. */
export const FORBIDDEN_SCHEMES: readonly string[] = [
  'ftp://other.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://[::1',
];

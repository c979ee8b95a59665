/**
 * Test cases for parsing the lines of a robots.txt (RFC 9309). They cover the same questions as the tests of the parser by the
 * RFC's authors (https://github.com/google/robotstxt, Apache-2.0), with our own texts and names. Whether a path may be fetched
 * is not tested here.
 */
const SPELLING =
  'that parser forgives some misspellings and a missing colon (RFC 9309 leaves it open); other crawlers do not, so they say nothing';

/** `groups` has the agents and rules of each group (`+` allows). `differs`: why the RFC authors' parser has another result. */
const CASES: readonly (readonly [
  about: string,
  text: string,
  groups: readonly string[],
  differs?: string | undefined,
  sitemaps?: readonly string[],
])[] = [
  ['nothing', '', []],
  ['a group', 'user-agent: foobot\ndisallow: /\n', ['foobot: -/']],
  ['no line end', 'user-agent: foobot\ndisallow: /', ['foobot: -/']],
  ['fields in any case', 'USER-AGENT: foobot\nDISALLOW: /a\nAlLoW: /b', ['foobot: -/a +/b']],
  ['names in any case', 'User-Agent: FOO-Bot\nDisallow: /', ['foo-bot: -/']],
  ['rules before any group', 'disallow: /x\nallow: /\nuser-agent: foobot\ndisallow: /', ['foobot: -/']],
  ['fields that nobody knows', 'foo: foobot\nbar: /', []],
  ['no colon', 'user-agent foobot\ndisallow /', [], SPELLING],
  ['misspelt fields', 'useragent: foobot\ndissallow: /', [], SPELLING],
  ['no space after the colon', 'user-agent:foobot\ndisallow:/', ['foobot: -/']],
  ['white space everywhere', ' \tuser-agent \t: \t foobot \t\n\tdisallow :  / ', ['foobot: -/']],
  [
    'one group of several names',
    'user-agent: foobot\nuser-agent: barbot\ndisallow: /a\ndisallow: /b',
    ['foobot barbot: -/a -/b'],
  ],
  [
    'groups without an empty line between them',
    'user-agent: foobot\ndisallow: /\nuser-agent: barbot\nallow: /',
    ['foobot: -/', 'barbot: +/'],
  ],
  [
    'an empty line within a group',
    'user-agent: foobot\n\nuser-agent: barbot\n\ndisallow: /\n\nallow: /x',
    ['foobot barbot: -/ +/x'],
  ],
  [
    'other lines between names, which do not end their list',
    'user-agent: foobot\nsitemap: https://a.example/s.xml\nuser-agent: *\ndisallow: /',
    ['foobot *: -/'],
    undefined,
    ['https://a.example/s.xml'],
  ],
  [
    'unknown lines between names',
    'user-agent: foobot\ninvalid: x\nuser-agent: *\ndisallow: /',
    ['foobot *: -/'],
  ],
  [
    'the same name in two groups',
    'user-agent: foobot\ndisallow: /a\nuser-agent: barbot\ndisallow: /\nuser-agent: foobot\ndisallow: /b',
    ['foobot: -/a', 'barbot: -/', 'foobot: -/b'],
  ],
  ['a rule without a path', 'user-agent: foobot\ndisallow:', ['foobot: -']],
  ['a name with a version', 'user-agent: foobot/1.0 (+https://a.example)\nallow: /', ['foobot: +/']],
  ['a name up to the first space', 'user-agent: foobot barbot\nallow: /', ['foobot: +/']],
  ['a name with a star behind it', 'user-agent: foobot*\nallow: /', ['foobot: +/']],
  ['a list of names', 'user-agent: foobot, barbot\nallow: /', ['foobot: +/']],
  ['a list of names without spaces', 'user-agent: foobot,barbot\nallow: /', ['foobot: +/']],
  ['the name of all', 'user-agent: *\nallow: /', ['*: +/']],
  ['the name of all, with words behind it', 'user-agent: * baz\nallow: /', ['*: +/']],
  ['a star within a name, which names nobody', 'user-agent: *bot\nallow: /', [': +/']],
  [
    'a digit in a name',
    'user-agent: ai2bot\nallow: /',
    ['ai2bot: +/'],
    'that parser ends a token at the first digit; operators document tokens that have them',
  ],
  ['comments', '# a\nuser-agent: foobot # b\n#disallow: /\nallow: / # c', ['foobot: +/']],
  ['a comment behind the colon', 'user-agent: # foobot\nallow: /', [': +/']],
  ['lines that end with CR', 'user-agent: foobot\rdisallow: /\r', ['foobot: -/']],
  ['lines that end with CR LF', 'user-agent: foobot\r\ndisallow: /\r\n', ['foobot: -/']],
  ['a byte order mark', '\ufeffuser-agent: foobot\nallow: /', ['foobot: +/']],
  [
    'what is no byte order mark, which spoils its line',
    '\ufffduser-agent: foobot\nallow: /\nuser-agent: barbot\nallow: /',
    ['barbot: +/'],
  ],
  [
    'sitemaps at the start, in a group and at the end',
    'Sitemap: https://a.example/1.xml\nuser-agent: foobot\nSITEMAP:https://a.example/2.xml\nallow: /\n\nsitemap : https://a.example/3.xml',
    ['foobot: +/'],
    undefined,
    ['https://a.example/1.xml', 'https://a.example/2.xml', 'https://a.example/3.xml'],
  ],
  ['a colon in a value', 'user-agent: foobot\nallow: /a:b', ['foobot: +/a:b']],
  [
    'paths outside ASCII, as they are',
    'user-agent: foobot\nallow: /foo/bar/ツ\nallow: /foo/%e3%83%84',
    ['foobot: +/foo/bar/ツ +/foo/%e3%83%84'],
  ],
  ['wildcards in paths, as they are', 'user-agent: foobot\ndisallow: /*.gif$', ['foobot: -/*.gif$']],
  ['a page of HTML', '<!doctype html>\n<p>user-agent: foobot</p>', []],
];

export const ROBOTS_CASES = CASES.map(([about, text, groups, , sitemaps = []]) => ({
  about,
  text,
  groups,
  sitemaps,
}));

/**
 * What RFC 9309 makes of the lines of a robots.txt, as a table of our own. The questions are those that the tests of
 * the authors' parser ask (https://github.com/google/robotstxt, Apache-2.0); texts and names are ours. That parser also
 * answers which path may be fetched, which is not asked here.
 */
interface RobotsCase {
  readonly about: string;
  readonly text: string;
  /** The names of each group and its rules, `+` for allow. */
  readonly groups: readonly string[];
  readonly sitemaps?: readonly string[];
  /** Why a group is read otherwise than that parser reads it. */
  readonly differs?: string;
}

const SPELLING =
  'that parser forgives some misspellings and a missing colon (RFC 9309 leaves it open); other crawlers do not, so they say nothing';

export const ROBOTS_CASES: readonly RobotsCase[] = [
  { about: 'nothing', text: '', groups: [] },
  { about: 'a group', text: 'user-agent: foobot\ndisallow: /\n', groups: ['foobot: -/'] },
  { about: 'no line end', text: 'user-agent: foobot\ndisallow: /', groups: ['foobot: -/'] },
  {
    about: 'fields in any case',
    text: 'USER-AGENT: foobot\nDISALLOW: /a\nAlLoW: /b',
    groups: ['foobot: -/a +/b'],
  },
  { about: 'names in any case', text: 'User-Agent: FOO-Bot\nDisallow: /', groups: ['foo-bot: -/'] },
  {
    about: 'rules before any group',
    text: 'disallow: /x\nallow: /\nuser-agent: foobot\ndisallow: /',
    groups: ['foobot: -/'],
  },
  { about: 'fields that nobody knows', text: 'foo: foobot\nbar: /', groups: [] },
  { about: 'no colon', text: 'user-agent foobot\ndisallow /', groups: [], differs: SPELLING },
  { about: 'misspelt fields', text: 'useragent: foobot\ndissallow: /', groups: [], differs: SPELLING },
  { about: 'no space after the colon', text: 'user-agent:foobot\ndisallow:/', groups: ['foobot: -/'] },
  {
    about: 'white space everywhere',
    text: ' \tuser-agent \t: \t foobot \t\n\tdisallow :  / ',
    groups: ['foobot: -/'],
  },
  {
    about: 'one group of several names',
    text: 'user-agent: foobot\nuser-agent: barbot\ndisallow: /a\ndisallow: /b',
    groups: ['foobot barbot: -/a -/b'],
  },
  {
    about: 'groups without an empty line between them',
    text: 'user-agent: foobot\ndisallow: /\nuser-agent: barbot\nallow: /',
    groups: ['foobot: -/', 'barbot: +/'],
  },
  {
    about: 'an empty line within a group',
    text: 'user-agent: foobot\n\nuser-agent: barbot\n\ndisallow: /\n\nallow: /x',
    groups: ['foobot barbot: -/ +/x'],
  },
  {
    about: 'other lines between names, which do not end their list',
    text: 'user-agent: foobot\nsitemap: https://a.example/s.xml\nuser-agent: *\ndisallow: /',
    groups: ['foobot *: -/'],
    sitemaps: ['https://a.example/s.xml'],
  },
  {
    about: 'unknown lines between names',
    text: 'user-agent: foobot\ninvalid: x\nuser-agent: *\ndisallow: /',
    groups: ['foobot *: -/'],
  },
  {
    about: 'the same name in two groups',
    text: 'user-agent: foobot\ndisallow: /a\nuser-agent: barbot\ndisallow: /\nuser-agent: foobot\ndisallow: /b',
    groups: ['foobot: -/a', 'barbot: -/', 'foobot: -/b'],
  },
  { about: 'a rule without a path', text: 'user-agent: foobot\ndisallow:', groups: ['foobot: -'] },
  {
    about: 'a name with a version',
    text: 'user-agent: foobot/1.0 (+https://a.example)\nallow: /',
    groups: ['foobot: +/'],
  },
  {
    about: 'a name up to the first space',
    text: 'user-agent: foobot barbot\nallow: /',
    groups: ['foobot: +/'],
  },
  { about: 'a name with a star behind it', text: 'user-agent: foobot*\nallow: /', groups: ['foobot: +/'] },
  { about: 'a list of names', text: 'user-agent: foobot, barbot\nallow: /', groups: ['foobot: +/'] },
  {
    about: 'a list of names without spaces',
    text: 'user-agent: foobot,barbot\nallow: /',
    groups: ['foobot: +/'],
  },
  { about: 'the name of all', text: 'user-agent: *\nallow: /', groups: ['*: +/'] },
  { about: 'the name of all, with words behind it', text: 'user-agent: * baz\nallow: /', groups: ['*: +/'] },
  { about: 'a star within a name, which names nobody', text: 'user-agent: *bot\nallow: /', groups: [': +/'] },
  {
    about: 'a digit in a name',
    text: 'user-agent: ai2bot\nallow: /',
    groups: ['ai2bot: +/'],
    differs: 'that parser ends a token at the first digit; operators document tokens that have them',
  },
  {
    about: 'comments',
    text: '# a\nuser-agent: foobot # b\n#disallow: /\nallow: / # c',
    groups: ['foobot: +/'],
  },
  { about: 'a comment behind the colon', text: 'user-agent: # foobot\nallow: /', groups: [': +/'] },
  { about: 'lines that end with CR', text: 'user-agent: foobot\rdisallow: /\r', groups: ['foobot: -/'] },
  {
    about: 'lines that end with CR LF',
    text: 'user-agent: foobot\r\ndisallow: /\r\n',
    groups: ['foobot: -/'],
  },
  { about: 'a byte order mark', text: '\ufeffuser-agent: foobot\nallow: /', groups: ['foobot: +/'] },
  {
    about: 'what is no byte order mark, which spoils its line',
    text: '\ufffduser-agent: foobot\nallow: /\nuser-agent: barbot\nallow: /',
    groups: ['barbot: +/'],
  },
  {
    about: 'sitemaps at the start, in a group and at the end',
    text: 'Sitemap: https://a.example/1.xml\nuser-agent: foobot\nSITEMAP:https://a.example/2.xml\nallow: /\n\nsitemap : https://a.example/3.xml',
    groups: ['foobot: +/'],
    sitemaps: ['https://a.example/1.xml', 'https://a.example/2.xml', 'https://a.example/3.xml'],
  },
  {
    about: 'a colon in a value',
    text: 'user-agent: foobot\nallow: /a:b',
    groups: ['foobot: +/a:b'],
  },
  {
    about: 'paths outside ASCII, as they are',
    text: 'user-agent: foobot\nallow: /foo/bar/ツ\nallow: /foo/%e3%83%84',
    groups: ['foobot: +/foo/bar/ツ +/foo/%e3%83%84'],
  },
  {
    about: 'wildcards in paths, as they are',
    text: 'user-agent: foobot\ndisallow: /*.gif$',
    groups: ['foobot: -/*.gif$'],
  },
  { about: 'a page of HTML', text: '<!doctype html>\n<p>user-agent: foobot</p>', groups: [] },
];

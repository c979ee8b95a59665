/**
 * ToASCII of UTS 46 as the URL Standard calls it, as a table of our own: what each host becomes, or `null` where it is
 * invalid. The cases are those that web-platform-tests puts to URL parsers in `url/resources/toascii.json`
 * (https://github.com/web-platform-tests/wpt, BSD-3-Clause), with some for joiners added.
 */
export interface IdnaCase {
  readonly about: string;
  readonly host: string;
  readonly ascii: string | null;
  /** Why an audit refuses what the standard lets through. */
  readonly refusedBecause?: string;
}

const ROOT = 'an empty label: no name in the DNS has one but at its end';
const LENGTH = 'longer than the DNS allows: the URL Standard leaves that to the lookup';
const INVISIBLE = 'who pasted a character that nobody sees named something else than what is read';
const LONG = '0123456789'.repeat(5);

export const IDNA_CASES: readonly IdnaCase[] = [
  { about: 'hyphens in the third and fourth place', host: 'aa--', ascii: 'aa--' },
  { about: 'the same before encoding', host: 'a†--', ascii: 'xn--a---kp0a' },
  { about: 'hyphens in the middle', host: 'ab--c', ascii: 'ab--c' },
  { about: 'a hyphen first', host: '-x', ascii: '-x' },
  { about: 'a hyphen first, before encoding', host: '-†', ascii: 'xn----xhn' },
  { about: 'a hyphen first beside an A-label', host: '-x.xn--zca', ascii: '-x.xn--zca' },
  { about: 'a hyphen first beside a U-label', host: '-x.ß', ascii: '-x.xn--zca' },
  { about: 'a hyphen last beside an A-label', host: 'x-.xn--zca', ascii: 'x-.xn--zca' },
  { about: 'a hyphen last beside a U-label', host: 'x-.ß', ascii: 'x-.xn--zca' },
  { about: 'an empty label', host: 'x..xn--zca', ascii: 'x..xn--zca', refusedBecause: ROOT },
  { about: 'an empty label before a U-label', host: 'x..ß', ascii: 'x..xn--zca', refusedBecause: ROOT },
  { about: 'Punycode of nothing', host: 'xn--a', ascii: null },
  { about: 'Punycode of nothing beside an A-label', host: 'xn--a.xn--zca', ascii: null },
  { about: 'Punycode of nothing beside a U-label', host: 'xn--a.ß', ascii: null },
  { about: 'Punycode with another character', host: 'xn--ls8h=', ascii: null },
  { about: 'Punycode with a character outside ASCII', host: 'xn--tešla', ascii: null },
  { about: 'two A-labels', host: 'xn--zca.xn--zca', ascii: 'xn--zca.xn--zca' },
  { about: 'an A-label and a U-label', host: 'xn--zca.ß', ascii: 'xn--zca.xn--zca' },
  { about: 'hyphens and an A-label', host: 'ab--c.xn--zca', ascii: 'ab--c.xn--zca' },
  { about: 'hyphens and a U-label', host: 'ab--c.ß', ascii: 'ab--c.xn--zca' },
  { about: 'a joiner alone', host: '\u200d.example', ascii: null },
  { about: 'a joiner alone, encoded', host: 'xn--1ug.example', ascii: null },
  { about: 'a non-joiner alone', host: '\u200c.example', ascii: null },
  { about: 'a non-joiner alone, encoded', host: 'xn--0ug.example', ascii: null },
  { about: 'a joiner between Latin letters', host: 'a\u200db.com', ascii: null },
  { about: 'a joiner after a virama', host: 'क्\u200dष.com', ascii: 'xn--11b2ezcw70k.com' },
  { about: 'the same, encoded', host: 'xn--11b2ezcw70k.com', ascii: 'xn--11b2ezcw70k.com' },
  { about: 'a non-joiner after a virama', host: 'क्\u200cष.com', ascii: 'xn--11b2ezcs70k.com' },
  { about: 'a non-joiner between joining letters', host: 'بي\u200cبي.com', ascii: 'xn--ngba5hb2804a.com' },
  { about: 'two directions in a label', host: 'يa', ascii: null },
  { about: 'right to left, with the root’s dot', host: '\u064a.', ascii: 'xn--mhb.' },
  { about: 'a digit before right to left', host: '1.\u064a', ascii: '1.xn--mhb' },
  { about: 'a number as the last label', host: '\u064a.1', ascii: null },
  { about: 'a number as the last label, encoded', host: 'xn--mhb.1', ascii: null },
  { about: 'two directions in a label, encoded', host: 'xn--a-yoc', ascii: null },
  { about: 'non-transitional: Sinhala', host: 'ශ්\u200dරී', ascii: 'xn--10cl1a0b660p' },
  { about: 'non-transitional: Persian', host: 'نامه\u200cای', ascii: 'xn--mgba3gch31f060k' },
  { about: 'the replacement character', host: '\ufffd.com', ascii: null },
  { about: 'the replacement character, encoded', host: 'xn--zn7c.com', ascii: null },
  {
    about: 'a label of 64',
    host: `x${'01234567890'.repeat(6).slice(0, 62)}x`,
    ascii: `x${'01234567890'.repeat(6).slice(0, 62)}x`,
    refusedBecause: LENGTH,
  },
  {
    about: 'a name of more than 253',
    host: `${`${LONG}.`.repeat(5)}x`,
    ascii: `${`${LONG}.`.repeat(5)}x`,
    refusedBecause: LENGTH,
  },
  { about: 'a soft hyphen, which is dropped', host: 'a\u00adb', ascii: 'ab', refusedBecause: INVISIBLE },
  { about: 'no rules of host names for ≠', host: '≠', ascii: 'xn--1ch' },
  { about: 'no rules of host names for ≮', host: '≮', ascii: 'xn--gdh' },
  { about: 'no rules of host names for ≯', host: '≯', ascii: 'xn--hdh' },
];

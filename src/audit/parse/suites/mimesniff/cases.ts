/**
 * A test case for parsing one or more `Content-Type` headers (MIME Sniffing, "parse a MIME type"; Fetch, "extract a MIME type").
 * The cases are those of `mimesniff/mime-types/resources/mime-types.json` and `fetch/content-type/resources/content-types.json`
 * in web-platform-tests (https://github.com/web-platform-tests/wpt, BSD-3-Clause), in our own format. Cases that affect neither
 * essence nor charset are left out.
 */
interface MediaTypeCase {
  /** The values of the `Content-Type` headers. */
  readonly fields: readonly string[];
  /** The expected `essence` or `essence;charset`; `null` if the headers have no valid media type. */
  readonly type: string | null;
  /** Why the expected media type differs from that of the MIME Sniffing and Fetch standards. */
  readonly differs?: string;
}

const LONG = '0123456789'.repeat(13);
const TOKEN = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvxyz";

const one = (field: string, type: string | null): MediaTypeCase => ({ fields: [field], type });

export const MEDIA_TYPE_CASES: readonly MediaTypeCase[] = [
  one('text/html;charset=gbk', 'text/html;gbk'),
  one('TEXT/HTML;CHARSET=gbk', 'text/html;gbk'),
  one('text/html;charset=gbk(', 'text/html;gbk('),
  one('text/html;x=(;charset=gbk', 'text/html;gbk'),
  one('text/html;charset=gbk;charset=windows-1255', 'text/html;gbk'),
  one('text/html;charset =gbk', 'text/html'),
  one('text/html ;charset=gbk', 'text/html;gbk'),
  one('text/html; charset=gbk', 'text/html;gbk'),
  one("text/html;charset='gbk'", "text/html;'gbk'"),
  one("text/html;charset='gbk", "text/html;'gbk"),
  one("text/html;charset=gbk'", "text/html;gbk'"),
  one('text/html;test;charset=gbk', 'text/html;gbk'),
  one('text/html;test=;charset=gbk', 'text/html;gbk'),
  one("text/html;';charset=gbk", 'text/html;gbk'),
  one('text/html;";charset=gbk', 'text/html;gbk'),
  one('text/html ; ; charset=gbk', 'text/html;gbk'),
  one('text/html;;;;charset=gbk', 'text/html;gbk'),
  one('text/html;charset="gbk"', 'text/html;gbk'),
  one('text/html;charset="gbk', 'text/html;gbk'),
  one('text/html;charset=gbk"', 'text/html;gbk"'),
  one('text/html;charset="\\\\g\\\\b\\\\k"'.replaceAll('\\\\', '\\'), 'text/html;gbk'),
  one('text/html;charset="gbk"x', 'text/html;gbk'),
  one('text/html;charset={gbk}', 'text/html;{gbk}'),
  one(`text/html;${LONG}=x;charset=gbk`, 'text/html;gbk'),
  one(`${LONG}/${LONG}`, `${LONG}/${LONG}`),
  one(`${TOKEN}/${TOKEN};${TOKEN}=${TOKEN}`, `${TOKEN}/${TOKEN}`),
  one('x/x;test', 'x/x'),
  one('x/x;test="\\', 'x/x'),
  one('text/html;test=\u00ff;charset=gbk', 'text/html;gbk'),
  one('x/x;test=\ufffd;x=x', 'x/x'),
  one('', null),
  one('\t', null),
  one('bogus', null),
  one('bogus/', null),
  one('bogus/ ', null),
  one('bogus/bogus/;', null),
  one('</>', null),
  one('(/)', null),
  one('text/html(;doesnot=matter', null),
  one('{/}', null),
  one('\u0100/\u0100', null),
  {
    fields: ['text/html;charset= gbk'],
    type: 'text/html;gbk',
    differs: 'white space around a charset is dropped, as the lookup of an encoding by its label does',
  },
  {
    fields: ['text/html;charset=" gbk"'],
    type: 'text/html;gbk',
    differs: 'the same',
  },
  { fields: ['', 'text/plain'], type: 'text/plain' },
  { fields: ['text/plain', ''], type: 'text/plain' },
  { fields: ['text/html', 'text/plain'], type: 'text/plain' },
  { fields: ['text/plain;charset=gbk', 'text/html'], type: 'text/html' },
  { fields: ['text/plain;charset=gbk', 'text/html;charset=windows-1254'], type: 'text/html;windows-1254' },
  { fields: ['text/plain;charset=gbk', 'text/plain'], type: 'text/plain;gbk' },
  { fields: ['text/plain;charset=gbk', 'text/plain;charset=windows-1252'], type: 'text/plain;windows-1252' },
  { fields: ['text/html;charset=gbk', 'text/html;x=",text/plain'], type: 'text/html;gbk' },
  { fields: ['text/html;charset=gbk', 'text/plain', 'text/html'], type: 'text/html' },
  { fields: ['text/plain', '*/*'], type: 'text/plain' },
  { fields: ['text/html', '*/*'], type: 'text/html' },
  { fields: ['*/*', 'text/html'], type: 'text/html' },
  { fields: ['text/plain', '*/*;charset=gbk'], type: 'text/plain' },
  { fields: ['text/html', '*/*;charset=gbk'], type: 'text/html' },
  { fields: ['text/html;x="', 'text/plain'], type: 'text/html' },
  { fields: ['text/html;"', 'text/plain'], type: 'text/html' },
  { fields: ['*/*'], type: null },
];

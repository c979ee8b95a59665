import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../base/limits.ts';
import { type Routes, serveSite } from '../../testing/serve.ts';
import { parseTarget } from '../target.ts';
import { eraseFromBody, eraseFromFields, eraseSession, eraseTokens, spellingsOf } from './erase.ts';
import { OwnHeaders, whyNotOwn, whyNoValue } from './own-headers.ts';
import { ioOf } from './source.ts';

const SECRET = 'p/ss+word "q&u<o>t\'e"?';

function erased(text: string, { secret = SECRET, isCut = false } = {}): string {
  const body = Buffer.from(text);
  eraseFromBody(body, spellingsOf(secret), isCut);
  return body.toString();
}

describe('forms of a secret', () => {
  it.each([
    ['as it is', SECRET],
    ['JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['JSON of PHP', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in lower case', encodeURIComponent(SECRET).replace(/%../g, (one) => one.toLowerCase())],
    ['a field of a form', new URLSearchParams({ x: SECRET }).toString().slice(2)],
    ['within a URL', encodeURI(SECRET)],
    ['HTML', 'p/ss+word &quot;q&amp;u&lt;o&gt;t&#39;e&quot;?'],
    ['hexadecimal', Buffer.from(SECRET).toString('hex')],
  ])('erases it: %s', (_, form) => {
    expect(erased(`before ${form} after`)).toBe(`before ${'*'.repeat(form.length)} after`);
  });

  it.each([0, 1, 2, 3, 4])('erases it from a Base64 text, %i characters behind its beginning', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${'x'.repeat(before)}${SECRET}yyyy`).toString(encoding);
      const left = Buffer.from(erased(text).replaceAll('*', 'A'), encoding).toString('latin1');
      expect(left).not.toContain(SECRET.slice(2, -2));
      // All characters for the secret's inner bytes are erased. One character at either end may share bits with other text.
      expect(erased(text)).toMatch(/\*{20,}/);
    }
  });

  it('erases the piece with which a body ends that was cut off', () => {
    expect(erased(`x ${SECRET.slice(0, 6)}`, { isCut: true })).toBe('x ******');
    expect(erased(`x ${SECRET.slice(0, 6)}`)).toBe(`x ${SECRET.slice(0, 6)}`);
  });

  it('erases header values, and leaves other text', () => {
    const fields = [['location', `/login?next=${encodeURIComponent(SECRET)}&a=b`]] as const;
    expect(eraseFromFields([...fields], spellingsOf(SECRET))).toEqual([
      ['location', expect.stringMatching(/^\/login\?next=\*+&a=b$/) as string],
    ]);
  });
});

describe('OwnHeaders', () => {
  const needlesOf = (name: string, value: string) =>
    new OwnHeaders({ origin: 'https://a.example', fields: [[name, value]] }).needles;

  it('knows the secret within Authorization and Cookie', () => {
    expect(needlesOf('authorization', 'Bearer abcdefgh123')).toContain('abcdefgh123');
    const basic = `Basic ${Buffer.from('user:open sesame').toString('base64')}`;
    expect(needlesOf('authorization', basic)).toEqual(
      expect.arrayContaining(['open sesame', 'user:open sesame']),
    );
    expect(needlesOf('cookie', 'a=12345678; session="87654321"')).toEqual(
      expect.arrayContaining(['12345678', '87654321']),
    );
  });

  it('does not look for what is too short to be told from text', () => {
    expect(needlesOf('x-preview', 'true')).toEqual([]);
  });

  it('goes to the one origin', () => {
    const own = new OwnHeaders({ origin: 'https://a.example', fields: [['x-a', 'b']] });
    const sent = (url: string) => own.of({ method: 'GET', url, headers: [] }).length;
    expect(sent('https://a.example/x')).toBe(1);
    for (const other of [
      'http://a.example',
      'https://a.example:8443',
      'https://www.a.example',
      'https://b.example',
    ])
      expect(sent(`${other}/`), other).toBe(0);
  });
});

const HEX = '0123456789abcdef0123456789abcdef';
const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N';
const STARS = '*'.repeat(JWT.length);

describe('a session that an answer opens', () => {
  it.each([
    ['PHP', 'set-cookie', `PHPSESSID=${HEX}; path=/`, `PHPSESSID=${'*'.repeat(32)}; path=/`, [HEX]],
    ['Express', 'set-cookie', `connect.sid=s%3A${UUID}`, `connect.sid=${'*'.repeat(40)}`, [UUID]],
    ['a short one', 'set-cookie', 'a=b; Secure', 'a=*; Secure', []],
    ['a cookie without a name', 'set-cookie', HEX, '*'.repeat(32), [HEX]],
    ['an empty one', 'set-cookie', 'a=; Max-Age=0', 'a=; Max-Age=0', []],
    ['words and addresses', 'set-cookie', 'to=https://a.example/a-b', `to=${'*'.repeat(21)}`, []],
    ['Rails', 'x-csrf-token', 'short', '*****', []],
    ['Spring', 'authorization', 'Bearer abc', '**********', []],
    ['a challenge', 'www-authenticate', 'Bearer realm="a"', 'Bearer realm="a"', []],
    ['no session', 'x-request-id', HEX, HEX, []],
  ])('is erased from the fields: %s', (_, name, value, left, needles) => {
    expect(eraseSession([[name, value]])).toEqual({ fields: [[name, left]], needles });
  });

  it('is erased where the same answer repeats it, as Tomcat does in addresses', () => {
    const id = HEX.toUpperCase();
    const { fields } = eraseSession([
      ['set-cookie', `JSESSIONID=${id}; Path=/`],
      ['location', `/home;jsessionid=${id}`],
    ]);
    expect(fields[1]).toEqual(['location', `/home;jsessionid=${'*'.repeat(32)}`]);
  });

  it.each([
    [`{"access_token":"${JWT}","a":1}`, `{"access_token":"${STARS}","a":1}`],
    [`{ "csrf" : "${HEX}" }`, `{ "csrf" : "${'*'.repeat(32)}" }`],
    [`<meta name="csrf-token" content="${JWT}">ä`, `<meta name="csrf-token" content="${STARS}">ä`],
    [`ä<input name='_token' value='${HEX}'>`, `ä<input name='_token' value='${'*'.repeat(32)}'>`],
    // Addresses, names and ids in a document are not erased.
    ['{"token_endpoint":"https://a.example/oauth2/token"}', undefined],
    ['{"token":"https://a.example/a-page-of-2024"}', undefined],
    ['{"token":"a-word-for-a-design"}', undefined],
    [`{"id":"${HEX}"}`, undefined],
  ])('is erased from the body %s', (text, left = text) => {
    const body = Buffer.from(text);
    eraseTokens(body);
    expect(body.toString()).toBe(left);
  });
});

describe('what a header may be', () => {
  it.each(['Host', 'user-agent', 'Accept', 'Connection', 'MCP-Session-Id', 'Origin', 'a b', ''])(
    'refuses the name %j',
    (name) => expect(whyNotOwn(name)).toBeDefined(),
  );
  it.each(['Authorization', 'Cookie', 'X-Vercel-Protection-Bypass'])('takes the name %s', (name) =>
    expect(whyNotOwn(name)).toBeUndefined(),
  );
  it.each(['', 'a\r\nb', 'ä', 'x'.repeat(9000)])('refuses a value', (value) =>
    expect(whyNoValue(value)).toBeDefined(),
  );
});

it('sends headers to the target, and erases what comes back, from any server', async () => {
  const got: (string | string[] | undefined)[] = [];
  const telling = (body: (headers: object) => string): Routes => ({
    '*': ({ headers }, response) => {
      got.push(headers['x-preview']);
      response.setHeader('x-echo', `${headers['x-preview']}`).end(body(headers));
    },
  });
  await using other = await serveSite(telling(() => `a secret of the backend: ${SECRET}`));
  await using site = await serveSite(telling(JSON.stringify));
  const target = parseTarget(site.url);
  const headers = { origin: target.origin, fields: [['x-preview', SECRET]] } as const;
  const source = { kind: 'network', network: 'any', resolver: 'http://127.0.0.1:9/', headers } as const;
  const io = ioOf(source, { target, limits: LIMITS });
  try {
    const seen = await Promise.all(
      [site.url, other.url].map((url) =>
        io.send({ method: 'GET', url: `${url}/`, headers: [] }, new AbortController().signal),
      ),
    );
    expect(got.toSorted()).toEqual([SECRET, undefined]);
    for (const { answer, request } of seen) {
      expect(request.headers).toEqual([]);
      const text = `${JSON.stringify(answer?.headers)} ${Buffer.from(answer?.body ?? []).toString()}`;
      expect(text).toContain('*'.repeat(SECRET.length));
      expect(text).not.toContain('p/ss');
    }
  } finally {
    await io.close();
  }
});

import { describe, expect, it } from 'vitest';
import { AuditError } from '../base/errors.ts';
import { isPublicHost, parseTarget } from './target.ts';

/** Input, the audited origin, and whether the public service accepts the input. */
const ACCEPTED: readonly [input: string, origin: string, publicToo: boolean][] = [
  ['example.com', 'https://example.com', true],
  ['  example.com\n', 'https://example.com', true],
  ['example.com.', 'https://example.com', true],
  ['HTTPS://Example.COM/', 'https://example.com', true],
  ['https://example.com/a/b?c=d#e', 'https://example.com', true],
  ['example.com?x=1', 'https://example.com', true],
  ['//example.com', 'https://example.com', true],
  ['https:///example.com', 'https://example.com', true],
  ['https://example.com:443', 'https://example.com', true],
  ['http://example.com:443', 'http://example.com:443', false],
  ['https://example.com:8443', 'https://example.com:8443', false],
  ['example.com:8080', 'https://example.com:8080', false],
  ['example.com:', 'https://example.com', true],
  ['localhost:3000', 'https://localhost:3000', false],
  ['localhost:/x', 'https://localhost', false],
  ['intranet:8080', 'https://intranet:8080', false],
  ['example.com:65535', 'https://example.com:65535', false],
  ['a.b.c.d.example.co.uk', 'https://a.b.c.d.example.co.uk', true],
  ['my_site.example.com', 'https://my_site.example.com', true],
  ['bücher.de', 'https://xn--bcher-kva.de', true],
  ['例え.テスト', 'https://xn--r8jz45g.xn--zckzah', true],
  // A homograph (Cyrillic а) is accepted like any other name, and is shown in punycode.
  ['аpple.com', 'https://xn--pple-43d.com', true],
  // Joiners where Indic and Persian names need them (IDNA ContextJ).
  ['क्\u200dष.com', 'https://xn--11b2ezcw70k.com', true],
  ['نامه\u200cای.com', 'https://xn--mgba3gch31f060k.com', true],
  ['ex%61mple.com', 'https://example.com', true],
  [`${'a'.repeat(63)}.com`, `https://${'a'.repeat(63)}.com`, true],
  ['localhost.', 'https://localhost', false],
  ['http://localhost:3000', 'http://localhost:3000', false],
  ['http://app.localhost:3000/x', 'http://app.localhost:3000', false],
  ['intranet', 'https://intranet', false],
  ['com', 'https://com', false],
  ['printer.local', 'https://printer.local', false],
  ['api.corp.internal', 'https://api.corp.internal', false],
  ['site.example', 'https://site.example', false],
  ['site.test', 'https://site.test', false],
  ['site.invalid', 'https://site.invalid', false],
  ['wiki.corp', 'https://wiki.corp', false],
  ['nas.lan', 'https://nas.lan', false],
  ['abcdefghij234567.onion', 'https://abcdefghij234567.onion', false],
  ['router.home.arpa', 'https://router.home.arpa', false],
  ['wallet.alt', 'https://wallet.alt', false],
  ['127.0.0.1', 'https://127.0.0.1', false],
  ['8.8.8.8', 'https://8.8.8.8', false],
  ['http://2130706433', 'http://127.0.0.1', false],
  ['http://0177.0.0.1', 'http://127.0.0.1', false],
  ['http://127.0.0.1.', 'http://127.0.0.1', false],
  ['１２７．０．０．１', 'https://127.0.0.1', false],
  ['%31%32%37.0.0.1', 'https://127.0.0.1', false],
  ['loc%61lhost', 'https://localhost', false],
  ['http://169.254.169.254/latest', 'http://169.254.169.254', false],
  ['http://[::1]:3000', 'http://[::1]:3000', false],
  ['[::1]', 'https://[::1]', false],
  ['https://[2606:4700:4700::1111]', 'https://[2606:4700:4700::1111]', false],
];

/** Inputs that are not targets, with part of the reason. */
const REFUSED: readonly [input: string, why: RegExp][] = [
  ['', /^No site is named\.$/],
  [' \t\n', /^No site is named\.$/],
  ['3001', /a number/],
  ['ftp://example.com', /scheme is ftp/],
  ['http:example.com', /followed by \/\//],
  ['ftp:/x', /scheme is ftp/],
  ['javascript:alert(1)', /scheme is javascript/],
  ['mailto:me@example.com', /scheme is mailto/],
  ['fe80::1', /neither/],
  ['https://user:secret@example.com', /user name or password/],
  ['user:secret@example.com', /user name or password/],
  ['https://', /neither/],
  ['.', /valid host name/],
  ['example.com..', /valid host name/],
  ['example..com', /valid host name/],
  ['exa mple.com', /white space/],
  ['example.com\u0000', /control characters/],
  ['\u001b[31mexample.com', /control characters/],
  ['a\u200db.com', /neither/],
  ['exam\u202eple.com', /control characters/],
  ['example.com/\u202egpj', /control characters/],
  ['xn--1ug.com', /internationalized/],
  ['example.com\\@evil.com', /backslash/],
  ['example.com:65536', /neither/],
  ['http://[::1', /neither/],
  ['http://1.2.3.4.5', /neither/],
  ['exam*ple.com', /valid host name/],
  ['\ud800.com', /control characters|neither|valid host name/],
  [`${'a'.repeat(64)}.com`, /longer than DNS allows/],
  [`${'abcdefg.'.repeat(32)}com`, /longer than DNS allows/],
  [`${'a'.repeat(3000)}.com`, /too long for the URL/],
];

function refusal(input: string, network: 'any' | 'public'): AuditError {
  try {
    const target = parseTarget(input, network);
    throw new Error(`accepted as ${target.origin}`);
  } catch (error) {
    if (error instanceof AuditError) return error;
    throw error;
  }
}

describe('parseTarget', () => {
  it('takes what people type for the origin that they mean', () => {
    for (const [input, origin, publicToo] of ACCEPTED) {
      const target = parseTarget(input);
      const url = new URL(origin);
      expect(target, input).toEqual({ name: url.host, hostname: url.hostname, origin, url: `${origin}/` });
      if (publicToo) expect(parseTarget(input, 'public')).toEqual(target);
      else expect(refusal(input, 'public').kind).toBe('invalid_target');
      expect(parseTarget(input, 'auto')).toEqual(target);
      expect(parseTarget(target.url)).toEqual(target);
    }
  });

  it('refuses what is none, in words that are fit to be shown', () => {
    for (const [input, why] of REFUSED)
      for (const network of ['any', 'public'] as const) {
        const { kind, message, hint } = refusal(input, network);
        expect([input, kind]).toEqual([input, 'invalid_target']);
        expect(message).toMatch(why);
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(message.length).toBeLessThan(300);
        expect(hint).toMatch(network === 'public' ? /public site, such as example\.com/ : /localhost:3000/);
      }
  });

  it.each([
    ['8.8.8.8', 'it is an IP address, but the public service audits only host names'],
    ['[::1]', 'it is an IP address, but the public service audits only host names'],
    ['example.com:22', 'it has port 22, but the public service audits only the default ports'],
    ['intranet', 'a single-label name is not a public host'],
    ['metadata.google.internal', 'names under .internal are not on the public internet'],
  ])('says why the public service does not take %s', (input, why) => {
    expect(refusal(input, 'public').message).toContain(why);
  });

  it('never repeats a password', () => {
    for (const input of [
      'https://me:hunter2@example.com',
      'ftp://me:hunter2@x',
      'me:hunter2@x y',
      'me:hunter2@x',
    ]) {
      expect(refusal(input, 'any').message).not.toContain('hunter2');
    }
  });
});

it('isPublicHost judges a URL by its form, user name included', () => {
  expect(isPublicHost(new URL('https://example.com/x?y'))).toBe(true);
  expect(isPublicHost(new URL('https://user@example.com'))).toBe(false);
  expect(isPublicHost(new URL('https://db.internal'))).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { expiryOf, parseSecurityTxt } from './security-txt.ts';

describe('security.txt (RFC 9116)', () => {
  it('reads its fields, whatever their case, between comments and others', () => {
    const text =
      '# hello\r\nCONTACT: mailto:a@site.example\r\ncontact:https://site.example/report\r\nPolicy: x\r\nexpires : 2030-01-01T00:00:00Z\r\nExpires: 2031-01-01T00:00:00Z\r\n';
    expect(parseSecurityTxt(text)).toEqual({
      contacts: ['mailto:a@site.example', 'https://site.example/report'],
      expires: '2030-01-01T00:00:00Z',
    });
  });

  it('reads a signed one, without what the signature says', () => {
    const text = `-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA512

- Contact: mailto:a@site.example
Expires: 2030-01-01T00:00:00Z
-----BEGIN PGP SIGNATURE-----
Contact: mailto:signature@site.example

iQ==
-----END PGP SIGNATURE-----`;
    expect(parseSecurityTxt(text)).toEqual({
      contacts: ['mailto:a@site.example'],
      expires: '2030-01-01T00:00:00Z',
    });
  });

  it('takes words about a signature for none', () => {
    const text = 'Comment: -----BEGIN PGP SIGNATURE-----\nContact: mailto:a@site.example';
    expect(parseSecurityTxt(text).contacts).toEqual(['mailto:a@site.example']);
  });

  it('does not take an empty field, a comment or prose for a field', () => {
    expect(
      parseSecurityTxt('Contact:\nExpires: \n# Contact: a\nPlease contact: us\nhttps://Contact:1'),
    ).toEqual({
      contacts: [],
      expires: undefined,
    });
  });

  it.each([
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01T00:00:00+02:00', '2029-12-31T22:00:00.000Z'],
    ['2030-01-01 00:00:00 +0200', '2029-12-31T22:00:00.000Z'],
    ['2030-01-01T00:00:00+23:59', '2029-12-31T00:01:00.000Z'],
    [`2030-01-01T00:00:00${' '.repeat(80)}Z`, '2030-01-01T00:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2030-06-30T23:59:60Z', '2030-06-30T23:59:59.000Z'],
    ['2030-01-01', '2030-01-01T00:00:00.000Z'],
    ['Thu, 31 Dec 2029 18:37:07 -0800', '2030-01-01T02:37:07.000Z'],
  ])('reads the date %s', (text, iso) => {
    const time = expiryOf(text);
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(iso);
  });

  it.each([
    'never',
    `2030-01-01T00:00:00${' '.repeat(81)}Z`,
    '2030-00-01T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T23:59:61Z',
    '2027-01-01T00:00:00+24:00',
    '2027-1-1T00:00:00Z',
    '31 Feb 2027 00:00:00 +0000',
    '01/02/2030',
    '',
  ])('finds no date in %j', (text) => {
    expect(expiryOf(text)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { expiryOf, isContactUri, parseSecurityTxt } from './security-txt.ts';

describe('security.txt (RFC 9116)', () => {
  it('reads its fields with their lines, whatever their case, between comments and others', () => {
    const text =
      '# hello\r\nCONTACT: mailto:a@site.example\r\ncontact:https://site.example/report\r\nPolicy: x\r\nexpires : 2030-01-01T00:00:00Z\r\nExpires: 2031-01-01T00:00:00Z\r\nPREFERRED-languages: en\r\nPreferred-Languages:';
    expect(parseSecurityTxt(text)).toEqual({
      contacts: [
        { line: 2, value: 'mailto:a@site.example' },
        { line: 3, value: 'https://site.example/report' },
      ],
      expires: [
        { line: 5, value: '2030-01-01T00:00:00Z' },
        { line: 6, value: '2031-01-01T00:00:00Z' },
      ],
      languages: [
        { line: 7, value: 'en' },
        { line: 8, value: '' },
      ],
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
      contacts: [{ line: 4, value: 'mailto:a@site.example' }],
      expires: [{ line: 5, value: '2030-01-01T00:00:00Z' }],
      languages: [],
    });
  });

  it('takes words about a signature for none', () => {
    const text = 'Comment: -----BEGIN PGP SIGNATURE-----\nContact: mailto:a@site.example';
    expect(parseSecurityTxt(text).contacts).toEqual([{ line: 2, value: 'mailto:a@site.example' }]);
  });

  it('does not take a comment or prose for a field', () => {
    expect(parseSecurityTxt('# Contact: a\nPlease contact: us\nhttps://Contact:1')).toEqual({
      contacts: [],
      expires: [],
      languages: [],
    });
  });

  it.each([
    'mailto:security@site.example',
    'MAILTO:security%2Burgent@site.example?subject=Report',
    'tel:+1-201-555-0123',
    'https://site.example/report?a=b#form',
    'HTTPS://site.example',
  ])('takes %s for the URI of a contact', (contact) => {
    expect(isContactUri(contact)).toBe(true);
  });

  it.each([
    '',
    'security@site.example',
    'http://site.example/report',
    'https:site.example',
    'https://',
    'mailto:',
    'mailto: security@site.example',
    'mailto:Security <security@site.example>',
    'tel:+1 201 555 0123',
    '+1-201-555-0123',
    'site.example/report',
    '/report',
    'https://site.example/100%',
    'https://site.example/Ñ',
    'javascript:alert(1)',
  ])('does not take %j for the URI of a contact', (contact) => {
    expect(isContactUri(contact)).toBe(false);
  });

  it.each([
    ['2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01t00:00:00.123z', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01T00:00:00+02:00', '2029-12-31T22:00:00.000Z'],
    ['2029-12-31T18:37:07-08:00', '2030-01-01T02:37:07.000Z'],
    ['2030-01-01T00:00:00-00:00', '2030-01-01T00:00:00.000Z'],
    ['2030-01-01T00:00:00+23:59', '2029-12-31T00:01:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2030-06-30T23:59:60Z', '2030-06-30T23:59:59.000Z'],
  ])('reads the date %s', (text, iso) => {
    const time = expiryOf(text);
    expect(time === undefined ? undefined : new Date(time).toISOString()).toBe(iso);
  });

  it.each([
    'never',
    'Fri, 31 Dec 2027 18:37:07 -0800',
    '2030-01-01',
    '2030-01-01T00:00:00',
    '2030-01-01T00:00Z',
    '2030-01-01 00:00:00Z',
    '2030-01-01T00:00:00 Z',
    '2030-01-01T00:00:00+0200',
    '2030-01-01T00:00:00UTC',
    '"2030-01-01T00:00:00Z"',
    '2030-01-01T00:00:00Z # in a year',
    '2030-00-01T00:00:00Z',
    '2027-02-30T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T23:59:61Z',
    '2027-01-01T00:00:00+24:00',
    '2027-1-1T00:00:00Z',
    '1893456000',
    '01/02/2030',
    '',
  ])('finds no date and time of RFC 3339 in %j', (text) => {
    expect(expiryOf(text)).toBeUndefined();
  });
});

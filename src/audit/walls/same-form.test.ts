import { describe, expect, it } from 'vitest';
import { parseMediaType } from '../../base/media-type.ts';
import { sameForm } from './same-form.ts';

const answer = (path: string, text: string, status = 403, type = 'text/html') => ({
  url: `https://site.example${path}`,
  status,
  type: parseMediaType(type),
  text,
});
const forbidden = '<html><body><h1>403 Forbidden</h1></body></html>';
const akamai = (path: string, reference: string) =>
  `<H1>Access Denied</H1>You don't have permission to access "http&#58;&#47;&#47;site&#46;example${path.replaceAll('/', '&#47;').replaceAll('.', '&#46;')}" on this server.<P>Reference&#32;&#35;18&#46;${reference}`;

describe('two refusals of one form', () => {
  it.each([
    ['equal', forbidden, forbidden],
    ['with the path', 'No access to /robots.txt', 'No access to /llms.txt'],
    [
      'with the path, escaped',
      akamai('/robots.txt', '2d351ab8&#46;15573'),
      akamai('/llms.txt', 'a4e16ab&#46;15574'),
    ],
    ['with the time', 'Blocked at Sun, 22 Nov 2026 23:59:59 GMT', 'Blocked at Mon, 23 Nov 2026 00:00:01 GMT'],
    [
      'with an id',
      '{"error":"denied","id":"8f3ac1d2ee4b7a01"}',
      '{"error":"denied","id":"77bb02d2ee4b7a99"}',
    ],
    [
      'with a UUID',
      'Blocked (b6a3b1f0-1111-11f0-8000-00000000000a)',
      'Blocked (c7a3b1f0-2222-11f0-8000-00000000000b)',
    ],
    ['with a token without digits', 'Blocked: aGVsbG9XbJxkQUJDREVG', 'Blocked: bGVsbG9XbJxkQUJDRkhK'],
    ['with a nonce', '<p nonce="a=">Blocked</p>', '<p nonce="b=">Blocked</p>'],
  ])('%s', (_title, one, other) => {
    expect(sameForm(answer('/robots.txt', one), answer('/llms.txt', other))).toBe(true);
  });

  it.each([
    ['another text', answer('/a', 'Forbidden'), answer('/b', 'Log in first')],
    ['another status', answer('/a', forbidden, 403), answer('/b', forbidden, 404)],
    ['another type', answer('/a', '{}', 403, 'application/json'), answer('/b', '{}', 403, 'text/plain')],
    ['a body and none', answer('/a', forbidden), answer('/b', '')],
    [
      'another error of an API',
      answer('/a', '{"message":"Missing Authentication Token"}'),
      answer('/b', '{"message":"Forbidden"}'),
    ],
  ])('not: %s', (_title, one, other) => {
    expect(sameForm(one, other)).toBe(false);
  });

  it('has a type with parameters for the same type', () => {
    const one = answer('/a', forbidden, 403, 'text/html; charset=utf-8');
    expect(sameForm(one, answer('/b', forbidden))).toBe(true);
  });
});

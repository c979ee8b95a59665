import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../parse/headers.ts';
import { challengeSignature } from './challenge.ts';

const mark = (status: number, headers: HeaderList = [], text = '') =>
  challengeSignature({ status, headers, text });
const page = (title: string, body = '') => `<!doctype html><title>${title}</title>${body}`;

describe('the mark of a bot challenge', () => {
  it.each<[number, HeaderList, string]>([
    [403, [['cf-mitigated', 'challenge']], 'Cloudflare challenge, header cf-mitigated: challenge'],
    [403, [['x-dd-b', '1']], 'DataDome challenge, header x-dd-b: 1'],
  ])('%i with %j: %s', (status, headers, expected) => {
    expect(mark(status, headers)).toBe(expected);
  });

  // A vendor's own signs are on a site's own refusals too: they say who stands before it, and no more.
  it.each<[number, HeaderList]>([
    [403, [['x-datadome', 'protected']]],
    [503, [['x-datadome', 'protected']]],
    [403, [['set-cookie', 'datadome=abc; Path=/']]],
    [403, [['server', 'AkamaiGHost']]],
    [403, [['x-iinfo', '1-2-3']]],
    [403, [['x-px-block', '1']]],
    [401, [['x-px', '1']]],
  ])('%i with %j: none', (status, headers) => {
    expect(mark(status, headers)).toBeUndefined();
  });

  it.each<[string, number, HeaderList, string]>([
    ['a plain 403', 403, [], 'Forbidden'],
    ['a plain 503', 503, [], page('Down for maintenance')],
    [
      'a 401 that asks for credentials',
      401,
      [
        ['www-authenticate', 'Bearer'],
        ['x-iinfo', '1'],
      ],
      '',
    ],
    [
      'a protected site that answers',
      200,
      [
        ['x-datadome', 'protected'],
        ['x-iinfo', '1'],
        ['server', 'AkamaiGHost'],
      ],
      '',
    ],
    [
      'a 404 of a protected site',
      404,
      [
        ['x-datadome', 'protected'],
        ['x-iinfo', '1'],
      ],
      '',
    ],
    ['an article', 200, [], page('Just a moment: why waiting is good')],
    ['an article on challenges', 200, [], page('Are you a robot? How to find out')],
    [
      'a policy that names a vendor',
      200,
      [],
      page('x', '<meta content="frame-src geo.captcha-delivery.com">'),
    ],
    [
      'a page that prepares for challenges',
      200,
      [],
      page(
        'x',
        '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><script>AwsWafIntegration.getToken()</script><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>',
      ),
    ],
    ['JSON that quotes a page', 200, [], JSON.stringify({ html: page('Just a moment...') })],
    ['a long page', 200, [], page('Just a moment...', 'x'.repeat(70_000))],
  ])('is not in %s', (_title, status, headers, text) => {
    expect(mark(status, headers, text)).toBeUndefined();
  });
});

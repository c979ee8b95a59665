import { describe, expect, it } from 'vitest';
import { atOrigin, isExampleAddress, sameSite } from './same-site.ts';

describe('the same site', () => {
  it.each([
    ['https://example.com/a', 'https://example.com/b', true],
    ['https://www.example.com/', 'http://docs.example.com:8080/', true],
    ['https://a.example.co.uk/', 'https://b.example.co.uk/', true],
    ['https://a.co.uk/', 'https://b.co.uk/', false],
    ['https://a.github.io/', 'https://b.github.io/', false],
    ['https://a.github.io/', 'https://a.github.io/x', true],
    ['https://example.com/', 'https://example.com.evil.example/', false],
    ['http://localhost:1/', 'http://localhost:2/', true],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:2/', true],
    ['http://127.0.0.1/', 'http://127.0.0.2/', false],
    ['http://[::1]/', 'http://[::1]:80/', true],
    ['https://example.com/', 'ftp://example.com/', false],
    ['mailto:a@example.com', 'mailto:b@example.com', false],
    ['', '', false],
  ])('%s and %s: %s', (a, b, same) => {
    expect(sameSite(a, b)).toBe(same);
    expect(sameSite(b, a)).toBe(same);
  });
});

describe('the URL of an example', () => {
  it.each([
    ['https://example.com/a2a', true],
    ['https://api.example.org:8443/', true],
    ['https://docs.EXAMPLE.net/', true],
    ['https://your-agent.example/', true],
    ['https://example.company.com/', false],
    ['https://notexample.com/', false],
    ['https://example.co.uk/', false],
    ['example.com', false],
    ['mailto:a@example.com', false],
  ])('%s: %s', (url, expected) => {
    expect(isExampleAddress(url, 'https://site.test/card.json')).toBe(expected);
  });

  it('is not one if the site has this name itself', () => {
    expect(isExampleAddress('https://www.example.com/a', 'https://example.com/')).toBe(false);
    expect(isExampleAddress('https://a.site.example/', 'http://site.example:8080/x')).toBe(false);
    expect(isExampleAddress('https://other.example/', 'https://site.example/')).toBe(true);
  });
});

describe('a URL at the audited origin', () => {
  it.each([
    // nginx in front of Spring, Express or Django, without X-Forwarded-Proto.
    ['http://api.example.com/a?b#c', 'https://api.example.com/', 'https://api.example.com/a?b#c'],
    ['https://api.example.com/a', 'http://api.example.com/', 'http://api.example.com/a'],
    ['https://api.example.com:443/a', 'https://api.example.com/', 'https://api.example.com/a'],
    // X-Forwarded-Port without X-Forwarded-Proto.
    ['http://api.example.com:443/a', 'https://api.example.com/', 'https://api.example.com/a'],
    ['https://api.example.com:80/a', 'https://api.example.com/', 'https://api.example.com/a'],
    ['http://api.example.com:8443/a', 'https://api.example.com:8443/', 'https://api.example.com:8443/a'],
    [
      'http://api.example.com//evil.example/a',
      'https://api.example.com/',
      'https://api.example.com//evil.example/a',
    ],
    ['http://api.example.com:8080/a', 'https://api.example.com/', undefined],
    ['https://localhost:3001/', 'http://localhost:3000/', undefined],
    ['https://www.example.com/', 'https://example.com/', undefined],
  ])('%s at %s: %s', (url, origin, own) => {
    expect(atOrigin(new URL(url), new URL(origin))?.href).toBe(own);
  });
});

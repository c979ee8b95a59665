import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { judgeAnswer } from './judge.ts';
import { header, json, location, shown, status, type, urlsIn, without } from './matchers.ts';
import { type Deployment, type DeploymentAnswer, pathHere } from './probe.ts';
import { sampleOf } from './tables/published.ts';

const HERE: Deployment = {
  at: 'http://127.0.0.1:1',
  publishedAs: 'https://site.test',
  now: new Date('2026-11-22T00:00:00Z'),
};

function answer(given: Partial<DeploymentAnswer> = {}): DeploymentAnswer {
  const text = given.text ?? '';
  return { status: 200, headers: {}, text, bytes: new TextEncoder().encode(text), ...given };
}

describe('expectations', () => {
  it.each([
    [status([200, 404], 'why'), { status: 404 }],
    [type('text/html', 'why'), { headers: { 'content-type': 'text/html;charset=UTF-8' } }],
    [type('application/json', 'why'), { headers: { 'content-type': 'application/json' } }],
    [header('ETag', undefined, 'why'), { headers: { etag: '"x"' } }],
    [header('X', /^a/, 'why'), { headers: { x: 'abc' } }],
    [type(['text/html', 'application/json'], 'why'), { headers: { 'content-type': 'application/json' } }],
    [without('Access-Control-', 'why'), { headers: { allow: 'POST' } }],
    [location('/x', 'why'), { headers: { location: '/x' } }],
    [location('/x', 'why'), { headers: { location: 'https://site.test/x' } }],
    [json('shape', z.object({ a: z.literal(1) }), 'why'), { text: '{"a":1}' }],
  ])('%o holds of %j', (expectation, given) => {
    expect(expectation.judge(answer(given), HERE)).toBeUndefined();
  });

  it.each([
    [status(200, 'why'), { status: 500, text: 'a\n\u001b[2Jfault' }, '200', '500: a fault'],
    [
      type('text/html', 'why'),
      { headers: { 'content-type': 'text/html' } },
      'text/html; charset=utf-8',
      'text/html',
    ],
    [type('text/html', 'why'), {}, 'text/html; charset=utf-8', 'nothing'],
    [header('ETag', undefined, 'why'), {}, 'a value', 'nothing'],
    [header('X', 'a', 'why'), { headers: { x: 'ab' } }, 'a', 'ab'],
    [
      without('Access-Control-', 'why'),
      { headers: { 'access-control-max-age': '5' } },
      'nothing',
      'access-control-max-age: 5',
    ],
    [location('/x', 'why'), { headers: { location: 'https://other.test/x' } }, '/x', 'https://other.test/x'],
    [
      json('shape', z.object({ a: z.object({ b: z.literal(1) }) }), 'why'),
      { text: '{"a":{"b":2}}' },
      'a.b: 1',
      '2',
    ],
    [json('shape', z.object({}), 'why'), { text: '<html>' }, 'JSON', '<html>'],
  ])('%o does not hold of %j', (expectation, given, expected, seen) => {
    expect(expectation.judge(answer(given), HERE)).toEqual({ expected, seen });
  });

  it('after an answer that is not the one that was asked for, nothing else is judged', () => {
    const wanted = [status(200, 'why'), type('text/html', 'why')];
    const bare = { bare: true } as const;
    const { off, judged, asExpected } = judgeAnswer(
      { ...bare, expect: wanted },
      answer({ status: 404 }),
      HERE,
    );
    expect([off.map(({ what }) => what), judged, asExpected]).toEqual([['status'], 1, false]);
    const other = judgeAnswer({ ...bare, expect: wanted.toReversed() }, answer(), HERE);
    expect([other.off.length, other.judged, other.asExpected]).toEqual([1, 2, true]);
  });
});

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

it.each([
  [POLICY, []],
  [POLICY.replace("'self';", "'self' 'unsafe-inline';"), ['Content-Security-Policy']],
  [POLICY.replace("script-src 'self'", 'script-src https:'), ['Content-Security-Policy']],
  [POLICY.replace("'none'", '*'), ['Content-Security-Policy']],
  [POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'), ['Content-Security-Policy']],
])('of a page with the policy %s is off: %j', (policy, wanted) => {
  const headers = {
    'content-type': 'text/html',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  const { off } = judgeAnswer({ expect: [] }, answer({ headers }), HERE);
  expect(off.map(({ what }) => what)).toEqual(wanted);
});

it('of an answer over TLS is off that it does not hold browsers to TLS', () => {
  const deployment = { ...HERE, at: 'https://site.test' };
  const judged = (value: string) =>
    judgeAnswer(
      { expect: [] },
      answer({ headers: { 'x-content-type-options': 'nosniff', 'strict-transport-security': value } }),
      deployment,
    ).off.map(({ what }) => what);
  expect([judged('max-age=31536000'), judged('max-age=60')]).toEqual([[], ['Strict-Transport-Security']]);
});

it.each([
  ['https://site.test', '/'],
  ['https://site.test/a?b=c#d', '/a?b=c'],
  ['https://site.test.evil.test/a', undefined],
  ['http://127.0.0.1:1/a', undefined],
])('%s is %s here', (url, path) => {
  expect(pathHere(url, HERE)).toBe(path);
});

it('a sample has the first and the last, and all where all are asked for', () => {
  const list = Array.from({ length: 100 }, (_, i) => i);
  const sample = sampleOf(list, false);
  expect([sample.length, sample[0], sample.at(-1)]).toEqual([5, 0, 99]);
  expect(sampleOf(list, true)).toEqual(list);
  expect(sampleOf([1, 2], false)).toEqual([1, 2]);
});

it('finds the URLs in a document, however deep', () => {
  expect(
    urlsIn({ a: ['https://x.test/', { b: 'http://y.test', c: 'ftp://z.test', d: 4 }], e: null }),
  ).toEqual(['https://x.test/', 'http://y.test']);
});

it('what is shown is one line, plain and short', () => {
  expect(shown('a\r\n\u001b]0;x\u0007 b')).toBe('a b');
  expect(shown('x'.repeat(1000))).toHaveLength(160);
});

import { describe, expect, it } from 'vitest';
import {
  type Deployment,
  type DeploymentAnswer,
  type DeploymentProbe,
  header,
  judgeAnswer,
  pathHere,
} from './probe.ts';
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

describe('judgeAnswer', () => {
  // Judges a 304 response, which does not need the headers of every response.
  const judged = (probe: Partial<DeploymentProbe>, given: Partial<DeploymentAnswer>) =>
    judgeAnswer(
      { group: 'pages', ask: { path: '/' }, status: 304, ...probe },
      answer({ status: 304, ...given }),
      HERE,
    );

  it.each([
    ['text/html', 'text/html;charset=UTF-8', true],
    ['text/html', 'text/html', false],
    ['text/html', undefined, false],
    ['application/json', 'application/json', true],
    [['text/html', 'application/json'], 'application/json', true],
    ['application/json', 'application/problem+json', false],
  ])('the type %j matches %s: %s', (type, seen, isRight) => {
    const { faults } = judged({ type }, { headers: seen === undefined ? {} : { 'content-type': seen } });
    expect(faults.map(({ what }) => what)).toEqual(isRight ? [] : ['Content-Type']);
  });

  it('checks nothing else if the status differs', () => {
    const wanted = { type: 'text/html', expect: [header('ETag')] };
    const { faults, ...other } = judged(wanted, { status: 404 });
    expect(faults.map(({ what }) => what)).toEqual(['status']);
    expect(other).toEqual({ judged: 1, asExpected: false });
    const own = judged(wanted, {});
    expect([own.faults.length, own.judged, own.asExpected]).toEqual([2, 3, true]);
    const allowed = judged({ ...wanted, status: [304, 404] }, { status: 404 });
    expect([allowed.faults, allowed.asExpected]).toEqual([[], false]);
  });
});

const PROBE: DeploymentProbe = { group: 'pages', ask: { path: '/' } };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

it.each([
  [POLICY, []],
  [POLICY.replace("'self';", "'self' 'unsafe-inline';"), ['Content-Security-Policy']],
  [POLICY.replace("script-src 'self'", 'script-src https:'), ['Content-Security-Policy']],
  [POLICY.replace("'none'", '*'), ['Content-Security-Policy']],
  [POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'), ['Content-Security-Policy']],
])('for a page with the policy %s, reports %j', (policy, wanted) => {
  const headers = {
    'content-type': 'text/html',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  const { faults } = judgeAnswer(PROBE, answer({ headers }), HERE);
  expect(faults.map(({ what }) => what)).toEqual(wanted);
});

it('reports a response over TLS without Strict-Transport-Security', () => {
  const deployment = { ...HERE, at: 'https://site.test' };
  const judged = (value: string) =>
    judgeAnswer(
      PROBE,
      answer({ headers: { 'x-content-type-options': 'nosniff', 'strict-transport-security': value } }),
      deployment,
    ).faults.map(({ what }) => what);
  expect([judged('max-age=31536000'), judged('max-age=60')]).toEqual([[], ['Strict-Transport-Security']]);
});

it.each([
  ['https://site.test', '/'],
  ['https://site.test/a?b=c#d', '/a?b=c'],
  ['https://site.test.evil.test/a', undefined],
  ['http://127.0.0.1:1/a', undefined],
])('maps %s to the path %s', (url, path) => {
  expect(pathHere(url, HERE)).toBe(path);
});

it('a sample includes the first and last item, or all items if requested', () => {
  const list = Array.from({ length: 100 }, (_, i) => i);
  const sample = sampleOf(list, false);
  expect([sample.length, sample[0], sample.at(-1)]).toEqual([5, 0, 99]);
  expect(sampleOf(list, true)).toEqual(list);
  expect(sampleOf([1, 2], false)).toEqual([1, 2]);
});

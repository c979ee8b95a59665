import { describe, expect, it } from 'vitest';
import { answer } from '../examples/answers.ts';
import {
  answerFacts,
  concluding,
  type Facts,
  factsList,
  renderEvidence,
  replyFacts,
  says,
  withDetail,
} from './facts.ts';
import { rateLimited } from './reply.ts';

const URL_X = 'https://site.example/x';
const X = answer({ path: '/x' });

describe('evidence', () => {
  it.each<[title: string, Facts, string]>([
    ['an answer', answerFacts(X), `${URL_X} -> 200`],
    ['what was found there', answerFacts(X, 'one', 'two'), `${URL_X} -> 200 (one; two)`],
    [
      'redirects on the way',
      answerFacts(answer({ path: '/y', hops: [{ url: URL_X, status: 301 }] })),
      `${URL_X} -> 301 -> https://site.example/y -> 200`,
    ],
    [
      'redirects that lead nowhere',
      answerFacts({ ...X, status: 302, lost: 'redirect loop' }, 'found'),
      `${URL_X} -> 302 (redirect loop; found)`,
    ],
    ['a call', [{ url: URL_X, status: 200, call: { method: 'initialize' } }], `${URL_X} -> 200 (initialize)`],
    [
      'a call, its revision and what it found',
      [
        {
          url: URL_X,
          status: 200,
          call: { method: 'tools/list', revision: '2025-11-25' },
          found: ['3 tools'],
        },
      ],
      `${URL_X} -> 200 (tools/list, 2025-11-25: 3 tools)`,
    ],
    [
      'how it was asked for, among what was found',
      withDetail(answerFacts(X, 'text/html'), { wanted: 'requested as curl' }, 'front matter'),
      `${URL_X} -> 200 (text/html; requested as curl; front matter)`,
    ],
    ['a request that was not made', [{ url: URL_X, found: ['not called'] }], `${URL_X} (not called)`],
    ['a statement', says('no API surface'), 'no API surface'],
    ['a statement about facts', says('no endpoint:', answerFacts(X)), `no endpoint: ${URL_X} -> 200`],
    [
      'facts within a fact',
      answerFacts(X, '2 links', factsList('dead:', [...answerFacts(X), ...answerFacts(X, 'gone')])),
      `${URL_X} -> 200 (2 links; dead: ${URL_X} -> 200; ${URL_X} -> 200 (gone))`,
    ],
    [
      'a question to the resolver',
      [{ name: 'a.example', type: 'TXT', rcode: 'NOERROR', found: ['1 record'] }],
      'a.example TXT -> NOERROR (1 record)',
    ],
    ['one without an answer', [{ name: 'a.example', type: 'TXT' }], 'a.example TXT -> no response'],
    ['several facts', [...answerFacts(X), ...says('and more')], `${URL_X} -> 200; and more`],
    [
      'what they come to',
      concluding(concluding(answerFacts(X, 'a'), ', declared by b'), ': c'),
      `${URL_X} -> 200 (a), declared by b: c`,
    ],
  ])('tells %s', (_title, facts, sentence) => {
    expect(renderEvidence(facts)).toBe(sentence);
  });

  it('adds what was found to the last of the facts, whatever its sentence looks like', () => {
    const two = [...answerFacts(X, 'a (b)'), ...answerFacts(answer({ path: '/y(1)' }))];
    expect(renderEvidence(withDetail(two, 'c'))).toBe(
      `${URL_X} -> 200 (a (b)); https://site.example/y(1) -> 200 (c)`,
    );
    expect(withDetail(two)).toBe(two);
  });
});

describe('a reply', () => {
  it.each([
    [
      'that failed',
      replyFacts({
        kind: 'failed',
        requestedUrl: URL_X,
        reason: 'timeout',
        message: 'no complete response in time (8 s)',
      }),
      `${URL_X} -> no response (no complete response in time (8 s))`,
    ],
    [
      'that failed behind its status',
      replyFacts({ kind: 'failed', requestedUrl: URL_X, reason: 'reset', message: 'closed', status: 200 }),
      `${URL_X} -> 200 (closed)`,
    ],
    [
      'that the end of the audit cut off',
      replyFacts({ kind: 'aborted', requestedUrl: URL_X, message: 'the audit ended' }),
      `${URL_X} -> not completed (the audit ended)`,
    ],
    [
      'that a wall gave',
      replyFacts({ kind: 'blocked', answer: X, mark: 'a wall' }),
      `${URL_X} -> 200 (refused: a wall)`,
    ],
    ['that a rate limit gave', replyFacts(rateLimited(X)), `${URL_X} -> 200 (rate limited)`],
  ])('%s', (_title, facts, sentence) => {
    expect(renderEvidence(facts)).toBe(sentence);
  });
});

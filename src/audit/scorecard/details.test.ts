import { describe, expect, it } from 'vitest';
import {
  answerFacts,
  concluding,
  type Facts,
  factsList,
  renderEvidence,
  says,
  withDetail,
} from '../evidence/facts.ts';
import { answer } from '../examples/answers.ts';
import { BOUNDS, cutBytes } from './bounds.ts';
import { detailsOf } from './details.ts';

const SITE = 'https://site.example';
const details = (facts: Facts) => detailsOf(facts, cutBytes(renderEvidence(facts), BOUNDS.evidenceBytes));

describe('the facts next to the evidence', () => {
  it('are what was asked, what answered, and what was found there', () => {
    const page = answer({ path: '/y', hops: [{ url: `${SITE}/x`, status: 301 }] });
    expect(
      details(withDetail(answerFacts(page, 'text/html'), { wanted: 'requested as curl' }, 'no h1')),
    ).toEqual({
      facts: [
        {
          url: `${SITE}/y`,
          hops: [{ url: `${SITE}/x`, status: 301 }],
          status: 200,
          wanted: 'requested as curl',
          found: ['text/html', 'no h1'],
        },
      ],
    });
  });

  it('are one list: those that another one is about come after it', () => {
    const link = answerFacts(answer({ path: '/dead', status: 404 }), 'empty');
    const facts = answerFacts(answer({ path: '/llms.txt' }), factsList('2 links, 1 does not resolve:', link));
    expect(details(facts)).toEqual({
      facts: [
        { url: `${SITE}/llms.txt`, status: 200, found: ['2 links, 1 does not resolve'] },
        { under: '2 links, 1 does not resolve', url: `${SITE}/dead`, status: 404, found: ['empty'] },
      ],
    });
  });

  it('name calls, failures, questions to DNS and what facts come to', () => {
    expect(
      details([
        { url: SITE, status: 200, call: { method: 'tools/list', revision: '2025-11-25' } },
        { url: SITE, unanswered: 'timeout', found: ['no answer in time'] },
        { name: 'a.example', type: 'TXT', rcode: 'NXDOMAIN' },
        ...concluding(answerFacts(answer()), ', declared by a card'),
      ])?.facts,
    ).toEqual([
      { url: SITE, status: 200, call: { method: 'tools/list', revision: '2025-11-25' } },
      { url: SITE, unanswered: 'timeout', found: ['no answer in time'] },
      { question: { name: 'a.example', type: 'TXT' }, rcode: 'NXDOMAIN' },
      { url: `${SITE}/`, status: 200, conclusion: 'declared by a card' },
    ]);
  });

  it('are left out where the sentence is all there is', () => {
    expect(details(says('no API surface'))).toBeUndefined();
  });

  it('are plain text: nothing of them steers a terminal or hides', () => {
    const evil = 'a\u001b[31m\u202eb\u0000\nc';
    const facts: Facts = [
      { url: `${SITE}/${evil}`, call: { method: evil, revision: evil }, found: [evil], lost: evil },
    ];
    expect(JSON.stringify(details(facts))).not.toMatch(/\\u001b|\u202e|\\u0000|\\n/);
  });

  it('are as many as there is room for, and say how many are missing', () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      answerFacts(answer({ path: `/${i}` }), 'x'.repeat(200)),
    ).flat();
    const { facts = [], more = 0 } = details(many) ?? {};
    expect(facts.length).toBeGreaterThan(0);
    expect(facts.length + more).toBe(60);
    expect(JSON.stringify(facts).length).toBeLessThan(BOUNDS.mostDetailsBytes);
  });

  it('take less room next to a long sentence', () => {
    const facts = Array.from({ length: 20 }, (_, i) => answerFacts(answer({ path: `/${i}` }))).flat();
    const [short, long] = ['short', 'x'.repeat(BOUNDS.evidenceBytes)].map(
      (told) => detailsOf(facts, told)?.facts,
    );
    expect(short?.length).toBeGreaterThan(long?.length ?? 0);
    expect(JSON.stringify(long).length).toBeLessThan(BOUNDS.detailsBytes);
  });
});

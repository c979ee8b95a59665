import { describe, expect, it } from 'vitest';
import { rank } from './search.ts';

const entry = (id: string, title: string, text = '', more = '') => ({ id, title, text, more });
const ENTRIES = [
  entry('llms-txt', 'llms.txt is there', 'An index for agents.'),
  entry('robots', 'robots.txt is there', 'Rules for crawlers.', 'Not to be mistaken for llms files.'),
  entry('p2-must-exit-codes', 'Structured output', 'Exit codes tell success from failure.'),
  entry('p4-must-exit-code-mapping', 'Actionable errors', 'Each kind of failure has its own exit code.'),
];
const found = (query: string) => rank(query, ENTRIES).map(({ id }) => id);

describe('rank', () => {
  it('puts the field that counts most first', () => {
    expect(found('llms')).toEqual(['llms-txt', 'robots']);
  });

  it('puts entries with more of the words first, and finds singular and plural alike', () => {
    expect(found('exit code mapping')[0]).toBe('p4-must-exit-code-mapping');
    expect(found('crawler')).toEqual(['robots']);
    expect(found('CRAWLERS')).toEqual(['robots']);
  });

  it('finds the beginnings of words, of three letters or more', () => {
    expect(found('crawl')).toEqual(['robots']);
    expect(found('cr')).toEqual([]);
  });

  it('counts rare words more than words that are everywhere', () => {
    expect(found('failure mapping')).toEqual(['p4-must-exit-code-mapping', 'p2-must-exit-codes']);
    expect(found('there index')[0]).toBe('llms-txt');
  });

  it('gives nothing for words that are nowhere, and for no words', () => {
    expect(found('zebra')).toEqual([]);
    expect(found('... ???')).toEqual([]);
    expect(found('')).toEqual([]);
  });
});
